import { useServices } from '../services.ts';
import type { ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import { formatSnapshot } from './format-snapshot.ts';

/** Everything that was on the screen at the approval: readable whatever became of the bill since. */
export function SnapshotFields({ snapshot }: { readonly snapshot: ReviewedSnapshot }) {
  const { locale } = useServices();
  return (
    <dl className="fields">
      {formatSnapshot(snapshot, locale).map(({ field, label, text }) => (
        <div key={field} className="fields__line">
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
