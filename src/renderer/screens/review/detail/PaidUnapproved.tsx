import { isPaidUnapproved } from '../../../core/bills/lists/condition-tests.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Message } from '../../../kit/ui/Message.tsx';
import { dateAndTime } from '../../../kit/ui/relative-time.ts';
import './flags.css';
import { useAnnotation } from './use-annotating.ts';

/** Says that the bill was paid without an approval from this computer. A note on how it was paid settles it. */
export function PaidUnapproved({ row }: { readonly row: BillRow }) {
  const { locale } = useShell();
  const annotation = useAnnotation(row);
  const noticedAtMs = annotation?.paidUnapprovedAtMs;
  if (noticedAtMs === undefined || !isPaidUnapproved(row.bill.status)) return null;
  const text = messages.flags.paidUnapproved;
  const isExplained = annotation?.note.trim() !== '';
  const noticed = text.noticed(dateAndTime(noticedAtMs, locale));
  return (
    <div className="flags">
      <Message
        tone={isExplained ? 'good' : 'caution'}
        sentence={{
          title: text.title,
          whatToDo: isExplained ? noticed : `${noticed} ${text.explain}`,
        }}
      />
    </div>
  );
}
