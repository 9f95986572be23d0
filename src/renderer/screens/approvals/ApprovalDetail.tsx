import { useRef } from 'react';
import { readPlainDate } from '../../../base/days.ts';
import type { ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import { sectionOf } from '../../core/outbox/approval-sections.ts';
import type { Approval } from '../../core/model/approval.ts';
import { useOrganizationNames, useShownOrganizations } from '../../kit/hooks/use-organizations.ts';
import { useShortcut } from '../../kit/hooks/use-shortcuts.ts';
import { ApprovalAttention } from '../../kit/parts/ApprovalAttention.tsx';
import { ApprovalBadge } from '../../kit/parts/ApprovalBadge.tsx';
import { ApprovalDecisions, AttentionDecisions } from '../../kit/parts/ApprovalDecisions.tsx';
import { ApprovalHistory } from '../../kit/parts/ApprovalHistory.tsx';
import { BILL_IDS, DetailPane } from '../../kit/parts/DetailPane.tsx';
import { Fact } from '../../kit/parts/FieldList.tsx';
import { FlagSentences } from '../../kit/parts/FlagSentences.tsx';
import { BillReasonChoice } from '../../kit/parts/ReasonChoice.tsx';
import { newVersionOf } from '../../kit/services/questions.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { useStatusContext } from '../../kit/parts/use-status-context.ts';
import { overrideLines } from '../../kit/parts/format-override.ts';
import { formatSnapshot } from '../../kit/parts/format-snapshot.ts';
import { routeHref } from '../../kit/services/route.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { sayAll } from '../../kit/text/say.ts';
import { type MenuPlace, useMenuOn } from '../../kit/ui/menu-place.ts';
import { longDate } from '../../kit/ui/dates.ts';
import { Disclosure } from '../../kit/ui/Disclosure.tsx';
import { formatMoney } from '../../../bridge/money.ts';
import { dateAndTime } from '../../kit/ui/relative-time.ts';
import { RecordButton } from './RecordsDialog.tsx';

export interface ApprovalDetailProps {
  readonly approval: Approval | null;
  readonly hasApprovals: boolean;
  /** Whether it covers the list in a narrow window. */
  readonly isOpen: boolean;
  readonly onBack: () => void;
  readonly onMenu: (at: MenuPlace, approval: Approval) => void;
}

/** One approval in full: the approved bill, its state and reason, possible decisions, and its history. */
export function ApprovalDetail(props: ApprovalDetailProps) {
  const { approval, hasApprovals, isOpen, onBack, onMenu } = props;
  useShortcut('clearSelection', onBack);
  const detail = useRef<HTMLElement>(null);
  useMenuOn(detail, (at) => {
    if (approval !== null) onMenu(at, approval);
    return approval !== null;
  });
  return (
    <DetailPane
      paneRef={detail}
      shown={approval && `${approval.id} ${isOpen}`}
      text={messages.approvals.detail}
      hasRows={hasApprovals}
      onBack={onBack}
    >
      {approval && <OneApproval key={approval.id} approval={approval} />}
    </DetailPane>
  );
}

function OneApproval({ approval }: { readonly approval: Approval }) {
  const { locale } = useShell();
  const { signInId } = useStatusContext();
  const { snapshot } = approval;
  const needsAttention = sectionOf(approval, signInId) === 'attention';
  return (
    <>
      <header className="detail__head">
        <h2 id="bill-vendor" aria-labelledby={BILL_IDS} className="detail__vendor" dir="auto">
          {snapshot.vendorName ?? messages.review.noVendor}
        </h2>
        <Where approval={approval} />
        <p className="detail__sub">
          <bdi id="bill-number">{snapshot.billNumber ?? messages.review.noNumber}</bdi>
          <ApprovalBadge approval={approval} />
        </p>
        <Amount approval={approval} />
        <p className="detail__due">
          <DueOn due={snapshot.dueDate} />
        </p>
        <p className="detail__due">
          {messages.approvals.approvedAt(dateAndTime(approval.approvedAtMs, locale))}
        </p>
        {overrideLines(approval).map(([name, value]) => (
          <p key={name} className="detail__due">
            {sayAll(': ', [name, value])}
          </p>
        ))}
        <NewVersionFlags approval={approval} />
        {needsAttention && <AttentionDecisions approval={approval} />}
      </header>
      <div className="detail__body">
        <ApprovalAttention approval={approval} />
        {!needsAttention && <ApprovalDecisions approval={approval} />}
        <RecordButton approval={approval} />
        <OpenBill approval={approval} />
        <Disclosure title={messages.approvals.history} openAtFirst>
          <ApprovalHistory approval={approval} />
        </Disclosure>
        <Disclosure title={messages.approvals.snapshot}>
          <dl className="fields">
            {formatSnapshot(snapshot, locale).map(({ field, label, text }) => (
              <Fact key={field} name={label}>
                {text}
              </Fact>
            ))}
          </dl>
        </Disclosure>
      </div>
    </>
  );
}

/** Flags of the version that the user may approve, and reasons to approve it anyway. */
function NewVersionFlags({ approval }: { readonly approval: Approval }) {
  const { workspace } = useData();
  useObservable(workspace.flags.version);
  const { row, flags } = newVersionOf(workspace, approval) ?? {};
  if (row === undefined || flags === undefined || flags.length === 0) return null;
  return (
    <section aria-label={messages.flags.title}>
      <FlagSentences bill={row.bill} flags={flags} />
      <BillReasonChoice row={row} />
    </section>
  );
}

/** The approved amount; if the bill's amount has changed since, both. */
function Amount({ approval: { snapshot, found, state } }: { readonly approval: Approval }) {
  const { locale } = useShell();
  const format = ({ amountDueCents, currency }: ReviewedSnapshot): string =>
    formatMoney(amountDueCents, currency, locale);
  const before = format(snapshot);
  const now = state === 'changed' && found !== null ? format(found) : before;
  if (now === before)
    return (
      <p id="bill-amount" className="detail__amount">
        {before}
      </p>
    );
  return (
    <p id="bill-amount" className="detail__amount">
      <del className="detail__before">{before}</del>
      {' → '}
      <ins>{now}</ins>
    </p>
  );
}

function DueOn({ due }: { readonly due: string | null }) {
  const { locale } = useShell();
  const date = readPlainDate(due);
  if (date === null) return null;
  return <span>{messages.review.detail.due(longDate(date, locale))}</span>;
}

/** The organization. Shown when there are several, or when the approval waits because it is unavailable. */
function Where({ approval: { organizationId, waitingFor } }: { readonly approval: Approval }) {
  const names = useOrganizationNames();
  if (names.size < 2 && waitingFor !== 'noOrganization') return null;
  return (
    <p className="detail__organization" dir="auto">
      {names.get(organizationId) ?? organizationId}
    </p>
  );
}

function OpenBill({ approval }: { readonly approval: Approval }) {
  const { workspace } = useData();
  useShownOrganizations();
  const row = workspace.bills.get(approval.billId);
  if (row?.organizationId !== approval.organizationId) return null;
  return <a href={routeHref('review', approval.billId)}>{messages.approvals.openBill}</a>;
}
