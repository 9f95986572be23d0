import { formatCount } from '../count.ts';

/** "1 bill", "2,400 bills": the count in the reader's digits with the form that fits it. */
export function plural(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
