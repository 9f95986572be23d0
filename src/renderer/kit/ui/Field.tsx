import type { ReactNode } from 'react';
import { MOST_TYPED } from '../../../bridge/bounds.ts';
import { FieldError, Input, Label, Text, TextField } from 'react-aria-components';
import './field.css';

export interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The field was left. */
  readonly onLeave?: () => void;
  readonly hint?: ReactNode;
  /** What to put right; null when it is fine. */
  readonly problem?: string | null;
  readonly type?: 'text' | 'url' | 'password';
  readonly inputMode?: 'text' | 'url' | 'numeric';
  /** Takes the focus when the form appears. */
  readonly isFirst?: boolean;
  readonly narrow?: boolean;
  /** How many characters it takes: what is more would be refused behind it. */
  readonly most?: number;
  /** Can be read and copied, not changed. */
  readonly isFixed?: boolean;
}

/** A labelled line of text with a hint and what to put right. */
export function Field(props: FieldProps) {
  const { label, name, value, onChange, hint, problem = null, type = 'text', inputMode } = props;
  return (
    <TextField
      className={props.narrow ? 'field field--narrow' : 'field'}
      name={name}
      type={type}
      value={value}
      maxLength={props.most ?? MOST_TYPED}
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
