import type { PlainDate } from '../../../base/days.ts';
import { formatMoney } from '../../../bridge/money.ts';
import { type Aging, agingBuckets } from '../../core/bills/figures/aging.ts';
import { nothing, totalOf, type Sum } from '../../core/bills/figures/figures.ts';
import type { ReportSection } from '../../kit/export/report-print.ts';
import { formatCount } from '../../kit/text/count.ts';
import { messages } from '../../kit/text/messages.ts';
import { shortDate } from '../../kit/ui/dates.ts';

/** One figure of the reports. */
export interface Line extends Sum {
  readonly label: string;
  readonly currency: string;
  readonly from: PlainDate | null;
  readonly to: PlainDate | null;
  /** Ages of a vendor's amount; null for other lines. */
  readonly aging: Aging | null;
  /** Whether the line's bills are overdue. */
  readonly isOverdue?: boolean;
  /** A vendor's price before its present one, cents. */
  readonly beforeCents?: number;
  /** Date of the last bill before an expected one. */
  readonly lastDate?: PlainDate;
}

/** One table of the reports, in one currency. */
export interface ReportPart {
  readonly kind: 'periods' | 'days' | 'vendors' | 'expected' | 'prices';
  readonly name: string;
  readonly currency: string;
  readonly lines: readonly Line[];
}

interface ReportOptions {
  readonly today: PlainDate;
  readonly locale: string;
}

/** The reports for print: charts, the ages of each vendor's amount, and no days or parts without bills. */
export function printedReports(
  parts: readonly ReportPart[],
  options: ReportOptions,
): readonly ReportSection[] {
  return parts.flatMap((part) => {
    const lines = part.kind === 'days' ? part.lines.filter(({ bills }) => bills > 0) : part.lines;
    const mayBeBilled = part.kind !== 'expected' && part.kind !== 'prices';
    const isEmpty = mayBeBilled && lines.every(({ bills }) => bills === 0);
    return isEmpty ? [] : sectionOf({ ...part, lines }, options);
  });
}

function sectionOf(
  { kind, name, currency, lines }: ReportPart,
  { today, locale }: ReportOptions,
): ReportSection {
  const text = messages.export.reports;
  const { billsColumn, amount, total } = messages.reports;
  const money = ({ amountCents }: Sum): string => formatMoney(amountCents, currency, locale).trim();
  const sum = totalOf(lines);
  const section = { title: name, note: text.sum(messages.reports.bills(sum.bills), money(sum)) };
  // A week's label is only its first day, for lack of room.
  const barOf = ({ label, from, amountCents, isOverdue = false }: Line, value: string) => ({
    label: from === null || kind === 'days' ? label : shortDate(from, today, locale),
    text: value,
    value: amountCents,
    isOverdue,
  });
  const figures = (line: Sum): readonly string[] => [formatCount(line.bills), money(line)];
  switch (kind) {
    case 'periods':
    case 'days':
      return {
        ...section,
        bars: kind === 'days' ? [] : lines.map((line) => barOf(line, money(line))),
        head: [kind === 'days' ? text.day : text.period, billsColumn, amount],
        rows: lines.map((line) => [line.label, ...figures(line)]),
        total: [total, ...figures(sum)],
      };
    case 'vendors': {
      const ages = agingColumns().filter(({ sumOf }) =>
        lines.some(({ aging }) => aging !== null && sumOf(aging).bills > 0),
      );
      const aged = (line: Line): readonly string[] =>
        ages.map(({ sumOf }) => {
          const age = line.aging && sumOf(line.aging);
          return age === null || age.bills === 0 ? '' : money(age);
        });
      const sums = ages.map(({ sumOf }) =>
        money(totalOf(lines.flatMap(({ aging }) => (aging === null ? [] : sumOf(aging))))),
      );
      return {
        ...section,
        bars: [],
        head: [
          messages.reports.vendors.vendor,
          billsColumn,
          ...ages.map(({ label }) => label),
          amount,
        ],
        rows: lines.map((line) => [
          line.label,
          formatCount(line.bills),
          ...aged(line),
          money(line),
        ]),
        total: [total, formatCount(sum.bills), ...sums, money(sum)],
      };
    }
    case 'expected': {
      const { expectedOn, last } = messages.reports.expected;
      return {
        ...section,
        note: money(sum),
        bars: [],
        head: [messages.reports.vendors.vendor, expectedOn, last, text.usual],
        textColumns: 3,
        rows: lines.map((line) => [
          line.label,
          ...[line.from, line.lastDate].map((day) => (day ? shortDate(day, today, locale) : '')),
          money(line),
        ]),
        total: [total, '', '', money(sum)],
      };
    }
    case 'prices': {
      const { since, before, now, change } = messages.reports.priceChanges;
      return {
        ...section,
        note: '',
        bars: [],
        head: [messages.reports.vendors.vendor, since, before, now, change],
        rows: lines.map((line) => {
          const beforeCents = line.beforeCents ?? line.amountCents;
          return [
            line.label,
            line.from === null ? '' : shortDate(line.from, today, locale),
            formatMoney(beforeCents, currency, locale),
            money(line),
            formatChange(line.amountCents, beforeCents, locale),
          ];
        }),
        total: null,
      };
    }
  }
}

/** Change of a price, such as “+7.5%”. */
export function formatChange(nowCents: number, beforeCents: number, locale: string): string {
  const percent = { style: 'percent', maximumFractionDigits: 1, signDisplay: 'always' } as const;
  return (nowCents / beforeCents - 1).toLocaleString(locale, percent);
}

/** One column per age of a vendor's amount. Together they add up to the amount. */
export function agingColumns(): readonly { label: string; sumOf(aging: Aging): Sum }[] {
  const aged = agingBuckets.map((age) => ({
    label: messages.reports.aging.buckets[age],
    sumOf: ({ buckets }: Aging): Sum => buckets.find(({ name }) => name === age) ?? nothing,
  }));
  return [...aged, { label: messages.review.groups.none, sumOf: ({ noDueDate }) => noDueDate }];
}
