import type { ReactNode, FormEvent } from 'react';
import { MAX_TYPED } from '../../../bridge/bounds.ts';
import { FieldError, Input, Label, Text, TextField } from 'react-aria-components';
import './field.css';

export interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called when the field loses the focus. */
  readonly onLeave?: () => void;
  readonly hint?: ReactNode;
  /** The error to correct; null when the value is fine. */
  readonly problem?: string | null;
  readonly type?: 'text' | 'url' | 'password' | 'date';
  readonly inputMode?: 'url';
  /** Takes the focus when the form appears. */
  readonly isFirst?: boolean;
  /** Maximum length, characters. The field accepts no longer text. */
  readonly most?: number;
  /** Whether the value can only be read and copied. */
  readonly isFixed?: boolean;
}

/** Handles a form's submission in the page, instead of loading another. */
export const submits = (act: () => void) => (event: FormEvent) => {
  event.preventDefault();
  act();
};

/** Whether a date is incomplete. An incomplete date has no value, so the field itself has to be checked. */
export function isUnfinished(form: HTMLFormElement | null, name: string): boolean {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement && field.validity.badInput;
}

/** A text field with a label, a hint and an error. */
export function Field(props: FieldProps) {
  const { label, name, value, onChange, hint, problem = null, type = 'text', inputMode } = props;
  return (
    <TextField
      className="field"
      name={name}
      type={type}
      value={value}
      maxLength={props.most ?? MAX_TYPED}
      onChange={onChange}
      isInvalid={problem !== null}
      validationBehavior="aria"
      autoComplete="off"
      isReadOnly={props.isFixed ?? false}
      {...(inputMode ? { inputMode } : {})}
      {...(props.onLeave ? { onBlur: props.onLeave } : {})}
      {...(props.isFirst ? { autoFocus: true } : {})}
    >
      <Label>{label}</Label>
      <Input spellCheck={false} />
      {hint && (
        <Text slot="description" className="faint">
          {hint}
        </Text>
      )}
      <FieldError className="field__problem">{problem}</FieldError>
    </TextField>
  );
}
