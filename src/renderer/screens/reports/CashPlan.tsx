import { useMemo, useState } from 'react';
import { vendorName } from '../../../contract/bill.ts';
import { addDays, endOfWeek, readPlainDate, type PlainDate } from '../../../base/days.ts';
import { formatMoney } from '../../../bridge/money.ts';
import {
  planCash,
  sumPlan,
  vendorKey,
  type CashSums,
  type PlannedBill,
} from '../../core/bills/figures/cash-plan.ts';
import { noFilter } from '../../core/model/list-choice.ts';
import { payableByDueDate, type BillRow } from '../../core/model/bill-row.ts';
import { firstReviewView } from '../../core/bills/lists/review-view.ts';
import { useToday } from '../../kit/hooks/use-now.ts';
import { atVersion, useObservable } from '../../kit/hooks/use-observable.ts';
import { useCurrentApprovals } from '../../kit/hooks/use-organizations.ts';
import { useData } from '../../kit/services/data.ts';
import { useReview } from '../../kit/services/review.ts';
import { goTo } from '../../kit/services/route.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { sayAll } from '../../kit/text/say.ts';
import { AmountField } from '../../kit/ui/AmountField.tsx';
import { Badge } from '../../kit/ui/Badge.tsx';
import { Button } from '../../kit/ui/Button.tsx';
import { Checkbox } from '../../kit/ui/Checkbox.tsx';
import { Choice } from '../../kit/ui/Choice.tsx';
import { nearDate, shortDate, weekStart } from '../../kit/ui/dates.ts';
import { BillLink } from './BillLink.tsx';
import { FigureHead, useFirstRows } from './FigureTable.tsx';
import './cash-plan.css';
import { keepAmounts } from '../../kit/ui/keep-amounts.tsx';

const spans = ['thisWeek', 'nextWeek', 'all'] as const;
type Span = (typeof spans)[number];

const showsOptions = ['all', 'chosen', 'waiting'] as const;
type Shows = (typeof showsOptions)[number];

/** Selects the bills to pay this week. Approving them stays in Review. */
export function CashPlan({ currency }: { readonly currency: string }) {
  const { locale } = useShell();
  const today = useToday();
  const [span, setSpan] = useState<Span>('thisWeek');
  const [shows, setShows] = useState<Shows>('all');
  const ends = spanEnds(today, locale);
  const plan = usePlan(currency, ends[span]);
  const { sums } = plan;
  // The most urgent bills come first.
  const [rows, more] = useFirstRows(
    plan.planned
      .map((bill, at) => ({ bill, runningCents: sums.running[at] ?? null }))
      .filter(({ bill }) => shows === 'all' || plan.isChosen(bill) === (shows === 'chosen')),
  );
  const text = messages.reports.plan;
  return (
    <div className="cash-plan">
      <div className="cash-plan__controls">
        <AmountField
          label={text.budget(currency)}
          showLabel
          currency={currency}
          cents={plan.budgetCents}
          onChange={plan.setBudget}
        />
        <Choice
          label={text.dueBy}
          showLabel
          value={span}
          options={spans.map((id) => ({ id, label: formatSpan(id, ends[id], today, locale) }))}
          onChange={setSpan}
        />
        <Choice
          label={text.show}
          showLabel
          value={shows}
          options={showsOptions.map((id) => ({ id, label: text.shows[id] }))}
          onChange={setShows}
        />
      </div>
      <Summary plan={plan} currency={currency} today={today} />
      <div className="figures-scroll">
        <table className="figures cash-plan__bills">
          <caption className="visually-hidden">{text.caption}</caption>
          <FigureHead
            texts={[text.bill, text.due]}
            amounts={[messages.reports.amount, text.soFar]}
            more={[text.ifLeft, text.priority]}
          />
          <tbody>
            {rows.map(({ bill, runningCents }) => (
              <PlanRow
                key={bill.row.bill.id}
                bill={bill}
                runningCents={runningCents}
                plan={plan}
                today={today}
              />
            ))}
          </tbody>
        </table>
      </div>
      {more}
    </div>
  );
}

interface Plan {
  readonly planned: readonly PlannedBill[];
  readonly sums: CashSums;
  readonly budgetCents: number | null;
  readonly isChanged: boolean;
  /** Chosen bills that are not approved yet. */
  readonly toReview: readonly string[];
  isChosen(bill: PlannedBill): boolean;
  isApproved(row: BillRow): boolean;
  choose(row: BillRow, isChosen: boolean): void;
  /** Discards the user's choices: the bills that fit are selected. */
  reset(): void;
  setBudget(cents: number | null): void;
  setPriority(row: BillRow, priority: keyof typeof messages.reports.plan.priorities): void;
}

