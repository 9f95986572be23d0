import { type PlainDate, plainDateAt } from '../../../base/days.ts';
import { billOfAnswer } from '../../../bridge/snapshot.ts';
import { createBillColumns } from '../../core/bills/index/bill-columns.ts';
import { partTests, type SearchFacts } from '../../core/bills/lists/condition-tests.ts';
import { findInFew } from '../../core/bills/search/find-in-few.ts';
import type { SearchCondition } from '../../core/bills/search/search-conditions.ts';
import { EARLIEST, LATEST } from '../../core/bills/search/search-days.ts';
import { readInEither } from '../../core/bills/search/search-languages.ts';
import { phraseAt, type SearchContext } from '../../core/bills/search/search-reader.ts';
import type { SearchPart } from '../../core/bills/search/search-reading.ts';
import { holdsTerm } from '../../core/bills/search/search-terms.ts';
import { searchTextOf } from '../../core/bills/search/search-text.ts';
import { searchTokens } from '../../core/bills/search/search-tokens.ts';
import { type SearchWords, wordTables } from '../../core/bills/search/search-words.ts';
import type { Approval } from '../../core/model/approval.ts';

export interface ApprovalSearchContext extends SearchContext {
  readonly words: SearchWords;
  /** Words of the other language; null for none. */
  readonly foreign: SearchWords | null;
}

/**
 * Approvals that a search finds, in the given order. Phrases have the same meaning as in the list of bills, and are
 * compared with the bill as approved. A day alone is the day of the approval, or a due date. If no approval matches the
 * phrases, their words are searched as text.
 */
export function searchApprovals(
  approvals: readonly Approval[],
  search: string,
  context: ApprovalSearchContext,
): readonly Approval[] {
  const typed = search.trim();
  const finds = (text: string): boolean => findInFew(approvals, text, textOf).length > 0;
  const { words, foreign } = context;
  const { text, parts } = readInEither(typed, words, foreign, context, finds);
  if (parts.length === 0) return findInFew(approvals, typed, textOf);
  const tables = [words, ...(foreign === null ? [] : [foreign])].map(wordTables);
  const namesField = ([from, to]: SearchPart['range']): boolean => {
    const tokens = searchTokens(typed.slice(from, to));
    return tokens.some(
      ({ kind }, at) =>
        kind === 'operator' ||
        tables.some(({ fields }) => phraseAt({ tokens }, at, fields) !== null),
    );
  };
  const asked = parts.map((part) =>
    namesField(part.range)
      ? part
      : { ...part, any: part.any.flatMap((each) => orApproved(each, context.calendar.today)) },
  );
  const found = findInFew(approvals, text, textOf);
  const tests = partTests(asked, ...columnsOf(found, context));
  const met = found.filter((_approval, slot) => tests.every((test) => test(slot)));
  return met.length > 0 ? met : findInFew(approvals, typed, textOf);
}

/**
 * Reads a condition about a due date also as one about the day of approval. For an open range both would match nearly
 * every approval, so a range with a future bound is about due dates, any other about approvals.
 */
function orApproved(condition: SearchCondition, today: PlainDate): readonly SearchCondition[] {
  if (condition.kind !== 'date') return [condition];
  // In Review, “since” is about bill dates.
  if (condition.field !== 'due' && condition.field !== 'date') return [condition];
  const approved = { ...condition, field: 'approved' } as const;
  const { from, to } = condition;
  if (from !== EARLIEST && to !== LATEST) return [condition, approved];
  return (from === EARLIEST ? to : from) > today ? [condition] : [approved];
}

/** The approved bills, each in the slot with its approval's index, and the facts about them. */
function columnsOf(approvals: readonly Approval[], { calendar }: SearchContext) {
  const columns = createBillColumns();
  // A bill may have several approvals, so the approval's id stands for it.
  for (const { id, organizationId, snapshot } of approvals) {
    const bill = billOfAnswer(snapshot, { ...snapshot, id });
    columns.put({ organizationId, seen: { atMs: 0 }, bill }, undefined);
  }
  const facts: SearchFacts = {
    today: calendar.today,
    approved: new Map(approvals.map(({ id, approvedAtMs }) => [id, plainDateAt(approvedAtMs)])),
    outOfInboxOf: () => null,
    snoozedUntil: () => null,
    flagsOf: () => [],
    isRoutine: () => false,
    leftUnapproved: () => false,
    noteOf: () => '',
    holding: (term) => ({
      has: (slot) => {
        const approval = approvals[slot];
        return approval !== undefined && holdsTerm(textOf(approval), term);
      },
    }),
  };
  return [columns, facts] as const;
}

/** Search text, built as for a bill. */
function textOf({ snapshot }: Approval): string {
  const vendor = { id: null, name: snapshot.vendorName };
  return searchTextOf({ ...snapshot, vendor, memo: snapshot.rest?.memo ?? null });
}
