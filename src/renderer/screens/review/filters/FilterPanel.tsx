import { memo, type RefObject, useId } from 'react';
import { BareButton } from '../../../kit/ui/Button.tsx';
import type { BillFilter } from '../../../core/model/list-choice.ts';
import { lazy } from '../../../kit/ui/lazy.tsx';
import { useOpeningKey } from '../../../kit/hooks/use-shortcuts.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Icon } from '../../../kit/ui/icons.tsx';
import { useKeyTip } from '../../../kit/ui/Keys.tsx';
import { Opened, useOpener } from '../../../kit/ui/opener.tsx';
import type { FilterFieldsProps } from './FilterFields.tsx';
import './filter-panel.css';

const FilterFields = lazy(() => import('./FilterFields.tsx'), 'FilterFields');

export interface FilterPanelProps extends FilterFieldsProps {
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  /** Shows the button, which the bill may cover in a small window. */
  readonly onShow: () => void;
}

export const FilterPanel = memo((props: FilterPanelProps) => {
  const { filter, offer, onApply, buttonRef, onShow } = props;
  const inUse = countInUse(filter);
  const { opener, button } = useOpener('dialog', buttonRef);
  useOpeningKey('filters', opener, onShow);
  const titleId = useId();
  const tip = useKeyTip();
  const text = messages.views.filter;
  return (
    <>
      <BareButton
        {...button}
        title={tip(text.button, 'filters')}
        className="button button--plain button--medium"
      >
        <Icon name="filter" />
        <span>{text.button}</span>
        {inUse > 0 && (
          <>
            <span className="visually-hidden">{text.inUse(inUse)}</span>
            <span className="filter-count" aria-hidden="true">
              {inUse}
            </span>
          </>
        )}
      </BareButton>
      {/* The popover itself is the dialog: a dialog inside the popover would exclude the closing button. */}
      <Opened of={opener} className="popover--panel" placement="bottom end" labelId={titleId}>
        <div className="filter-panel">
          <h2 id={titleId} className="visually-hidden">
            {text.panel}
          </h2>
          <FilterFields
            filter={filter}
            offer={offer}
            onApply={(next) => {
              onApply(next);
              opener.close();
            }}
          />
        </div>
      </Opened>
    </>
  );
});

/** Number of filters in use. As with the chips, an amount with its currency is one filter, and both dates are one. */
function countInUse({ vendor, currency, dueFrom, dueTo, flag }: BillFilter): number {
  return [vendor, currency, dueFrom ?? dueTo, flag].filter((part) => part !== null).length;
}
