import type { PlainDate } from '../../../base/days.ts';
import { CENTS_PER_UNIT } from '../../../contract/assumptions.ts';
import { currencyIn } from '../../../contract/items/fields.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import type { InvoiceIndex, InvoiceRow } from '../../core/bills/index/invoice-index.ts';
import type { SearchCondition } from '../../core/bills/search/search-conditions.ts';
import { readSearch } from '../../core/bills/search/search-query.ts';
import type { SearchContext } from '../../core/bills/search/search-reader.ts';
import { sortKeyOf, startsNameIn } from '../../core/bills/search/search-text.ts';
import type { SearchWords } from '../../core/bills/search/search-words.ts';
import { type InvoiceColumn, isOverdue, knownColumns, readCell } from './invoice-columns.ts';

/** Facts about the invoices for a search. */
export interface InvoiceSearchContext extends SearchContext {
  /** Tests of the lists to choose from, such as “Overdue” and “Paid”, by their folded names. */
  readonly lists: ReadonlyMap<string, Test>;
}

/**
 * Invoices that contain the words of a search. If none does, or if the search names a list, a customer or a range of
 * amounts, its phrases are applied instead: “over 500” as text would match an invoice with `Overdue` and 500 in its id.
 */
export function searchInvoices(
  invoices: Pick<InvoiceIndex, 'query'>,
  search: string,
  columns: readonly InvoiceColumn[],
  words: SearchWords,
  context: InvoiceSearchContext,
): readonly InvoiceRow[] {
  const plain = invoices.query(search);
  const typed = search.trim();
  const { text, parts } = readSearch(typed, words, context);
  const { lists } = context;
  const texts = lists.has(sortKeyOf(text)) ? [text] : text.split(' ');
  const named = texts.flatMap((each) => lists.get(sortKeyOf(each)) ?? []);
  const listOf = (asked: SearchCondition): Test | null =>
    asked.kind === 'state' ? listNamed(words.states[asked.state], lists) : null;
  const isMeant = parts.some(({ any, range }) =>
    any.some(
      (each) =>
        isAmountRange(each) ||
        listOf(each) !== null ||
        // “From Zimmer”, but not “Zimmer Holz”.
        (each.kind === 'vendor' && sortKeyOf(typed.slice(...range)) !== each.part),
    ),
  );
  if (named.length === 0 && (parts.length === 0 || (plain.length > 0 && !isMeant))) return plain;
  const found = invoices.query(texts.filter((each) => !lists.has(sortKeyOf(each))).join(' '));
  const facts = { columns, dates: dateFieldsOf(found), today: context.calendar.today };
  const tests = [
    ...named.map((test) => [test]),
    ...parts.map(({ any, range }) =>
      any.map(
        (each) => listNamed([typed.slice(...range)], lists) ?? listOf(each) ?? testOf(each, facts),
      ),
    ),
  ];
  return found.filter(({ invoice }) => tests.every((any) => any.some((test) => test(invoice))));
}

function listNamed(names: readonly string[], lists: InvoiceSearchContext['lists']): Test | null {
  const name = names.map(sortKeyOf).find((each) => lists.has(each));
  return name === undefined ? null : (lists.get(name) ?? null);
}

/** Folded names of the customers. */
export function customersOf(
  rows: readonly InvoiceRow[],
  columns: readonly InvoiceColumn[],
): readonly string[] {
  const names = new Set(rows.map(({ invoice }) => customerOf(invoice, columns)));
  return [...new Set([...names].map(sortKeyOf))];
}

/** Name of the customer; empty for none. */
function customerOf(invoice: Invoice, columns: readonly InvoiceColumn[]): string {
  const value = readCell(invoice, columns.find(({ role }) => role === 'who') ?? null);
  return value.kind === 'named' ? value.name : value.kind === 'text' ? value.text : '';
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

/** Reads only a few hundred invoices, which have all fields: reading 100,000 would block the window. */
function dateFieldsOf(rows: readonly InvoiceRow[]): readonly string[] {
  const sample = rows.slice(0, 200).map(({ invoice }) => invoice);
  const fields = new Set(sample.flatMap((invoice) => Object.keys(invoice)));
  return [...fields].filter((field) =>
    sample.some((invoice) => readCell(invoice, { field }).kind === 'date'),
  );
}

type Test = (invoice: Invoice) => boolean;

/** Test for a condition. Conditions about approvals, notes and exclusions match no invoice. */
function testOf(condition: SearchCondition, { columns, dates, today }: InvoiceFacts): Test {
  const known = knownColumns(columns);
  const isLate: Test = (invoice) => isOverdue(invoice, known, today);
  switch (condition.kind) {
    case 'amount': {
      const { fromCents, toCents, currencies } = condition;
      const all = columns.filter(({ role }) => role === 'amount');
      // A range is about the amount owed; a single amount may be in any column.
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
      // Results by day, because many of 100,000 invoices share one.
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
    case 'vendor': {
      const { part, nearly } = condition;
      return (invoice) => {
        const name = sortKeyOf(customerOf(invoice, columns));
        return nearly === null ? startsNameIn(name, part) : nearly.includes(name);
      };
    }
    case 'terms':
    case 'state':
    case 'text':
    case 'field':
    case 'tag':
    case 'order':
    case 'not':
      return () => false;
    default:
      return condition satisfies never;
  }
}
