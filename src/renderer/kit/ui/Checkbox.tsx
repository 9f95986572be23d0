import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components';
import './checkbox.css';
import { Icon } from './icons.tsx';

export interface CheckboxProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly children: ReactNode;
}

export function Checkbox({ isSelected, onChange, children }: CheckboxProps) {
  return (
    <AriaCheckbox className="checkbox" isSelected={isSelected} onChange={onChange}>
      <span className="checkbox__box" aria-hidden="true">
        {isSelected && <Icon name="check" />}
      </span>
      <span>{children}</span>
    </AriaCheckbox>
  );
}
