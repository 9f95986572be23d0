import { compareValues } from '../../../base/compare-values.ts';
import { plainDateAt, type PlainDate, readPlainDate } from '../../../base/days.ts';
import { formatMoney } from '../../../bridge/money.ts';
import { isPayable } from '../../../contract/assumptions.ts';
import { vendorName } from '../../../contract/bill.ts';
import type { Hold } from '../../core/model/annotation.ts';
import type { Approval } from '../../core/model/approval.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import {
  type CurrencyTotal,
  totalsToConfirm,
  dueOf,
  approvedDueOf,
} from '../../core/model/currency-totals.ts';
import type { Approvals } from '../../core/outbox/approval-slices.ts';
import { approvalStatus } from '../../core/outbox/approval-status.ts';
import { changesSinceConfirmed } from '../../core/outbox/covered-bills.ts';
import { joinWarnings, type ListTable } from '../../kit/export/list-table.ts';
import type { ReportSection } from '../../kit/export/report-print.ts';
import { formatFlagKinds } from '../../kit/parts/format-override.ts';
import { formatCount } from '../../kit/text/count.ts';
import { messages } from '../../kit/text/messages.ts';
import { sayAll } from '../../kit/text/say.ts';
import { longDate, mediumDay } from '../../kit/ui/dates.ts';
import { formatTotal } from '../../kit/ui/Totals.tsx';

export interface HandoverParts {
  /** See `isOfDay`. */
  readonly approvals: readonly Approval[];
  /** Bills on hold without a confirmed approval. */
  readonly held: readonly RowOnHold[];
  /** Unapproved bills due the next day. */
  readonly dueTomorrow: readonly BillRow[];
  /** Organization names by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Name of the organization that `held` and `dueTomorrow` are limited to; null for no limit. */
  readonly only: string | null;
  /** See `useNotShown`. */
  readonly notShown: string | null;
  readonly today: Parameters<typeof longDate>[0];
  readonly locale: string;
  /** Null when signed out. */
  readonly signInId: string | null;
}

interface RowOnHold {
  readonly row: BillRow;
  readonly hold: Hold;
}

/** Whether an approval was confirmed on the day, or made on it and neither confirmed nor withdrawn. */
export function isOfDay(approval: Approval, day: PlainDate): boolean {
  const { state, history, approvedAtMs } = approval;
  const confirmed = history.findLast(({ from, to }) => from !== to && to === 'confirmed');
  const atMs = isSent(approval) ? (confirmed?.atMs ?? approvedAtMs) : approvedAtMs;
  return state !== 'withdrawn' && plainDateAt(atMs) === day;
}

/** Payable bills on hold, until the service has confirmed the approval of the bill as it is now. */
export function openQuestions(
  rows: readonly BillRow[],
  approvals: Pick<Approvals, 'ofBill'>,
  holdOf: (row: BillRow) => Hold | null,
): readonly RowOnHold[] {
  return rows.flatMap((row) => {
    const { organizationId, bill } = row;
    const hold = isPayable(bill.status) ? holdOf(row) : null;
    if (hold === null) return [];
    const isConfirmed = approvals
      .ofBill({ organizationId, billId: bill.id })
      .some((each) => isSent(each) && changesSinceConfirmed(each, bill).length === 0);
    return isConfirmed ? [] : [{ row, hold }];
  });
}

/**
 * The day's handover as a report: approvals sent and not sent, overridden flags, open questions, and bills due the next
 * day.
 */
export function handoverTable(parts: HandoverParts): ListTable {
  const { approvals, held, dueTomorrow, only, notShown, today, locale } = parts;
  const sent = approvals.filter(isSent).length;
  return {
    title: messages.export.handover.title,
    facts: [longDate(today, locale)],
    warning: joinWarnings(only === null ? null : messages.export.handover.only(only), notShown),
    columns: [],
    rowCount: approvals.length + held.length + dueTomorrow.length,
    formatRows: () =>
      messages.export.handover.counts(
        sent,
        approvals.length - sent,
        held.length,
        dueTomorrow.length,
      ),
    groups: [],
    totals: null,
    report: () => [
      ...sentSections(parts),
      unsentSection(parts),
      overrideSection(parts),
      questionSection(parts),
      dueSection(parts),
    ],
  };
}

/** The day's totals, and one part per organization and currency, so that no sum mixes currencies. */
function sentSections({ approvals, names, locale }: HandoverParts): readonly ReportSection[] {
  const text = messages.export.handover;
  const sent = approvals.filter(isSent);
  const byPart = Map.groupBy(
    sent,
    ({ organizationId, snapshot }) => `${organizationId}\n${snapshot.currency}`,
  );
  const count = (some: readonly Approval[]): string =>
    messages.approvals.approvalsCount(some.length);
  const sections = [...byPart.values()].map((own): ReportSection => {
    const organizationId = own[0]?.organizationId ?? '';
    const currency = own[0]?.snapshot.currency ?? '';
    const name = names.get(organizationId) ?? organizationId;
    const isOnly = sent.every(
      (each) => each.organizationId !== organizationId || each.snapshot.currency === currency,
    );
    const total = formatSums(own.map(approvedDueOf), locale);
    const byVendor = Map.groupBy(own, vendorOf);
    return {
      ...bare,
      title: text.sentBy(isOnly ? name : text.inCurrency(name, currency)),
      note: sayAll(' · ', [count(own), total]),
      head: [messages.review.columns.vendor, text.bills, messages.review.columns.amount],
      rows: [...byVendor]
        .toSorted(([left], [right]) => left.localeCompare(right, locale))
        .map(([vendor, some]) => [
          vendor,
          formatCount(some.length),
          formatSums(some.map(approvedDueOf), locale),
        ]),
      total: [messages.reports.total, formatCount(own.length), total],
    };
  });
  if (sections.length === 1) return sections;
  const sums = sayAll(' · ', [count(sent), formatSums(sent.map(approvedDueOf), locale)]);
  return [{ ...bare, title: text.sent, note: sent.length === 0 ? text.none : sums }, ...sections];
}

