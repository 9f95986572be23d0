import {
  paymentWayIn,
  type PaymentWay,
  paymentWays,
  withTag,
} from '../../../core/model/annotation.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import { useData } from '../../../kit/services/data.ts';
import { useReview } from '../../../kit/services/review.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { Message } from '../../../kit/ui/Message.tsx';
import { dateAndTime } from '../../../kit/ui/relative-time.ts';
import '../../../kit/parts/reasons.css';
import './flags.css';
import { formatBills } from './format-annotation.ts';
import { useAnnotation } from './use-annotating.ts';

/**
 * Says that the bill was paid without an approval from this computer. The user settles this by choosing how it was
 * paid, which adds a tag to the note.
 */
export function PaidUnapproved({ row }: { readonly row: BillRow }) {
  const { workspace, clock } = useData();
  const { announce, locale, run } = useShell();
  const { undos } = useReview();
  const { annotations } = workspace;
  const annotation = useAnnotation(row);
  const noticedAtMs = annotation?.paidUnapprovedAtMs;
  if (noticedAtMs === undefined) return null;
  const { organizationId, bill } = row;
  const { note } = annotation ?? { note: '' };
  const text = messages.flags.paidUnapproved;
  const way = paymentWayIn(note);
  const noticed = text.noticed(dateAndTime(noticedAtMs, locale));
  const choose = async (chosen: PaymentWay): Promise<void> => {
    await annotations.setNote(organizationId, bill.id, withTag(note, text.tags[chosen]));
    await annotations.flush();
    const title = () => messages.annotations.done.noted(formatBills([row]));
    announce(title());
    undos.push({
      title,
      atMs: clock.nowMs(),
      billIds: [bill.id],
      undo: () => annotations.setNote(organizationId, bill.id, note),
    });
  };
  return (
    <div className="flags">
      <Message
        tone={way === null ? 'caution' : 'good'}
        sentence={{
          title: text.title,
          whatToDo: way === null ? `${noticed} ${text.explain}` : `${noticed} ${text.ways[way]}.`,
        }}
      />
      {way === null && (
        <div className="reasons" role="group" aria-label={text.explain}>
          {paymentWays.map((each) => (
            <Button key={each} size="small" onPress={() => run(choose(each))}>
              {text.ways[each]}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
