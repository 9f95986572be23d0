import { routeHref } from '../../kit/route.ts';
import { useServices } from '../../kit/services.ts';
import { useOrganizationNames, useShownOrganizations } from '../../kit/hooks/use-organizations.ts';
import { messages } from '../../kit/text/messages.ts';
import { sayAll } from '../../kit/text/say.ts';
import { Disclosure } from '../../kit/ui/Disclosure.tsx';
import { formatMoney } from '../../kit/ui/money.ts';
import { dateAndTime } from '../../kit/ui/relative-time.ts';
import { DetailLines, TechnicalDetails } from '../../kit/ui/Message.tsx';
import { detailsOf, errorOfOutcome, formatServiceError } from '../../kit/ui/sentences.ts';
import type { Approval } from '../../core/outbox/approval.ts';
import { ApprovalBadge } from '../../kit/parts/ApprovalBadge.tsx';
import { useState } from 'react';
import { Button } from '../../kit/ui/Button.tsx';
import { actionsFor, asksFirst, type ApprovalAction } from '../../core/outbox/approval-actions.ts';
import { ConfirmAction, formatAction } from './ConfirmAction.tsx';
import { ApprovalStory } from '../../kit/parts/ApprovalStory.tsx';
import { differences, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import { formatField, formatFieldValue, formatSnapshot } from '../../kit/parts/format-snapshot.ts';
import { formatAttention } from '../../kit/parts/format-attention.ts';
import type { Attention } from '../../kit/text/en/approvals.ts';
import { useAround, useWhy } from '../../kit/parts/use-around.ts';

export interface ApprovalItemProps {
  readonly approval: Approval;
  readonly signInId: string | null;
}

/** One approval: what was approved, where it stands and why, and what can be done. */
export function ApprovalItem({ approval, signInId }: ApprovalItemProps) {
  const { locale } = useServices();
  const around = useAround();
  const attention = formatAttention(approval, around);
  const { snapshot, found } = approval;
  const name = snapshot.vendorName ?? messages.review.noVendor;
  const error = errorOfOutcome(approval.outcome);
  const technical =
    needsTechnical(approval) &&
    error &&
    formatServiceError(error, around.service, locale).technical;
  return (
    <li className="approval" aria-label={sayAll([name, snapshot.billNumber ?? ''], ' ')}>
      <div className="approval__head">
        <h2 className="approval__name">
          <bdi>{name}</bdi>
          <span className="approval__number" dir="auto">
            {snapshot.billNumber ?? messages.review.noNumber}
          </span>
        </h2>
        <ApprovalBadge approval={approval} />
        <span className="approval__amount amount">
          {formatMoney(snapshot.amountDueCents, snapshot.currency, locale)}
        </span>
      </div>
      <p className="approval__when">
        {messages.approvals.approvedAt(dateAndTime(approval.approvedAtMs, locale))}
        <Where approval={approval} />
      </p>
      {attention ? <AttentionParts attention={attention} /> : <WhyLine approval={approval} />}
      {approval.state === 'rejected' && <DetailLines lines={detailsOf(error)} />}
      {found && (approval.state === 'changed' || approval.state === 'confirmed') && (
        <Difference approved={snapshot} found={found} of={approval.state} />
      )}
      {technical && <TechnicalDetails text={technical} />}
      <div className="approval__foot">
        <Disclosure title={messages.approvals.story}>
          <ApprovalStory approval={approval} />
        </Disclosure>
        {attention && (
          <Disclosure title={messages.approvals.snapshot}>
            <SnapshotFields snapshot={snapshot} />
          </Disclosure>
        )}
        <OpenBill approval={approval} />
        <ApprovalButtons approval={approval} signInId={signInId} isPending={attention === null} />
      </div>
    </li>
  );
}

function AttentionParts({ attention }: { readonly attention: Attention }) {
  return (
    <dl className="attention">
      {attentionParts.map((part) => (
        <div key={part} className="attention__part">
          <dt>{messages.approvals.attentionParts[part]}</dt>
          <dd>{attention[part]}</dd>
        </div>
      ))}
    </dl>
  );
}

const attentionParts = ['happened', 'meaning', 'nextStep'] as const;

// Apart, so that the clock redraws one sentence and not the whole list.
function WhyLine({ approval }: { readonly approval: Approval }) {
  return <p>{useWhy(approval)}</p>;
}

/** The organization, when there are several, or when it is what cannot be seen. */
function Where({ approval: { organizationId, waitingFor } }: { readonly approval: Approval }) {
  const names = useOrganizationNames();
  if (names.size < 2 && waitingFor !== 'noOrganization') return null;
  return <span dir="auto">{names.get(organizationId) ?? organizationId}</span>;
}

function OpenBill({ approval }: { readonly approval: Approval }) {
  const { workspace } = useServices();
  useShownOrganizations();
  const row = workspace.bills.get(approval.billId);
  if (row?.organizationId !== approval.organizationId) return null;
  return <a href={routeHref('review', approval.billId)}>{messages.approvals.openBill}</a>;
}

function needsTechnical({ state }: Approval): boolean {
  return state === 'unknown' || state === 'rejected' || state === 'queued';
}

interface ApprovalButtonsProps {
  readonly approval: Approval;
  readonly signInId: string | null;
  /** Nothing is wrong with it. */
  readonly isPending: boolean;
}

/** The decisions that fit one approval. */
function ApprovalButtons({ approval, signInId, isPending }: ApprovalButtonsProps) {
  const { workspace, run } = useServices();
  const [asked, setAsked] = useState<ApprovalAction | null>(null);
  const { vendorName, billNumber } = approval.snapshot;
  const about = sayAll(
    [vendorName, billNumber].filter((part) => part !== null),
    ' ',
  );
  const act = (action: ApprovalAction): void => run(workspace.commands[action]([approval.id]));
  return (
    <div className="actions" role="group" aria-label={about || messages.review.noVendor}>
      {actionsFor(approval, signInId).map((action) => (
        <Button
          key={action}
          size="small"
          variant={action === 'withdraw' ? 'quiet' : 'plain'}
          onPress={() => (asksFirst(action, approval) ? setAsked(action) : act(action))}
        >
          {formatAction(action, 1, isPending)}
        </Button>
      ))}
      <ConfirmAction
        action={asked}
        count={1}
        isPending={isPending}
        onClose={() => setAsked(null)}
        onConfirm={(action) => act(action)}
      />
    </div>
  );
}

interface DifferenceProps {
  readonly approved: ReviewedSnapshot;
  readonly found: ReviewedSnapshot;
  /** `changed`: what the bill is now. `confirmed`: what the service said it had approved. */
  readonly of: 'changed' | 'confirmed';
}

/** What was approved beside what was found, field by field; nothing when they are the same. */
function Difference({ approved, found, of }: DifferenceProps) {
  const { locale } = useServices();
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
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row" dir="auto">
              {formatField(field)}
            </th>
            <td dir="auto">
              <del>{formatFieldValue(field, before, approved.currency, locale)}</del>
            </td>
            <td dir="auto">
              <ins>{formatFieldValue(field, after, found.currency, locale)}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Everything that was on the screen at the approval: readable whatever became of the bill since. */
function SnapshotFields({ snapshot }: { readonly snapshot: ReviewedSnapshot }) {
  const { locale } = useServices();
  return (
    <dl className="fields">
      {formatSnapshot(snapshot, locale).map(({ field, label, text }) => (
        <div key={field} className="fields__line">
          <dt dir="auto">{label}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