/** Approvals that the service has not confirmed, each with its state. */
function unsentSection({ approvals, names, signInId, locale }: HandoverParts): ReportSection {
  const { export: text, approvals: states } = messages;
  const beside = organizationBeside(names);
  return listOf(
    text.handover.unsent,
    [...beside.head, text.approvals.state],
    approvals
      .filter((approval) => !isSent(approval))
      .map((approval) => ({
        ...ofApproval(approval),
        texts: [...beside.cell(approval), states.statuses[approvalStatus(approval, { signInId })]],
      })),
    locale,
    states.approvalsCount,
  );
}

function overrideSection({ approvals, locale }: HandoverParts): ReportSection {
  const text = messages.export.handover;
  const flagged = approvals.flatMap((approval) =>
    approval.override === undefined ? [] : [{ approval, override: approval.override }],
  );
  return listOf(
    text.overrides,
    [text.flags, text.reason],
    flagged.map(({ approval, override }) => ({
      ...ofApproval(approval),
      texts: [formatFlagKinds(override.flags), override.reason],
    })),
    locale,
  );
}

function questionSection({ held, names, only, locale }: HandoverParts): ReportSection {
  const text = messages.export.handover;
  const beside = organizationBeside(only === null ? names : new Map());
  const day = ({ answerBy }: Hold): string => answerBy ?? '9999';
  const sorted = held.toSorted((left, right) => compareValues(day(left.hold), day(right.hold)));
  return listOf(
    titleIn(text.questions, only),
    [...beside.head, text.question, text.asked, text.answerBy],
    sorted.map(({ row, hold }) => ({
      ...ofBill(row),
      texts: [
        ...beside.cell(row),
        hold.reason,
        hold.whom,
        readPlainDate(hold.answerBy) === null ? '' : mediumDay(hold.answerBy ?? '', locale),
      ],
    })),
    locale,
  );
}

function dueSection({ dueTomorrow, names, only, locale }: HandoverParts): ReportSection {
  const beside = organizationBeside(only === null ? names : new Map());
  const rows = dueTomorrow.map((row) => ({ ...ofBill(row), texts: beside.cell(row) }));
  return listOf(titleIn(messages.export.handover.dueTomorrow, only), beside.head, rows, locale);
}

function titleIn(title: string, only: string | null): string {
  return only === null ? title : messages.export.facts.choice(title, only);
}

/** The column of organizations, if there are several. */
function organizationBeside(names: ReadonlyMap<string, string>) {
  const hasMany = names.size > 1;
  return {
    head: hasMany ? [messages.export.organization] : [],
    cell: ({ organizationId }: { readonly organizationId: string }): readonly string[] =>
      hasMany ? [names.get(organizationId) ?? organizationId] : [],
  };
}

/** One bill of a list: vendor, number, further texts, and the amount due. */
interface ListedBill {
  readonly vendor: string | null;
  readonly number: string | null;
  readonly texts: readonly string[];
  readonly due: CurrencyTotal;
}

const bare = { bars: [], head: [], rows: [], total: null } as const;

/** A list of bills. Its note has the sums per currency. */
function listOf(
  title: string,
  textHeads: readonly string[],
  bills: readonly ListedBill[],
  locale: string,
  formatCountOf: (count: number) => string = messages.review.bills,
): ReportSection {
  const { columns, noVendor, noNumber } = messages.review;
  const money = ({ amountCents, currency }: CurrencyTotal): string =>
    formatMoney(amountCents, currency, locale);
  const sums = formatSums(
    bills.map(({ due }) => due),
    locale,
  );
  const note = sayAll(' · ', [formatCountOf(bills.length), sums]);
  if (bills.length === 0) return { ...bare, title, note: messages.export.handover.none };
  return {
    ...bare,
    title,
    note,
    head: [columns.vendor, columns.number, ...textHeads, columns.amount],
    textColumns: 2 + textHeads.length,
    rows: bills.map(({ vendor, number, texts, due }) => [
      vendor ?? noVendor,
      number ?? noNumber,
      ...texts,
      money(due),
    ]),
  };
}

function ofBill({ bill }: BillRow): Omit<ListedBill, 'texts'> {
  return { vendor: vendorName(bill), number: bill.billNumber, due: dueOf(bill) };
}

function ofApproval(approval: Approval): Omit<ListedBill, 'texts'> {
  const { vendorName: vendor, billNumber: number } = approval.snapshot;
  return { vendor, number, due: approvedDueOf(approval) };
}

function vendorOf({ snapshot }: Approval): string {
  return snapshot.vendorName ?? messages.review.noVendor;
}

function isSent({ state }: Approval): boolean {
  return state === 'confirmed';
}

/** Sums per currency, with credits separate from bills. */
function formatSums(amounts: readonly CurrencyTotal[], locale: string): string {
  return sayAll(
    ' · ',
    totalsToConfirm(amounts).map((total) => formatTotal(total, locale)),
  );
}
