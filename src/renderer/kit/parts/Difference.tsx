import { differences, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import { useServices } from '../services.ts';
import { en } from '../text/en.ts';
import { formatField, formatFieldValue } from './format-snapshot.ts';

export interface DifferenceProps {
  readonly approved: ReviewedSnapshot;
  readonly found: ReviewedSnapshot;
  /** `changed`: what the bill is now. `confirmed`: what the service said it had approved. */
  readonly of: 'changed' | 'confirmed';
}

/** What was approved beside what was found, field by field; nothing when they are the same. */
export function Difference({ approved, found, of }: DifferenceProps) {
  const { locale } = useServices();
  const words = en.approvals.difference;
  const changes = differences(approved, found);
  if (changes.length === 0) return null;
  return (
    <table className="difference">
      <caption>{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.before}</th>
          <th scope="col">{words.after[of]}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{formatField(field)}</th>
            <td>
              <del>{formatFieldValue(field, before, approved.currency, locale)}</del>
            </td>
            <td>
              <ins>{formatFieldValue(field, after, found.currency, locale)}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
