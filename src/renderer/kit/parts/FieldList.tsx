import { en } from '../text/en.ts';
import './fields.css';
import type { FieldLine } from './format-field.ts';

/** Fields by name, with what is nested in them. */
export function FieldList({ lines }: { readonly lines: readonly FieldLine[] }) {
  return (
    <dl className="fields">
      {lines.map(({ key, label, text, isAmount, inner }) => (
        <div
          key={key}
          className={inner.length > 0 ? 'fields__line fields__line--nested' : 'fields__line'}
        >
          <dt>{label}</dt>
          <dd className={isAmount ? 'amount' : undefined}>
            {inner.length > 0 ? (
              <FieldList lines={inner} />
            ) : (
              (text ?? <span className="faint">{en.invoices.detail.empty}</span>)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
