import { memo, useId } from 'react';
import { BareButton } from './Button.tsx';
import './choice.css';
import type { ChoiceOption } from './ChoiceList.tsx';
import { Icon } from './icons.tsx';
import { lazy } from './lazy.tsx';
import { Opened, useOpener } from './opener.tsx';

const ChoiceList = lazy(() => import('./ChoiceList.tsx'), 'ChoiceList');

export interface ChoiceProps<Id extends string> {
  readonly label: string;
  /** Shows the label beside the value instead of leaving it to screen readers. */
  readonly showLabel?: boolean;
  readonly value: Id | null;
  readonly options: readonly ChoiceOption<Id>[];
  readonly onChange: (id: Id) => void;
}

function ChoiceOf<Id extends string>(props: ChoiceProps<Id>) {
  const { label, showLabel = false, value, options, onChange } = props;
  const { opener, button } = useOpener('listbox');
  const [labelId, valueId] = [useId(), useId()];
  return (
    <div className="choice">
      <label
        id={labelId}
        htmlFor={button.id}
        className={showLabel ? 'choice__label' : 'visually-hidden'}
      >
        {label}
      </label>
      <BareButton {...button} className="choice__button" aria-labelledby={`${valueId} ${labelId}`}>
        <span id={valueId} className="cut" dir="auto">
          {options.find(({ id }) => id === value)?.label}
        </span>
        <Icon name="chevronDown" />
      </BareButton>
      <Opened of={opener} labelId={labelId}>
        <ChoiceList
          labelId={labelId}
          value={value}
          options={options}
          onChoose={(key) => {
            const chosen = options.find(({ id }) => id === key);
            if (chosen) onChange(chosen.id);
            opener.close();
          }}
        />
      </Opened>
    </div>
  );
}

/** A select box: one value from a list that opens. */
export const Choice = memo(ChoiceOf) as typeof ChoiceOf;
