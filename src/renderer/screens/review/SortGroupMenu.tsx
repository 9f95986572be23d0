import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Text,
} from 'react-aria-components';
import { useServices } from '../../kit/services.ts';
import { messages } from '../../kit/text/messages.ts';
import { Icon } from '../../kit/ui/icons.tsx';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import {
  type Grouping,
  groupings,
  type ListChoice,
  type ReviewView,
} from '../../core/bills/review-view.ts';
import type { BillQuery } from '../../core/bills/bill-row.ts';

export interface SortGroupMenuProps {
  readonly view: ReviewView;
  readonly onChoose: (choice: Partial<ListChoice>) => void;
}

/** How the list is sorted and what its headings gather. */
export function SortGroupMenu({ view, onChoose }: SortGroupMenuProps) {
  const hasSeveral = useObservable(useServices().workspace.allOrganizations);
  const text = messages.views.sortGroup;
  const { sort, descending } = view;
  const grouping = groupingShown(view.grouping, hasSeveral);
  const direction = messages.views.directions[sort][descending ? 'down' : 'up'];
  const groups =
    grouping === 'none' ? text.notGrouped : text.groupedBy(messages.views.groupings[grouping]);
  return (
    <MenuTrigger>
      <Button
        className="button button--quiet button--small"
        aria-label={text.button(messages.views.sorts[sort], direction, groups)}
      >
        <Icon name="sort" />
        <span>{text.label(messages.views.sorts[sort])}</span>
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="listbox" aria-label={text.menu}>
          <Section
            title={text.sort}
            selected={sort}
            options={sorts.map((id) => ({
              id,
              label: messages.views.sorts[id],
              ...(id === 'amount' ? { note: text.currencies } : {}),
            }))}
            onSelect={(id) => onChoose(chooseSort({ ...view, grouping }, id))}
          />
          <Section
            title={text.direction}
            selected={descending ? 'down' : 'up'}
            options={(['up', 'down'] as const).map((id) => ({
              id,
              label: messages.views.directions[sort][id],
            }))}
            onSelect={(id) => onChoose({ descending: id === 'down' })}
          />
          <Section
            title={text.group}
            selected={grouping}
            options={groupings
              .filter((id) => id !== 'organization' || hasSeveral)
              .map((id) => ({ id, label: messages.views.groupings[id] }))}
            onSelect={(id) => onChoose({ grouping: id })}
          />
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

interface SectionProps<Id extends string> {
  readonly title: string;
  readonly selected: Id;
  readonly options: readonly { readonly id: Id; readonly label: string; readonly note?: string }[];
  readonly onSelect: (id: Id) => void;
}

function Section<Id extends string>({ title, selected, options, onSelect }: SectionProps<Id>) {
  return (
    <MenuSection
      className="listbox__section"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[`${title} ${selected}`]}
      onSelectionChange={(keys) => {
        const chosen = options.find(({ id }) => keys !== 'all' && keys.has(`${title} ${id}`));
        if (chosen) onSelect(chosen.id);
      }}
    >
      <Header className="listbox__head">{title}</Header>
      {options.map(({ id, label, note }) => (
        // Sections share their menu's keys, and "Due date" is in two of them.
        <MenuItem key={id} id={`${title} ${id}`} className="listbox__item" textValue={label}>
          <Icon name="check" />
          <Text slot="label" className="listbox__label cut">
            {label}
          </Text>
          {note !== undefined && (
            <Text slot="description" className="listbox__note">
              {note}
            </Text>
          )}
        </MenuItem>
      ))}
    </MenuSection>
  );
}

type Sort = BillQuery['sort'];
type Order = Pick<ListChoice, 'sort' | 'descending' | 'grouping'>;

const sorts = ['dueDate', 'vendor', 'amount', 'age'] as const satisfies readonly Sort[];

/** Where each order begins: what is most urgent, largest or oldest. */
const beginsDescending: Record<Sort, boolean> = {
  dueDate: false,
  vendor: false,
  amount: true,
  age: true,
};

/** Another order. Headings that gathered by the order before follow it; others were chosen and stay. */
export function chooseSort(order: Order, sort: Sort): Order {
  if (sort === order.sort) return order;
  const grouping = order.grouping === order.sort ? sort : order.grouping;
  return { sort, descending: beginsDescending[sort], grouping };
}

/** Headings of organizations are for lists that hold several. */
export function groupingShown(grouping: Grouping, hasSeveral: boolean): Grouping {
  return grouping === 'organization' && !hasSeveral ? 'dueDate' : grouping;
}
