import type { DayRange } from './search-days.ts';
import { EARLIEST, LATEST } from './search-days.ts';
import type { SearchCondition } from './search-conditions.ts';
import type { SearchOperator, SearchWords } from './search-words.ts';

const HUNDREDTHS_PER_UNIT = 100;

/** Search text with exactly this meaning. */
export function writeCondition(condition: SearchCondition, words: SearchWords): string {
  const named = (operator: SearchOperator, value: string): string =>
    `${words.operators[operator][0] ?? operator}:${value}`;
  switch (condition.kind) {
    case 'text':
      return `"${condition.typed}"`;
    case 'amount':
      return named('amount', amounts(condition));
    case 'date':
      if (condition.field !== 'overdue') return named(condition.field, dates(condition, words));
      return `${named('due', dates(condition, words))} ${named('is', words.states.overdue[0] ?? '')}`;
    case 'vendor':
      return named('vendor', `"${condition.part}"`);
    case 'currency':
      return named('currency', condition.currencies[0] ?? '');
    case 'state':
      return named('is', (words.states[condition.state][0] ?? '').replaceAll(' ', '-'));
    case 'field':
      return named(condition.field, `"${condition.part}"`);
    case 'order':
      return named('sort', (words.orders[condition.order][0] ?? '').replaceAll(' ', '-'));
    case 'tag':
      return `#${condition.part}`;
    case 'not':
      return condition.any.map((each) => `-${writeCondition(each, words)}`).join(' ');
    default:
      return condition satisfies never;
  }
}

function amounts({
  fromCents,
  toCents,
}: {
  readonly fromCents: number;
  readonly toCents: number;
}): string {
  const [from, to] = [fromCents, toCents].map((cents) => String(cents / HUNDREDTHS_PER_UNIT));
  if (toCents === Infinity) return `>=${from}`;
  return fromCents === -Infinity ? `<=${to}` : `${from}..${to}`;
}

function dates({ from, to }: DayRange, { to: until }: SearchWords): string {
  if (from === to) return from;
  if (from === EARLIEST) return `<=${to}`;
  return to === LATEST ? `>=${from}` : `${from} ${until[0] ?? '-'} ${to}`;
}
