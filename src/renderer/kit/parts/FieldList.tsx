import type { ReactNode } from 'react';
import { messages } from '../text/messages.ts';
import './fields.css';
import type { FieldLine } from './format-field.ts';

/** One fact in a list of fields. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="fields__line">
      <dt dir="auto">{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

/** Fields by name, with their nested fields. */
export function FieldList({ lines }: { readonly lines: readonly FieldLine[] }) {
  return (
    <dl className="fields">
      {lines.map(({ key, label, text, isAmount, inner }) => (
        <div
          key={key}
          className={inner.length > 0 ? 'fields__line fields__line--nested' : 'fields__line'}
        >
          <dt dir="auto">{label}</dt>
          <dd className={isAmount ? 'amount' : undefined} dir="auto">
            {inner.length > 0 ? (
              <FieldList lines={inner} />
            ) : (
              (text ?? <span className="faint">{messages.invoices.detail.empty}</span>)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
