import type { PlainDate } from '../../../../base/days.ts';
import type { Bill } from '../../../../contract/bill.ts';
import type { Deviation } from '../../../core/bills/flags/routine.ts';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { messages } from '../../../kit/text/messages.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { formatAgainst } from './format-against.ts';
import './flags.css';

export interface AgainstLineProps {
  readonly bill: Bill;
  readonly today: PlainDate;
}

/** The bill against the vendor's previous one, and why it is routine or not. */
export function AgainstLine({ bill, today }: AgainstLineProps) {
  const { workspace } = useData();
  const { locale } = useShell();
  useObservable(workspace.flags.version);
  const regularity = workspace.flags.regularityOf(bill.id);
  if (regularity === null || regularity.against === null) return null;
  const { against, deviations, otherField } = regularity;
  const text = messages.flags.routine;
  const reasons = sayAll(
    deviations.map((each) =>
      each === 'payee' && otherField !== null ? text.otherField(otherField) : text.deviations[each],
    ),
    ', ',
  );
  return (
    <p className="detail__against">
      <span className="visually-hidden">{messages.flags.against.label}</span>{' '}
      {formatAgainst(against, bill, today, locale)}
      {isTelling(deviations) && (
        <span className="detail__routine">
          {deviations.length === 0 ? text.isRoutine : text.not(reasons)}
        </span>
      )}
    </p>
  );
}

/** A vendor with more deviations has no routine. */
const MOST_NAMED = 3;

/** Whether to name the reasons why the bill is not routine. A flag already shows its own. */
function isTelling(deviations: readonly Deviation[]): boolean {
  return (
    deviations.length <= MOST_NAMED &&
    !deviations.includes('fewPaid') &&
    !deviations.includes('flagged')
  );
}
