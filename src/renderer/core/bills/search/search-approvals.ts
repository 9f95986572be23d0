import type { SearchCondition } from './search-conditions.ts';
import { dateConditions, datesOf } from './search-dates.ts';
import { type Candidate, plain } from './search-phrases.ts';
import {
  after,
  afterNot,
  type Parsed,
  phraseAt,
  type SearchReader,
  wordAt,
} from './search-reader.ts';

/** `verb`: a negated verb or its subject, or a word between “not” and “approved”: “isn’t”, “no one”, “not been”. */
type ApprovalWord = 'not' | 'verb' | 'noOne' | 'approved' | 'anyone' | 'exceptMe';

/**
 * “No one but me has approved”, “not approved by anyone today”, “approved by no one”: an approval, its negation and its
 * days, in any order. “But me” cancels the negation. Null for “not approved” alone, which is a state.
 */
export function approvalAt(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const words = new Map<ApprovalWord, number>();
  let days: readonly SearchCondition[] = [];
  let [next, end] = [at, at];
  for (;;) {
    // “Not approved march” is due in March.
    const isClear = (['verb', 'noOne', 'anyone'] as const).some((each) => words.has(each));
    const mayBeDated = days.length === 0 && isClear;
    const dates = mayBeDated && datesOf(reader, next, null) && datesOf(reader, next, 'approved');
    if (dates) {
      days = dateConditions(dates.value, 'approved');
      next = end = dates.next;
      continue;
    }
    const word = wordOfApproval(reader, next, words);
    if (word === null) break;
    words.set(word.value, next);
    if (word.value === 'not' && after(reader, at, reader.words.not) === null) words.set('verb', at);
    next = word.next;
    if (word.value !== 'verb') end = next;
  }
  const negated = words.get('not') ?? words.get('noOne');
  if (negated === undefined || !words.has('approved')) return null;
  const state = (name: 'approved' | 'unapproved') => ({ kind: 'state', state: name }) as const;
  if (words.has('exceptMe')) return plain(reader, at, end, days[0] ?? state('approved'));
  if (days.length > 0) return plain(reader, at, end, { kind: 'not', any: days });
  return negated > at ? plain(reader, at, end, state('unapproved')) : null;
}

/** A word of an approval that is not there yet. “Not” has to be the first. */
function wordOfApproval(
  reader: SearchReader,
  at: number,
  others: ReadonlyMap<ApprovalWord, number>,
): Parsed<ApprovalWord> | null {
  const { anyone, exceptMe, fillers, noOne, states } = reader.words;
  const state = phraseAt(reader, at, states);
  const small = others.size > 0 && fillers.has(wordAt(reader, at) ?? '') ? at + 1 : null;
  const words = [
    ['exceptMe', after(reader, at, exceptMe)],
    ['noOne', after(reader, at, noOne)],
    ['not', others.size === 0 ? afterNot(reader, at) : null],
    ['approved', state?.value === 'approved' ? state.next : null],
    ['anyone', after(reader, at, anyone)],
    ['verb', small],
  ] as const;
  for (const [value, next] of words)
    if (next !== null && (value === 'verb' || !others.has(value))) return { value, next };
  return null;
}
