import type { PlainDate } from '../../../base/days.ts';
import { CENTS_PER_UNIT } from '../../../contract/assumptions.ts';
import { currencyIn } from '../../../contract/fields.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import type { InvoiceIndex, InvoiceRow } from '../../core/bills/index/invoice-index.ts';
import type { SearchCondition } from '../../core/bills/search/search-conditions.ts';
import { readSearch } from '../../core/bills/search/search-query.ts';
import type { SearchContext } from '../../core/bills/search/search-reader.ts';
import type { SearchWords } from '../../core/bills/search/search-words.ts';
import { type InvoiceColumn, isOverdue, knownColumns, readCell } from './invoice-columns.ts';

/**
 * Invoices with the words of a search. If none has them, or if it asks for a range of amounts: with the amounts, dates
 * and currencies that it asks for. “Over 500” is no text: its words may be in `Overdue` and in an id.
 */
export function searchInvoices(
  invoices: Pick<InvoiceIndex, 'query'>,
  search: string,
  columns: readonly InvoiceColumn[],
  words: SearchWords,
  context: SearchContext,
): readonly InvoiceRow[] {
  const plain = invoices.query(search);
  const { text, parts } = readSearch(search.trim(), words, context);
  const isRange = parts.some(({ any }) => any.some(isAmountRange));
  if (parts.length === 0 || (plain.length > 0 && !isRange)) return plain;
  const found = invoices.query(text);
  const facts = { columns, dates: dateFieldsOf(found), today: context.calendar.today };
  const tests = parts.map(({ any }) => any.map((each) => testOf(each, facts)));
  return found.filter(({ invoice }) => tests.every((any) => any.some((test) => test(invoice))));
}

function isAmountRange(asked: SearchCondition): boolean {
  return asked.kind === 'amount' && asked.toCents - asked.fromCents >= CENTS_PER_UNIT;
}

interface InvoiceFacts {
  readonly columns: readonly InvoiceColumn[];
  /** Fields that hold a day. */
  readonly dates: readonly string[];
  readonly today: PlainDate;
}

/** A few hundred invoices have all fields; reading every field of 100,000 would block the window. */
function dateFieldsOf(rows: readonly InvoiceRow[]): readonly string[] {
  const sample = rows.slice(0, 200).map(({ invoice }) => invoice);
  const fields = new Set(sample.flatMap((invoice) => Object.keys(invoice)));
  return [...fields].filter((field) =>
    sample.some((invoice) => readCell(invoice, { field }).kind === 'date'),
  );
}

type Test = (invoice: Invoice) => boolean;

/** Test for a condition. No invoice meets one about approvals, vendors, notes or what it must not have. */
function testOf(condition: SearchCondition, { columns, dates, today }: InvoiceFacts): Test {
  const known = knownColumns(columns);
  const isLate: Test = (invoice) => isOverdue(invoice, known, today);
  switch (condition.kind) {
    case 'amount': {
      const { fromCents, toCents, currencies } = condition;
      const all = columns.filter(({ role }) => role === 'amount');
      // A range is about the amount that is owed; one amount may be any.
      const asked = isAmountRange(condition) ? [known.owed ?? all[0] ?? null] : all;
      return (invoice) =>
        asked.some((column) => {
          const value = readCell(invoice, column);
          if (value.kind !== 'money') return false;
          const isIn = fromCents <= value.amountCents && value.amountCents <= toCents;
          return isIn && (currencies?.includes(value.currency) ?? true);
        });
    }
    case 'date': {
      const { field, from, to } = condition;
      if (field === 'approved' || field === 'snoozed') return () => false;
      const asked = dates.filter((name) => /due/iu.test(name) !== (field === 'date'));
      // Many of 100,000 invoices share a day.
      const seen = new Map<unknown, boolean>();
      const isIn: Test = (invoice) =>
        asked.some((name) => {
          const before = seen.get(invoice[name]);
          if (before !== undefined) return before;
          const value = readCell(invoice, { field: name });
          const isAsked = value.kind === 'date' && from <= value.date && value.date <= to;
          seen.set(invoice[name], isAsked);
          return isAsked;
        });
      return field === 'overdue' ? (invoice) => isIn(invoice) && isLate(invoice) : isIn;
    }
    case 'currency':
      return (invoice) => condition.currencies.includes(currencyIn(invoice));
    case 'state':
      return condition.state === 'overdue' ? isLate : () => false;
    case 'text':
    case 'vendor':
    case 'field':
    case 'tag':
    case 'order':
    case 'not':
      return () => false;
    default:
      return condition satisfies never;
  }
}
