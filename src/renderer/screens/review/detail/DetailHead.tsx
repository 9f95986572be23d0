import { useServiceName } from '../../../kit/parts/service-name.ts';
import { isPayable } from '../../../../contract/assumptions.ts';
import { vendorName } from '../../../../contract/bill.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { ApprovalBadge } from '../../../kit/parts/ApprovalBadge.tsx';
import { type Annotating, useAnnotation } from './use-annotating.ts';
import { messages } from '../../../kit/text/first-messages.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import { useNamesBesideBills } from '../../../kit/hooks/use-organizations.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { FlagList } from './Flags.tsx';
import { longDate, relativeDay, shortDate } from '../../../kit/ui/dates.ts';
import { daysBetween, type PlainDate, readPlainDate } from '../../../../base/days.ts';
import { formatMoney } from '../../../../bridge/money.ts';
import type { ShortcutCommand } from '../../../kit/actions/shortcuts.ts';
import type { Approval } from '../../../core/model/approval.ts';
import { formatStatus, StatusBadge } from '../../../kit/parts/StatusBadge.tsx';
import { Icon } from '../../../kit/ui/icons.tsx';
import { howHidden } from '../../../core/local/hidden-view.ts';
import { later } from '../../../kit/ui/later.tsx';
import './annotations.css';
import { formatBack, formatHidden } from './format-annotation.ts';

const AgainstLine = later(async () => (await import('./AgainstLine.tsx')).AgainstLine);

export interface DetailHeadProps {
  readonly row: BillRow;
  readonly approval: Approval | null;
  readonly today: PlainDate;
  readonly annotating: Annotating;
  /** Whether keys act on the selected bills instead of this one. */
  readonly isSelecting: boolean;
  readonly onApprove: () => void;
}

/** The facts for a decision, and the decision. Visible without scrolling in the smallest window. */
export function DetailHead(props: DetailHeadProps) {
  const { row, approval, today, annotating, isSelecting, onApprove } = props;
  const { locale } = useShell();
  const { bill } = row;
  const text = messages.review.detail;
  const due = readPlainDate(bill.dueDate);
  // A paid bill is never overdue.
  const isLate = due !== null && due < today && isPayable(bill.status);
  // Paid bills have no amount due.
  const isOver = bill.amountDueCents === 0 && !isPayable(bill.status);
  const money = (cents: number): string => formatMoney(cents, bill.currency, locale);
  return (
    <header className="detail__head">
      <h2 className="detail__vendor">
        <bdi>{vendorName(bill) ?? messages.review.noVendor}</bdi>
      </h2>
      <p className="detail__sub">
        <BillOrganization row={row} />
        <span>
          <FactName name={text.names.number} />
          <bdi>{bill.billNumber ?? messages.review.noNumber}</bdi>
        </span>
        {approval && <ApprovalBadge approval={approval} />}
        {!approval && !isLate && <StatusBadge status={bill.status} />}
      </p>
      <p className="detail__amount">
        <FactName name={isOver ? text.names.total : text.names.amountDue} />
        {money(isOver ? bill.totalCents : bill.amountDueCents)}
        {!isOver && bill.amountDueCents !== bill.totalCents && (
          <span className="detail__total">{text.ofTotal(money(bill.totalCents))}</span>
        )}
      </p>
      <p className={isLate ? 'detail__due detail__due--late' : 'detail__due'}>
        <Due due={due} today={today} isLate={isLate} isOpen={isPayable(bill.status)} />
      </p>
      <AgainstLine bill={bill} today={today} />
      <FlagList row={row} today={today} annotating={annotating} />
      <Decision {...{ approval, isSelecting, onApprove }} status={bill.status} />
      {isPayable(bill.status) && approval === null && (
        <HideButtons {...{ row, today, annotating, isSelecting }} />
      )}
    </header>
  );
}

/** Name of a fact whose place and size name it on screen. */
function FactName({ name }: { readonly name: string }) {
  return <span className="visually-hidden">{name} </span>;
}

interface DueProps {
  readonly due: PlainDate | null;
  readonly today: PlainDate;
  readonly isLate: boolean;
  /** Whether the bill is unpaid, so that the days to its due date matter. */
  readonly isOpen: boolean;
}

function Due({ due, today, isLate, isOpen }: DueProps) {
  const { locale } = useShell();
  const text = messages.review.detail;
  if (due === null) return text.noDue;
  const when = isLate
    ? text.overdue(daysBetween(due, today))
    : text.due((isOpen ? relativeDay : shortDate)(due, today, locale));
  return <span title={longDate(due, locale)}>{when}</span>;
}

interface DecisionProps extends Pick<DetailHeadProps, 'approval' | 'isSelecting' | 'onApprove'> {
  readonly status: string;
}

function Decision({ status, approval, isSelecting, onApprove }: DecisionProps) {
  const service = useServiceName();
  const text = messages.review.detail;
  if (approval) return null;
  if (isPayable(status)) {
    return (
      <div className="detail__decision">
        <Button
          variant="primary"
          size="large"
          icon="check"
          {...keyFor('approve', isSelecting)}
          // Ignores the second click of a double click: it would approve the next bill, which the user hasn't
          // seen.
          onPress={({ detail }) => detail < 2 && onApprove()}
        >
          {text.approve}
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

type HideButtonsProps = Pick<DetailHeadProps, 'row' | 'today' | 'annotating' | 'isSelecting'>;

/** The shortcut of a button. With a selection it has none, because the key acts on the selected bills. */
function keyFor(command: ShortcutCommand, isSelecting: boolean): { command?: ShortcutCommand } {
  return isSelecting ? {} : { command };
}

/** Hides the bill, or returns it to the inbox. Beside the Approve button, so that it never blocks approving. */
function HideButtons({ row, today, annotating, isSelecting }: HideButtonsProps) {
  const { locale, handlers } = useShell();
  const annotation = useAnnotation(row);
  const service = useServiceName();
  const text = messages.annotations;
  const how = howHidden(annotation, today);
  const back = formatBack(annotation, today, locale);
  return (
    <div className="hiding" role="group" aria-label={text.hiddenGroup}>
      {how !== null && (
        <p className="hiding__state">
          <Icon name={how === 'snoozed' ? 'snooze' : 'dismiss'} />
          <span>
            <strong>{text.stop(formatHidden(annotation, today, locale) ?? '')}</strong>{' '}
            {how === 'snoozed' ? text.snoozedHint : text.dismissedHint}
          </span>
        </p>
      )}
      {back !== null && <p className="faint">{back}</p>}
      <div className="actions">
        {how !== null && (
          <Button size="small" onPress={() => annotating.putBack([row])}>
            {text.putBack}
          </Button>
        )}
        <Button
          size="small"
          {...keyFor('snooze', isSelecting)}
          onPress={() => annotating.askToSnooze([row])}
        >
          {text.snooze}
        </Button>
        {how !== 'dismissed' && (
          <Button
            size="small"
            {...keyFor('dismiss', isSelecting)}
            hint={text.dismissTip(service)}
            onPress={() => annotating.dismiss([row])}
          >
            {text.dismiss}
          </Button>
        )}
        <Button size="small" command="skip" onPress={() => handlers.get('skip')?.()}>
          {messages.help.commands.skip}
        </Button>
      </div>
    </div>
  );
}