/** The plan for one currency, with the user's choices. */
function usePlan(currency: string, dueBy: PlainDate | null): Plan {
  const { workspace, reports } = useData();
  const { reportChoices, flags } = workspace;
  const today = useToday();
  const approvals = useCurrentApprovals().ofBills;
  useObservable(workspace.bills.version);
  const flagsVersion = useObservable(flags.version);
  // The index returns the same array until it changes.
  const all = workspace.bills.query(payableByDueDate);
  const rows = useMemo(() => all.filter(({ bill }) => bill.currency === currency), [all, currency]);
  const chosen = useObservable(reports.chosen);
  const { budgets, pinnedBills, pinnedVendors } = useObservable(reportChoices.current);
  const budgetCents = budgets[currency] ?? null;
  const planned = useMemo(() => {
    const pins = { bills: new Set(pinnedBills), vendors: new Set(pinnedVendors) };
    // An approved bill does not count as flagged, because the user has reviewed it.
    const isFlagged = ({ bill }: BillRow): boolean =>
      !approvals.has(bill.id) && flags.flagsOf(bill.id).length > 0;
    const options = { budgetCents, dueBy, pins, chosen, isFlagged };
    return atVersion(flagsVersion, () => planCash(rows, options));
  }, [
    rows,
    budgetCents,
    dueBy,
    pinnedBills,
    pinnedVendors,
    chosen,
    approvals,
    flags,
    flagsVersion,
  ]);
  const isChosen = ({ row, mark }: PlannedBill): boolean =>
    chosen.get(row.bill.id) ?? mark === 'fits';
  const sums = sumPlan(planned, isChosen, { today, dueBy });
  const isApproved = ({ bill }: BillRow): boolean => approvals.has(bill.id);
  return {
    planned,
    sums,
    budgetCents,
    isChosen,
    isApproved,
    isChanged: planned.some(({ row }) => chosen.has(row.bill.id)),
    toReview: planned
      .filter((bill) => isChosen(bill) && !isApproved(bill.row))
      .map(({ row }) => row.bill.id),
    choose: ({ bill }, isNowChosen) =>
      reports.chosen.set(new Map([...chosen, [bill.id, isNowChosen]])),
    reset: () => {
      const own = new Set(rows.map(({ bill }) => bill.id));
      reports.chosen.set(new Map([...chosen].filter(([id]) => !own.has(id))));
    },
    setBudget: (cents) =>
      reportChoices.change((now) => {
        const { [currency]: _before, ...others } = now.budgets;
        return { budgets: cents === null ? others : { ...others, [currency]: cents } };
      }),
    setPriority: (row, priority) =>
      reportChoices.change((now) => ({
        pinnedBills: without(now.pinnedBills, row.bill.id, priority === 'bill'),
        pinnedVendors: without(now.pinnedVendors, vendorKey(row), priority === 'vendor'),
      })),
  };
}

/** Moves the key to the end of the list if `isIn`, otherwise removes it. */
function without(list: readonly string[], key: string, isIn: boolean): string[] {
  const others = list.filter((each) => each !== key);
  return isIn ? [...others, key] : others;
}

interface PartProps {
  readonly plan: Plan;
  readonly today: PlainDate;
}

