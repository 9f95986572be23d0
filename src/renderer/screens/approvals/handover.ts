import { readPlainDate } from '../../../base/days.ts';
import { formatMoney } from '../../../bridge/money.ts';
import { vendorName } from '../../../contract/bill.ts';
import type { Hold } from '../../core/model/annotation.ts';
import type { Approval } from '../../core/model/approval.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import { type CurrencyTotal, totalsPerCurrency } from '../../core/model/currency-totals.ts';
import type { ListTable } from '../../kit/export/list-table.ts';
import type { ReportSection } from '../../kit/export/report-print.ts';
import { formatFlagKinds } from '../../kit/parts/format-override.ts';
import { formatCount } from '../../kit/text/count.ts';
import { messages } from '../../kit/text/messages.ts';
import { sayAll } from '../../kit/text/say.ts';
import { longDate, mediumDay } from '../../kit/ui/dates.ts';

export interface HandoverParts {
  /** Approvals made here on the day and not withdrawn. */
  readonly approvals: readonly Approval[];
  /** Bills on hold that are not approved. */
  readonly held: readonly { readonly row: BillRow; readonly hold: Hold }[];
  /** Unapproved bills due the next day. */
  readonly dueTomorrow: readonly BillRow[];
  /** Organization names by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly today: Parameters<typeof longDate>[0];
  readonly locale: string;
}

/** The day's handover as a report: approvals, overridden flags, open questions, and bills due the next day. */
export function handoverTable(parts: HandoverParts): ListTable {
  const { approvals, held, dueTomorrow, today, locale } = parts;
  return {
    title: messages.export.handover.title,
    facts: [longDate(today, locale)],
    columns: [],
    rowCount: approvals.length + held.length + dueTomorrow.length,
    formatRows: messages.approvals.approvalsCount,
    groups: [],
    totals: null,
    report: () => [
      ...approvedSections(parts),
      overrideSection(parts),
      questionSection(parts),
      dueSection(parts),
    ],
  };
}

/** One part per organization and currency, so that no sum mixes currencies. */
function approvedSections({ approvals, names, locale }: HandoverParts): readonly ReportSection[] {
  const text = messages.export.handover;
  const byPart = Map.groupBy(
    approvals,
    ({ organizationId, snapshot }) => `${organizationId}\n${snapshot.currency}`,
  );
  const sections = [...byPart.values()].map((own): ReportSection => {
    const currency = own[0]?.snapshot.currency ?? '';
    const organizationId = own[0]?.organizationId ?? '';
    const total = formatMoney(sumOf(own), currency, locale);
    const byVendor = Map.groupBy(own, vendorOf);
    return {
      ...bare,
      title: text.approvedBy(names.get(organizationId) ?? organizationId),
      note: sayAll([messages.approvals.approvalsCount(own.length), total], ' · '),
      head: [messages.review.columns.vendor, text.bills, messages.review.columns.amount],
      rows: [...byVendor]
        .toSorted(([left], [right]) => left.localeCompare(right, locale))
        .map(([vendor, some]) => [
          vendor,
          formatCount(some.length),
          formatMoney(sumOf(some), currency, locale),
        ]),
      total: [messages.reports.total, formatCount(own.length), total],
    };
  });
  if (sections.length > 0) return sections;
  return [{ ...bare, title: text.approved, note: text.none, head: [], rows: [], total: null }];
}

function overrideSection({ approvals, locale }: HandoverParts): ReportSection {
  const text = messages.export.handover;
  const flagged = approvals.flatMap(({ override, snapshot, ...rest }) =>
    override === undefined ? [] : [{ ...rest, snapshot, override }],
  );
  return listOf(
    text.overrides,
    [text.flags, text.reason],
    flagged.map(({ snapshot, override }) => ({
      vendor: snapshot.vendorName,
      number: snapshot.billNumber,
      texts: [formatFlagKinds(override.flags), override.reason],
      due: { amountCents: snapshot.amountDueCents, currency: snapshot.currency },
    })),
    locale,
  );
}

function questionSection({ held, locale }: HandoverParts): ReportSection {
  const text = messages.export.handover;
  const day = ({ answerBy }: Hold): string => answerBy ?? '9999';
  const sorted = held.toSorted((left, right) => (day(left.hold) < day(right.hold) ? -1 : 1));
  return listOf(
    text.questions,
    [text.question, text.asked, text.answerBy],
    sorted.map(({ row, hold }) => ({
      ...ofBill(row),
      texts: [
        hold.reason,
        hold.whom,
        readPlainDate(hold.answerBy) === null ? '' : mediumDay(hold.answerBy ?? '', locale),
      ],
    })),
    locale,
  );
}

function dueSection({ dueTomorrow, locale }: HandoverParts): ReportSection {
  const rows = dueTomorrow.map((row) => ({ ...ofBill(row), texts: [] }));
  return listOf(messages.export.handover.dueTomorrow, [], rows, locale);
}

/** One bill of a list: vendor, number, further texts, and the amount due. */
interface ListedBill {
  readonly vendor: string | null;
  readonly number: string | null;
  readonly texts: readonly string[];
  readonly due: CurrencyTotal;
}

const bare = { bars: [] } as const;

/** A list of bills. Its note has the sums per currency. */
function listOf(
  title: string,
  textHeads: readonly string[],
  bills: readonly ListedBill[],
  locale: string,
): ReportSection {
  const { columns, noVendor, noNumber } = messages.review;
  const money = ({ amountCents, currency }: CurrencyTotal): string =>
    formatMoney(amountCents, currency, locale);
  const sums = totalsPerCurrency(bills.map(({ due }) => due)).map(money);
  const note = sayAll([messages.review.bills(bills.length), ...sums], ' · ');
  if (bills.length === 0)
    return {
      ...bare,
      title,
      note: messages.export.handover.none,
      head: [],
      rows: [],
      total: null,
    };
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
    total: null,
  };
}

function ofBill({ bill }: BillRow): Omit<ListedBill, 'texts'> {
  const due = { amountCents: bill.amountDueCents, currency: bill.currency };
  return { vendor: vendorName(bill), number: bill.billNumber, due };
}

function vendorOf({ snapshot }: Approval): string {
  return snapshot.vendorName ?? messages.review.noVendor;
}

function sumOf(approvals: readonly Approval[]): number {
  return approvals.reduce((sum, { snapshot }) => sum + snapshot.amountDueCents, 0);
}
