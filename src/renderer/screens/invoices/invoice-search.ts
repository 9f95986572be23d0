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

/** Invoices with the words of a search. If none has them: with the amounts, dates and currencies that it asks for. */
export function searchInvoices(
  invoices: Pick<InvoiceIndex, 'query'>,
  search: string,
  columns: readonly InvoiceColumn[],
  words: SearchWords,
  context: SearchContext,
): readonly InvoiceRow[] {
  const plain = invoices.query(search);
  if (plain.length > 0) return plain;
  const { text, parts } = readSearch(search.trim(), words, context);
  if (parts.length === 0) return plain;
  const { today } = context.calendar;
  return invoices
    .query(text)
    .filter(({ invoice }) =>
      parts.every(({ any }) => any.some((each) => meets(invoice, each, columns, today))),
    );
}

/** Whether an invoice meets a condition. It meets none about approvals, vendors, notes or what it must not have. */
function meets(
  invoice: Invoice,
  condition: SearchCondition,
  columns: readonly InvoiceColumn[],
  today: PlainDate,
): boolean {
  const known = knownColumns(columns);
  const isLate = isOverdue(invoice, known, today);
  switch (condition.kind) {
    case 'amount': {
      const { fromCents, toCents, currencies } = condition;
      const all = columns.filter(({ role }) => role === 'amount');
      // A range is about the amount that is owed; one amount may be any.
      const asked = toCents - fromCents < CENTS_PER_UNIT ? all : [known.owed ?? all[0] ?? null];
      return asked.some((column) => {
        const value = readCell(invoice, column);
        if (value.kind !== 'money') return false;
        const isIn = fromCents <= value.amountCents && value.amountCents <= toCents;
        return isIn && (currencies?.includes(value.currency) ?? true);
      });
    }
    case 'date': {
      const { field, from, to } = condition;
      if (field === 'approved' || field === 'snoozed') return false;
      const names = Object.keys(invoice).filter(
        (name) => /due/iu.test(name) !== (field === 'date'),
      );
      const isIn = names.some((name) => {
        const value = readCell(invoice, { field: name });
        return value.kind === 'date' && from <= value.date && value.date <= to;
      });
      return isIn && (field !== 'overdue' || isLate);
    }
    case 'currency':
      return condition.currencies.includes(currencyIn(invoice));
    case 'state':
      return condition.state === 'overdue' && isLate;
    case 'text':
    case 'vendor':
    case 'field':
    case 'tag':
    case 'order':
    case 'not':
      return false;
    default:
      return condition satisfies never;
  }
}
