import * as z from '../../../base/zod.ts';
import { flagKinds } from '../../../bridge/settings.ts';
import { readPlainDate, type PlainDate } from '../../../base/days.ts';
import { sorts } from '../model/bill-row.ts';
import { billLists, firstListChoice, groupings, type ListChoice } from '../model/list-choice.ts';

const plainDate = z.custom<PlainDate>(
  (text) => typeof text === 'string' && readPlainDate(text) === text,
);

const filterSchema = z.strictObject({
  vendor: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  amountFromCents: z.nullable(z.int()),
  amountToCents: z.nullable(z.int()),
  dueFrom: z.nullable(plainDate),
  dueTo: z.nullable(plainDate),
  flag: z.nullable(z.enum(['any', 'routine', 'paidUnapproved', ...flagKinds])),
});

/**
 * A row of `views`. Strict, because a view of a later version may have an unknown filter. Without the filter it would
 * show other bills than its name says.
 */
export const savedViewSchema = z.strictObject({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  list: z.enum(billLists),
  search: z.string(),
  sort: z.enum(sorts),
  descending: z.boolean(),
  grouping: z.enum(groupings),
  filter: filterSchema,
}) satisfies z.ZodMiniType<ListChoice>;

export type SavedView = Readonly<z.infer<typeof savedViewSchema>>;

/** The part of the view that determines the list, without the bill on screen. */
export function listChoiceOf(view: ListChoice): ListChoice {
  const { list, search, sort, descending, grouping, filter } = view;
  return { list, search, sort, descending, grouping, filter };
}

/** Whether both choices show the same list. */
export function isSameChoice(left: ListChoice, right: ListChoice): boolean {
  return JSON.stringify(ordered(left)) === JSON.stringify(ordered(right));
}

/** Whether it is the default list, so that there is nothing to save. */
export function isFirstChoice(choice: ListChoice): boolean {
  return isSameChoice(choice, firstListChoice);
}

function ordered({ list, search, sort, descending, grouping, filter }: ListChoice): unknown {
  const { vendor, currency, amountFromCents, amountToCents, dueFrom, dueTo, flag } = filter;
  return [
    [list, search.trim(), sort, descending, grouping],
    [vendor, currency, amountFromCents, amountToCents, dueFrom, dueTo, flag],
  ];
}
