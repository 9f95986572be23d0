import { useServices } from '../app/services.ts';
import { sayStatus } from '../review/StatusBadge.tsx';
import { en } from '../text/en.ts';
import { readPlainDate, longDate } from '../ui/dates.ts';
import { formatMoney } from '../ui/money.ts';
import { differences, type FieldValue, type ReviewedSnapshot } from '../../bridge/snapshot.ts';

export interface DifferenceProps {
  readonly approved: ReviewedSnapshot;
  readonly found: ReviewedSnapshot;
}

/** What was approved beside what the bill is now, field by field. */
export function Difference({ approved, found }: DifferenceProps) {
  const { locale } = useServices();
  const words = en.approvals.difference;
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
        {differences(approved, found).map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{sayField(field)}</th>
            <td>
              <del>{sayValue(field, before, approved.currency, locale)}</del>
            </td>
            <td>
              <ins>{sayValue(field, after, found.currency, locale)}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sayValue(field: string, value: FieldValue, currency: string, locale: string): string {
  if (value === null) return en.review.detail.notGiven;
  if (typeof value === 'number') {
    return isMoney(field) ? formatMoney(value, currency, locale) : String(value);
  }
  if (field === 'status') return sayStatus(value);
  const date = field === 'dueDate' || field === 'date' ? readPlainDate(value) : null;
  return date ? longDate(date, locale) : value;
}

function isMoney(field: string): boolean {
  return field === 'totalCents' || field === 'amountDueCents';
}

/** A field the service's page does not name is called by its own name. */
function sayField(field: string): string {
  const names: Readonly<Record<string, string>> = en.snapshotFields;
  return Object.hasOwn(names, field) ? (names[field] ?? field) : field;
}