/** Sums of the selected and of the waiting bills, and a link to Review. */
function Summary({ plan, currency, today }: PartProps & { readonly currency: string }) {
  const { locale } = useShell();
  const reviewing = useReview();
  const { sums, budgetCents, toReview } = plan;
  const text = messages.reports.plan;
  const money = (cents: number): string => formatMoney(cents, currency, locale);
  const leftCents = (budgetCents ?? 0) - sums.outCents;
  const isOver = budgetCents !== null && leftCents < 0;
  const out = money(sums.outCents);
  const { overdue, becoming, firstOn, flagged } = sums;
  const waiting = [
    overdue.bills > 0 ? text.overdue(overdue.bills, money(overdue.amountCents)) : [],
    firstOn === null
      ? []
      : text.becoming(
          becoming.bills,
          money(becoming.amountCents),
          nearDate(firstOn, today, locale),
        ),
    flagged > 0 ? text.flagged(flagged) : [],
  ].flat();
  return (
    <section className="cash-plan__summary">
      <div role="status">
        <p className="cash-plan__sum">
          {keepAmounts(budgetCents === null ? out : text.outOf(out, money(budgetCents)))}
        </p>
        <p className={isOver ? 'cash-plan__over' : 'faint'}>
          {keepAmounts(
            sayAll(
              ' · ',
              [
                text.selected(sums.bills),
                budgetCents === null ? text.noBudget : [],
                isOver ? text.over(money(-leftCents)) : [],
                budgetCents !== null && leftCents >= 0 ? text.left(money(leftCents)) : [],
                sums.creditsCents < 0 ? text.credits(money(sums.creditsCents)) : [],
              ].flat(),
            ),
          )}
        </p>
      </div>
      <div>
        <p className="faint">{text.othersWait}</p>
        <p>{waiting.length === 0 ? text.nothingOverdue : keepAmounts(sayAll(' ', waiting))}</p>
      </div>
      <div className="actions">
        {plan.isChanged && <Button onPress={plan.reset}>{text.reset}</Button>}
        <Button
          variant="primary"
          hint={isOver ? text.overHint : text.reviewHint}
          isDisabled={isOver || toReview.length === 0}
          onPress={() => {
            reviewing.trail.leave(reviewing.review.get());
            const filter = { ...noFilter, currency };
            reviewing.review.set({ ...firstReviewView, list: 'payable', filter });
            reviewing.toSelect.set(new Set(toReview));
            goTo('review');
          }}
        >
          {text.review(toReview.length)}
        </Button>
      </div>
    </section>
  );
}

interface PlanRowProps extends PartProps {
  readonly bill: PlannedBill;
  readonly runningCents: number | null;
}

function PlanRow({ bill, runningCents, plan, today }: PlanRowProps) {
  const { locale } = useShell();
  const { workspace } = useData();
  const { row, mark, pinned } = bill;
  const { currency, amountDueCents, dueDate } = row.bill;
  const text = messages.reports.plan;
  const flags = workspace.flags.flagsOf(row.bill.id);
  const name = formatBill(row);
  const due = readPlainDate(dueDate);
  const isChosen = plan.isChosen(bill);
  const withoutAmount = plan.budgetCents === null && mark === 'over';
  return (
    <tr>
      <th scope="row">
        <Checkbox isSelected={isChosen} label={name} onChange={(isNow) => plan.choose(row, isNow)}>
          <bdi>{vendorName(row.bill) ?? messages.review.noVendor}</bdi>
        </Checkbox>
        <span className="cash-plan__number">
          <BillLink row={row} />
          {plan.isApproved(row) && <Badge tone="good">{text.approved}</Badge>}
          {flags.map(({ kind }) => (
            <Badge key={kind} tone="caution">
              {messages.flags.badges[kind]}
            </Badge>
          ))}
        </span>
      </th>
      <td>{due === null ? messages.review.groups.none : shortDate(due, today, locale)}</td>
      <td className="amount">{formatMoney(amountDueCents, currency, locale)}</td>
      <td className="amount">
        {runningCents === null ? (
          <span className="faint">
            {amountDueCents < 0 ? text.credit : withoutAmount ? '' : text.marks[mark]}
          </span>
        ) : (
          formatMoney(runningCents, currency, locale)
        )}
      </td>
      <td>{isChosen ? '' : formatLeft(bill, today, locale)}</td>
      <td>
        <Choice
          label={text.priorityOf(name)}
          value={pinned ?? 'normal'}
          options={(['normal', 'bill', 'vendor'] as const).map((id) => ({
            id,
            label: text.priorities[id],
          }))}
          onChange={(priority) => plan.setPriority(row, priority)}
        />
      </td>
    </tr>
  );
}

function formatBill({ bill }: BillRow): string {
  const parts = [vendorName(bill) ?? messages.review.noVendor, bill.billNumber ?? []].flat();
  return sayAll(' ', parts);
}

function formatLeft({ overdueOn }: PlannedBill, today: PlainDate, locale: string): string {
  if (overdueOn === null) return '';
  const text = messages.reports.plan;
  return overdueOn <= today
    ? text.overdueSince(shortDate(overdueOn, today, locale))
    : text.overdueFrom(nearDate(overdueOn, today, locale));
}

function spanEnds(today: PlainDate, locale: string): Record<Span, PlainDate | null> {
  const thisWeek = endOfWeek(today, weekStart(locale));
  return { thisWeek, nextWeek: addDays(thisWeek, 7), all: null };
}

function formatSpan(span: Span, end: PlainDate | null, today: PlainDate, locale: string): string {
  const { spans: names, spanEnds: withEnd } = messages.reports.plan;
  return end === null ? names[span] : withEnd(names[span], shortDate(end, today, locale));
}
