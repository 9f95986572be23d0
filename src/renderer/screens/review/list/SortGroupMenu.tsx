import { memo } from 'react';
import { BareButton } from '../../../kit/ui/Button.tsx';
import { useData } from '../../../kit/services/data.ts';
import { lazy } from '../../../kit/ui/lazy.tsx';
import { useOpeningKey } from '../../../kit/hooks/use-shortcuts.ts';
import { messages } from '../../../kit/text/messages.ts';
import { useKeyTip } from '../../../kit/ui/Keys.tsx';
import { Icon } from '../../../kit/ui/icons.tsx';
import { Opened, useOpener } from '../../../kit/ui/opener.tsx';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import type { ListChoice } from '../../../core/model/list-choice.ts';
import { groupingShown, type ListOrder } from './list-order.ts';

const SortMenu = lazy(async () => (await import('./SortMenu.tsx')).SortMenu);

interface SortGroupMenuProps {
  readonly order: ListOrder;
  readonly onChoose: (choice: Partial<ListChoice>) => void;
  /** Shows the button, which the bill may cover in a small window. */
  readonly onShow: () => void;
}

/** Menu for the order and the groups of the list. */
export const SortGroupMenu = memo(({ order, onChoose, onShow }: SortGroupMenuProps) => {
  const hasSeveral = useObservable(useData().workspace.allOrganizations);
  const { opener, button } = useOpener('menu');
  useOpeningKey('sort', opener, onShow);
  const text = messages.views.sortGroup;
  const { sort, descending } = order;
  const grouping = groupingShown(order.grouping, hasSeveral);
  const direction = messages.views.directions[sort][descending ? 'down' : 'up'];
  const tip = useKeyTip();
  const groups =
    grouping === 'none' ? text.notGrouped : text.groupedBy(messages.views.groupings[grouping]);
  return (
    <>
      <BareButton
        {...button}
        title={tip(text.label(messages.views.sorts[sort]), 'sort')}
        className="button button--quiet button--small"
        aria-label={text.button(messages.views.sorts[sort], direction, groups)}
      >
        <Icon name="sort" />
        <span>{text.label(messages.views.sorts[sort])}</span>
      </BareButton>
      <Opened of={opener} placement="bottom end">
        <SortMenu order={order} grouping={grouping} hasSeveral={hasSeveral} onChoose={onChoose} />
      </Opened>
    </>
  );
});
