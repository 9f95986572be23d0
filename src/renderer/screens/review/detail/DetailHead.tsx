import type { ReactNode } from 'react';
import { useServiceName } from '../../../kit/parts/service-name.ts';
import { canBeOverdue, isPayable, shownStatus } from '../../../../contract/assumptions.ts';
import { type Bill, vendorName } from '../../../../contract/bill.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { ApprovalBadge } from '../../../kit/parts/ApprovalBadge.tsx';
import { type Annotating, useAnnotation } from './use-annotating.ts';
import { messages } from '../../../kit/text/messages.ts';
import { say, sayAll } from '../../../kit/text/say.ts';
import { paymentTermsOf } from '../../../core/model/payment-terms.ts';
import { amountOf } from '../../../core/model/currency-totals.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import { useNamesBesideBills } from '../../../kit/hooks/use-organizations.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { FlagList } from './Flags.tsx';
import { longDate, relativeDay, shortDate } from '../../../kit/ui/dates.ts';
import { daysBetween, type PlainDate, readPlainDate } from '../../../../base/days.ts';
import { formatMoney } from '../../../../bridge/money.ts';
import type { Approval } from '../../../core/model/approval.ts';
import { formatStatus, StatusBadge } from '../../../kit/parts/StatusBadge.tsx';
import { BILL_IDS } from '../../../kit/parts/DetailPane.tsx';
import { Icon } from '../../../kit/ui/icons.tsx';
import { useKeyTip } from '../../../kit/ui/Keys.tsx';
import { outOfInboxAs } from '../../../core/local/out-of-inbox.ts';
import './annotations.css';
import { formatBack, formatOutOfInbox } from './format-annotation.ts';
import { isPaidUnapproved } from '../../../core/bills/lists/condition-tests.ts';
import { lazy } from '../../../kit/ui/lazy.tsx';
import type { Deviation } from '../../../core/bills/flags/routine.ts';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { useData } from '../../../kit/services/data.ts';
import { formatAgainst } from './format-against.ts';
import './flags.css';
import { keepAmounts } from '../../../kit/ui/keep-amounts.tsx';

const PaidUnapproved = lazy(() => import('./PaidUnapproved.tsx'), 'PaidUnapproved');

export interface DetailHeadProps {
  readonly row: BillRow;
  readonly approval: Approval | null;
  readonly today: PlainDate;
  readonly annotating: Annotating;
  /** Whether other bills are selected: keys and buttons then act on them. */
  readonly isSelecting: boolean;
  /** Whether its approval is not saved yet, on a slow disk. */
  readonly isSaving: boolean;
  readonly onApprove: () => void;
}

/** The facts for a decision and the buttons, visible without scrolling in the smallest window. */
export function DetailHead(props: DetailHeadProps) {
  const { row, approval, today, annotating, isSelecting, isSaving, onApprove } = props;
  const { locale } = useShell();
  const { bill } = row;
  const text = messages.review.detail;
  const due = readPlainDate(bill.dueDate);
  const isLate = due !== null && due < today && canBeOverdue(bill);
  const isDue = isPayable(bill.status);
  const isOpen = approval === null && isDue;
  const money = (cents: number): string => formatMoney(cents, bill.currency, locale);
  return (
    <header className="detail__head">
      {/* The key makes new elements for each bill. They lose the focus, so a screen reader reads the bill before Enter approves it. */}
      <h2 key={bill.id} id="bill-vendor" aria-labelledby={BILL_IDS} className="detail__vendor">
        <bdi>{vendorName(bill) ?? messages.review.noVendor}</bdi>
      </h2>
      <p className="detail__sub">
        <BillOrganization row={row} />
        <span id="bill-number">
          <FactName name={text.names.number} />
          <bdi>{bill.billNumber ?? messages.review.noNumber}</bdi>
        </span>
        {approval && <ApprovalBadge approval={approval} />}
        {!approval && !isLate && <StatusBadge status={shownStatus(bill)} />}
      </p>
      <p id="bill-amount" className="detail__amount">
        <FactName name={isDue ? text.names.amountDue : text.names.total} />
        {money(amountOf(bill).amountCents)}
        {isDue && bill.amountDueCents !== bill.totalCents && (
          <span className="detail__total">{text.ofTotal(money(bill.totalCents))}</span>
        )}
      </p>
      <dl className="bill-facts">
        {bill.memo && (
          <Fact name="memo">
            <span className="bill-facts__memo" dir="auto">
              {bill.memo}
            </span>
          </Fact>
        )}
        <Fact name="dueDate">
          <Due bill={bill} today={today} isLate={isLate} />
        </Fact>
        {bill.date !== null && (
          <Fact name="date">
            <Billed bill={bill} today={today} />
          </Fact>
        )}
      </dl>
      {approval === null && isPaidUnapproved(row.bill.status) && <PaidUnapproved row={row} />}
      <AgainstLine bill={bill} today={today} />
      <FlagList
        row={row}
        today={today}
        annotating={annotating}
        canApprove={isPayable(bill.status) && (approval?.state ?? 'changed') === 'changed'}
      />
      {isOpen && isSelecting ? (
        <p className="detail__closed">{text.selecting}</p>
      ) : (
        <Decision
          key={`approve ${bill.id}`}
          approval={approval}
          isSaving={isSaving}
          onApprove={onApprove}
          status={bill.status}
        />
      )}
      {isOpen && !isSelecting && <HideButtons row={row} today={today} annotating={annotating} />}
    </header>
  );
}

