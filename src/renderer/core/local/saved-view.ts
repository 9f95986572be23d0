import * as z from '../../../base/zod.ts';
import { parseJson } from '../../../base/parse-json.ts';
import { MAX_LIST_CHOICE } from '../../../bridge/app.ts';
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
 * A choice of a list. Strict, because a view of a later version may have an unknown filter. Without the filter it would
 * show other bills than its name says.
 */
const listChoiceSchema = z.strictObject({
  list: z.enum(billLists),
  search: z.string(),
  sort: z.enum(sorts),
  descending: z.boolean(),
  grouping: z.enum(groupings),
  filter: filterSchema,
}) satisfies z.ZodMiniType<ListChoice>;

/** A row of `views`. */
export const savedViewSchema = z.extend(listChoiceSchema, {
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
});

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

/** Text of the choice, for main's memory while Billfold is locked; null for the default list. */
export function writeListChoice(choice: ListChoice): string | null {
  const text = JSON.stringify(listChoiceOf(choice));
  return isFirstChoice(choice) || text.length > MAX_LIST_CHOICE ? null : text;
}

/** The choice in such a text; the default list for any other text. */
export function readListChoice(text: string | null): ListChoice {
  return listChoiceSchema.safeParse(parseJson(text ?? '')).data ?? firstListChoice;
}
