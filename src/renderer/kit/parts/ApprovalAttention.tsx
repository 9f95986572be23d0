import { differences, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import type { Bill } from '../../../contract/bill.ts';
import type { Approval } from '../../core/model/approval.ts';
import { fieldsThatKeepChanging } from '../../core/outbox/approval-status.ts';
import { decisionSince, differingAnswer } from '../../core/outbox/unexpected-change.ts';
import { useObservable } from '../hooks/use-observable.ts';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import { sayAll } from '../text/say.ts';
import { Button } from '../ui/Button.tsx';
import { DetailLines, TechnicalDetails } from '../ui/Message.tsx';
import { detailsOf, errorOfOutcome, formatServiceError } from '../ui/sentences.ts';
import './approval-attention.css';
import { formatAttention, formatSince } from './format-attention.ts';
import { formatChange, formatField } from './format-snapshot.ts';
import { useStatusContext } from './use-status-context.ts';
import { useNow } from '../hooks/use-now.ts';
import { formatWhy } from './format-why.ts';

/** State of an approval and its reason. If it needs the user, also everything needed to decide. */
export function ApprovalAttention({ approval }: { readonly approval: Approval }) {
  const { locale } = useShell();
  const context = useStatusContext();
  const { snapshot, found, state } = approval;
  const listed = useListedBill(approval);
  const unconfirmed = state === 'unknown' ? listed : null;
  const since = unconfirmed && decisionSince(snapshot, unconfirmed);
  const attention = formatAttention(approval, context, since);
  const later = listed && formatSince(approval, listed, context.service);
  const error = errorOfOutcome(approval.outcome);
  const isTechnical = state === 'unknown' || state === 'rejected' || state === 'queued';
  const technical =
    isTechnical && error && formatServiceError(error, context.service, locale).technical;
  return (
    <>
      {attention ? (
        <dl className="attention">
          {attentionParts.map((part) => (
            <div key={part} className="attention__part">
              <dt>{messages.approvals.attentionParts[part]}</dt>
              <dd>{attention[part]}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <ApprovalWhy approval={approval} />
      )}
      {later && <p>{later}</p>}
      {state === 'changed' && <UncheckOffer approval={approval} />}
      {state === 'rejected' && <DetailLines lines={detailsOf(error)} />}
      {found && (state === 'changed' || state === 'confirmed') && (
        <Difference approved={snapshot} found={found} of={state} />
      )}
      {unconfirmed && <PaidOtherwise approved={snapshot} bill={unconfirmed} />}
      {technical && <TechnicalDetails text={technical} />}
    </>
  );
}

/** The approval's bill in the list; null without it. */
function useListedBill({ billId, organizationId }: Approval): Bill | null {
  const { workspace } = useData();
  useObservable(workspace.bills.version);
  const row = workspace.bills.get(billId);
  return row?.organizationId === organizationId ? row.bill : null;
}

interface PaidOtherwiseProps {
  readonly approved: ReviewedSnapshot;
  readonly bill: Bill;
}

/** For an approval without confirmation: how the bill differs from it, if it has been paid since. */
function PaidOtherwise({ approved, bill }: PaidOtherwiseProps) {
  const found = bill.status === 'paid' ? differingAnswer(approved, bill) : null;
  if (found === null) return null;
  return (
    <>
      <p>{messages.approvals.difference.paidOtherwise}</p>
      <Difference approved={approved} found={found} of="paid" />
    </>
  );
}

/**
 * Offers to ignore fields that keep changing. If only the service's own fields differed, and the same ones
 * more than once, it may change them at each reading. The bill could then never be approved.
 */
function UncheckOffer({ approval }: { readonly approval: Approval }) {
  const { workspace } = useData();
  const { run } = useShell();
  const { service } = useStatusContext();
  const session = useObservable(workspace.session);
  const { uncheckedFields } = useObservable(workspace.settings);
  const fields = fieldsThatKeepChanging(approval);
  if (fields.length === 0 || !('connection' in session)) return null;
  const text = messages.approvals.uncheck;
  const connectionId = session.connection.id;
  const more = fields.map((field) => ({ connectionId, field }));
  return (
    <div className="attention__part">
      <p>{text.lead(service, sayAll(', ', fields.map(formatField)))}</p>
      <div className="actions">
        <Button
          size="small"
          onPress={() =>
            run(
              workspace.commands.changeSettings({ uncheckedFields: [...uncheckedFields, ...more] }),
            )
          }
        >
          {text.action(fields.length)}
        </Button>
      </div>
    </div>
  );
}

const attentionParts = ['happened', 'meaning', 'nextStep'] as const;

const REDRAW_MS = 1_000;

/** Why an approval is in its state. A separate component, so that the clock redraws only this sentence. */
export function ApprovalWhy({ approval }: { readonly approval: Approval }) {
  const context = useStatusContext();
  const now = useNow(approval.state === 'held' ? REDRAW_MS : null);
  return <p>{formatWhy(approval, context, now)}</p>;
}

interface DifferenceProps {
  readonly approved: ReviewedSnapshot;
  readonly found: ReviewedSnapshot;
  /**
   * Meaning of `found`. `changed`: the bill as it is now. `paid`: the same, already paid. `confirmed`: the bill that
   * the service says it approved.
   */
  readonly of: 'changed' | 'confirmed' | 'paid';
}

/** Compares the approved and the found bill, field by field; nothing when they are equal. */
export function Difference({ approved, found, of }: DifferenceProps) {
  const { locale } = useShell();
  const text = messages.approvals.difference;
  const changes = differences(approved, found);
  if (changes.length === 0) return null;
  return (
    <table className="difference">
      <caption className="visually-hidden">{text.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{text.field}</th>
          <th scope="col">{text.before}</th>
          <th scope="col">{text.after[of]}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => {
          const currencies = [approved.currency, found.currency] as const;
          const [before, after] = formatChange(change, currencies, locale);
          return (
            <tr key={change.field}>
              <th scope="row" dir="auto">
                {formatField(change.field)}
              </th>
              <td dir="auto">
                <del>{before}</del>
              </td>
              <td dir="auto">
                <ins>{after}</ins>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
