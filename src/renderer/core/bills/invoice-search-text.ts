import type { Invoice } from '../../../contract/invoice.ts';
import { amountSpellings, foldCase } from './search-text.ts';

/**
 * Lower-case text that the search looks in: every text and number of the invoice, however deep, and
 * each `*_cents` as people type an amount.
 */
export function invoiceSearchText(invoice: Invoice): string {
  // A line break between the parts: no word typed by a person runs across it.
  return foldCase([...partsOf('', invoice, 0)].join('\n'));
}

/** Deeper than any form people fill in; what lies below is not looked for. */
const DEEPEST = 8;

function* partsOf(name: string, value: unknown, depth: number): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'number') {
    if (name.endsWith('_cents') && Number.isSafeInteger(value)) yield* amountSpellings(value);
    else yield String(value);
  } else if (typeof value === 'object' && value !== null && depth < DEEPEST) {
    for (const [key, inner] of Object.entries(value)) yield* partsOf(key, inner, depth + 1);
  }
}