/** Name of a fact for screen readers. On screen, place and size identify the fact. */
function FactName({ name }: { readonly name: string }) {
  return <span className="visually-hidden">{name} </span>;
}

interface FactProps {
  readonly name: keyof typeof messages.review.fields;
  readonly children: ReactNode;
}

function Fact({ name, children }: FactProps) {
  return (
    <div className="bill-facts__line">
      <dt>{messages.review.fields[name]}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface DateFactProps {
  readonly bill: Bill;
  readonly today: PlainDate;
}

/** The due date, and for an unpaid bill the days to it. */
function Due({ bill, today, isLate }: DateFactProps & { readonly isLate: boolean }) {
  const { locale } = useShell();
  const text = messages.review.detail;
  const due = readPlainDate(bill.dueDate);
  if (due === null) return bill.dueDate ?? text.noDue;
  if (!canBeOverdue(bill)) return <Day date={due} today={today} />;
  const when = isLate ? text.overdue(daysBetween(due, today)) : relativeDay(due, today, locale);
  return (
    <span className={isLate ? 'bill-facts__late' : undefined}>
      <Day date={due} today={today} />
      {say` · ${when}`}
    </span>
  );
}

/** A short date. Screen readers and the tooltip say it in full, with its weekday. */
function Day({ date, today }: { readonly date: PlainDate; readonly today: PlainDate }) {
  const { locale } = useShell();
  const inFull = longDate(date, locale);
  return (
    <span title={inFull}>
      <span aria-hidden="true">{shortDate(date, today, locale)}</span>
      <span className="visually-hidden">{inFull}</span>
    </span>
  );
}

/** The bill date, and the days from it to the due date as payment terms. */
function Billed({ bill, today }: DateFactProps) {
  const date = readPlainDate(bill.date);
  if (date === null) return bill.date;
  const days = paymentTermsOf(bill);
  return (
    <>
      <Day date={date} today={today} />
      {days !== null && say` · ${messages.review.detail.paymentTerms(days)}`}
    </>
  );
}

interface DecisionProps extends Pick<DetailHeadProps, 'approval' | 'isSaving' | 'onApprove'> {
  readonly status: string;
}

function Decision({ status, approval, isSaving, onApprove }: DecisionProps) {
  const service = useServiceName();
  const text = messages.review.detail;
  if (approval) return null;
  if (isPayable(status)) {
    return (
      <div className="detail__decision">
        <Button
          variant="primary"
          size="large"
          icon={isSaving ? 'refresh' : 'check'}
          command="approve"
          aria-describedby={BILL_IDS}
          // Ignores the second click of a double click: it would approve the next bill, which the user hasn't
          // seen.
          onPress={({ detail }) => detail < 2 && onApprove()}
        >
          {isSaving ? messages.review.approving : text.approve}
        </Button>
      </div>
    );
  }
  const known = Object.hasOwn(messages.statuses, status);
  return (
    <p className="detail__closed">
      {known ? text.notPayable(formatStatus(status)) : text.unknownStatus(service)}
    </p>
  );
}

/** The bill's organization, if several are on screen. */
function BillOrganization({ row }: { readonly row: BillRow }) {
  const names = useNamesBesideBills();
  if (names === null) return null;
  return (
    <span>
      <span className="visually-hidden">{messages.organizations.ofBill}</span>
      <bdi>{names.get(row.organizationId) ?? row.organizationId}</bdi>
    </span>
  );
}

type HideButtonsProps = Pick<DetailHeadProps, 'row' | 'today' | 'annotating'>;

/** Hides the bill, or returns it to the inbox. */
function HideButtons({ row, today, annotating }: HideButtonsProps) {
  const { locale, handlers } = useShell();
  const annotation = useAnnotation(row);
  const service = useServiceName();
  const tip = useKeyTip();
  const text = messages.annotations;
  const how = outOfInboxAs(annotation, today);
  const back = formatBack(annotation, today, locale);
  return (
    <div className="hiding" role="group" aria-label={text.hiddenGroup}>
      {how !== null && (
        <p className="hiding__state">
          <Icon name={how === 'snoozed' ? 'snooze' : 'hide'} />
          <span>
            <strong>{text.stop(formatOutOfInbox(annotation, today, locale) ?? '')}</strong>{' '}
            {how === 'snoozed' ? text.snoozedHint : text.hiddenHint}
          </span>
        </p>
      )}
      {back !== null && <p className="faint">{back}</p>}
      <div className="actions">
        {how !== null && (
          <Button size="small" onPress={() => annotating.returnToInbox([row])}>
            {text.returnToInbox}
          </Button>
        )}
        <Button
          size="small"
          hint={tip(text.snooze, 'snooze')}
          onPress={() => annotating.askToSnooze([row])}
        >
          {text.snooze}
        </Button>
        {how !== 'hidden' && (
          <Button
            size="small"
            hint={tip(text.hideTip(service), 'hide')}
            onPress={() => annotating.hide([row])}
          >
            {text.hide}
          </Button>
        )}
        {annotation?.hold === undefined && (
          <Button
            size="small"
            hint={tip(text.placeOnHold, 'hold')}
            onPress={() => annotating.askToHold([row])}
          >
            {text.placeOnHold}
          </Button>
        )}
        <Button
          size="small"
          hint={tip(messages.help.commands.skip, 'skip')}
          onPress={() => new Map(handlers).get('skip')?.()}
        >
          {messages.help.commands.skip}
        </Button>
      </div>
    </div>
  );
}

/** The bill against the vendor's previous one, and why it is routine or not. */
function AgainstLine({ bill, today }: DateFactProps) {
  const { workspace } = useData();
  const { locale } = useShell();
  useObservable(workspace.flags.version);
  const regularity = workspace.flags.regularityOf(bill.id);
  if (regularity === null || regularity.against === null) return null;
  const { against, deviations, otherField } = regularity;
  const text = messages.flags.routine;
  const reasons = sayAll(
    ', ',
    deviations.map((each) =>
      each === 'payee' && otherField !== null ? text.otherField(otherField) : text.deviations[each],
    ),
  );
  return (
    <p className="detail__against">
      <span className="visually-hidden">{messages.flags.against.label}</span>{' '}
      {keepAmounts(formatAgainst(against, bill, today, locale))}
      {areWorthNaming(deviations) && (
        <span className="detail__routine">
          {deviations.length === 0 ? text.isRoutine : text.not(reasons)}
        </span>
      )}
    </p>
  );
}

/** Maximum deviations to name. With more of them, the vendor has no routine. */
const MAX_NAMED = 3;

/** Whether to say why the bill is routine or not. A flagged bill shows its flags instead. */
function areWorthNaming(deviations: readonly Deviation[]): boolean {
  return (
    deviations.length <= MAX_NAMED &&
    !deviations.includes('fewPaid') &&
    !deviations.includes('flagged')
  );
}
