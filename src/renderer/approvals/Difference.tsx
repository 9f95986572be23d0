import { useServices } from '../app/services.ts';
import { sayStatus } from '../review/StatusBadge.tsx';
import { en } from '../text/en.ts';
import { readPlainDate, longDate } from '../ui/dates.ts';
import { formatMoney } from '../ui/money.ts';
import type { FieldChange, ReviewedSnapshot } from '../../bridge/snapshot.ts';
import type { Approval } from '../workspace.ts';

/** What was approved beside what the bill is now, field by field. */
export function Difference({ approval }: { readonly approval: Approval }) {
  const { locale } = useServices();
  const words = en.approvals.difference;
  const { before: currencyBefore, after: currencyAfter } = currencies(approval);
  return (
    <table className="difference">
      <caption>{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.before}</th>
          <th scope="col">{words.after}</th>
        </tr>
      </thead>
      <tbody>
        {approval.changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{en.snapshotFields[field]}</th>
            <td>
              <del>{sayValue(field, before, currencyBefore, locale)}</del>
            </td>
            <td>
              <ins>{sayValue(field, after, currencyAfter, locale)}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Each amount is written in the currency it was in. */
function currencies({ snapshot, changes }: Approval): { before: string; after: string } {
  const changed = changes.find(({ field }) => field === 'currency');
  const after = typeof changed?.after === 'string' ? changed.after : snapshot.currency;
  return { before: snapshot.currency, after };
}

function sayValue(
  field: keyof ReviewedSnapshot,
  value: FieldChange['before'],
  currency: string,
  locale: string,
): string {
  if (value === null) return en.review.detail.notGiven;
  if (typeof value === 'number') return formatMoney(value, currency, locale);
  if (field === 'status') return sayStatus(value);
  const date = field === 'dueDate' ? readPlainDate(value) : null;
  return date ? longDate(date, locale) : value;
}
