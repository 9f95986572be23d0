import { useShell } from '../services/shell.ts';
import { dateAndTime } from '../ui/relative-time.ts';
import type { Approval } from '../../core/model/approval.ts';
import { eventText, formatEvent, withoutRepeats } from './format-why.ts';
import './approval-history.css';

/** History of an approval, oldest event first. */
export function ApprovalHistory({ approval }: { readonly approval: Approval }) {
  const { locale } = useShell();
  return (
    <ol className="stack stack--close">
      {withoutRepeats(approval.history).map((event, at) => (
        <li key={`${event.atMs} ${at}`} className="approval-history__event">
          <time dateTime={new Date(event.atMs).toISOString()} className="approval-history__time">
            {dateAndTime(event.atMs, locale)}
          </time>
          <span>
            {formatEvent(event)}
            {eventText(event) && (
              <span className="approval-history__detail">{eventText(event)}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
