import { formatMoney } from '../../../bridge/money.ts';
import type { PlainDate } from '../../../base/days.ts';
import {
  differentDates,
  matchKinds,
  type StatementMatch,
  type StatementResult,
} from '../../core/bills/statements/match-statement.ts';
import type { StatementLines } from '../../core/bills/statements/statement-lines.ts';
import { totalsPerCurrency, type CurrencyTotal } from '../../core/model/currency-totals.ts';
import { columnsOver, type ListTable } from '../../kit/export/list-table.ts';
import { formatStatus } from '../../kit/parts/StatusBadge.tsx';
import type { StatementFile } from '../../kit/services/data.ts';
import { messages } from '../../kit/text/messages.ts';
import { sayAll } from '../../kit/text/say.ts';
import { longDate, shortDate } from '../../kit/ui/dates.ts';

/** Amounts of a match, each in its own currency. `difference` is null if the currencies differ. */
export function matchAmounts({ line, hereCents, currency, row }: StatementMatch) {
  const thereCents = line?.cents ?? null;
  const amountIn = (code: string, amountCents: number | null): CurrencyTotal | null =>
    amountCents === null ? null : { currency: code, amountCents };
  const here = amountIn(row?.bill.currency ?? currency, hereCents);
  const isComparable = thereCents !== null && hereCents !== null && here?.currency === currency;
  return {
    there: amountIn(currency, thereCents),
    here,
    difference: amountIn(currency, isComparable ? thereCents - hereCents : null),
  };
}

/** Text of the difference, with its sign: “+” if the vendor asks for more. */
export function formatDifference(difference: CurrencyTotal | null, locale: string): string {
  if (difference === null) return '';
  const { amountCents, currency } = difference;
  return `${amountCents > 0 ? '+' : ''}${formatMoney(amountCents, currency, locale)}`;
}

/** Facts about a match beside its amounts, as sentences. */
export function matchNotes(
  match: StatementMatch,
  today: PlainDate,
  locale: string,
): readonly string[] {
  const text = messages.reports.statement;
  const { kind, row } = match;
  const dates = differentDates(match);
  const notes: string[] = [];
  if (kind === 'partPaid' && row !== null) {
    const { totalCents, amountDueCents, currency } = row.bill;
    notes.push(text.partPaid(formatMoney(totalCents - amountDueCents, currency, locale)));
  }
  if (dates !== null)
    notes.push(
      text.dates(shortDate(dates.there, today, locale), shortDate(dates.here, today, locale)),
    );
  return notes;
}

/** Number as on the statement, or as here when the statement doesn't list the bill; null for none. */
export function matchNumber({ line, row }: StatementMatch): string | null {
  return line?.number ?? row?.bill.billNumber ?? null;
}

export interface StatementTableParts {
  readonly statement: StatementFile;
  readonly lines: Pick<StatementLines, 'isReversed'>;
  readonly result: StatementResult;
  /** The organization on screen; null for all of them. */
  readonly organization: string | null;
  /** See `useNotShown`. */
  readonly notShown: string | null;
  readonly today: PlainDate;
  readonly locale: string;
}

/** The comparison for export, grouped by result. */
export function statementTable(parts: StatementTableParts): ListTable {
  const { statement, organization, notShown, today, locale } = parts;
  const { matches, assumed } = parts.result;
  const text = messages.reports.statement;
  const groups = Map.groupBy(matches, ({ kind }) => kind);
  const rows = matchKinds.flatMap((kind) => groups.get(kind) ?? []);
  const column = columnsOver<StatementMatch>(rows);
  const headings = matchKinds.flatMap((kind) => {
    const own = groups.get(kind) ?? [];
    const amounts = own.flatMap((match) => {
      const { there, here } = matchAmounts(match);
      return there ?? here ?? [];
    });
    return own.length === 0
      ? []
      : {
          from: rows.findIndex((row) => row.kind === kind),
          name: text.kinds[kind],
          note: messages.reports.bills(own.length),
          totals: totalsPerCurrency(amounts),
        };
  });
  return {
    title: text.exportTitle(statement.vendor),
    facts: [
      organization ?? messages.export.facts.allOrganizations,
      messages.reports.asOf(longDate(today, locale)),
      text.fileFact(statement.name),
      ...(parts.lines.isReversed ? [text.reversed] : []),
      ...(assumed === null ? [] : [text.assumed[assumed.from](assumed.currency)]),
    ],
    warning: notShown,
    columns: [
      column.number(text.number, matchNumber),
      column.date(text.date, ({ line, row }) => line?.date ?? row?.bill.date ?? null),
      column.amount(text.there, (match) => matchAmounts(match).there),
      column.amount(text.here, (match) => matchAmounts(match).here),
      column.amount(text.difference, (match) => matchAmounts(match).difference),
      column.number(text.billHere, ({ row, likely }) => {
        if (row !== null) return row.bill.billNumber;
        return likely === null ? null : text.likely(likely.bill.billNumber ?? '');
      }),
      column.text(text.status, ({ row }) => row && formatStatus(row.bill.status)),
      column.text(text.note, (match) => sayAll(' · ', matchNotes(match, today, locale))),
      column.text(text.line, ({ line }) => line && String(line.line)),
    ],
    rowCount: rows.length,
    formatRows: messages.reports.bills,
    groups: headings,
    totals: null,
  };
}
