import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components';
import './checkbox.css';
import { Icon } from './icons.tsx';

export interface CheckboxProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  /** Name for screen readers, if several checkboxes have the same text. It contains the text. */
  readonly label?: string;
  readonly children: ReactNode;
}

export function Checkbox({ isSelected, onChange, label, children }: CheckboxProps) {
  return (
    <AriaCheckbox
      className="checkbox"
      isSelected={isSelected}
      onChange={onChange}
      {...(label !== undefined && { 'aria-label': label })}
    >
      <span className="checkbox__box" aria-hidden="true">
        {isSelected && <Icon name="check" />}
      </span>
      <span>{children}</span>
    </AriaCheckbox>
  );
}
