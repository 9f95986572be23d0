import * as z from '../base/zod.ts';

/**
 * How much may cross the bridge. Each text and list of a message has a maximum, so that no call holds main up
 * or fills its memory; `bounds.test.ts` finds one without.
 */

/** An id of ours or of the service's. */
export const id = z.string().check(z.minLength(1), z.maxLength(256));

/** No field takes more characters. */
export const MOST_TYPED = 4_000;
/** What the user types into a field of a connection. */
export const typed = z.string().check(z.maxLength(MOST_TYPED));
/** The same as an address: written out, a letter can take nine characters. */
export const address = z.string().check(z.maxLength(40_000));

/** The name of a file. */
export const fileName = z.string().check(z.maxLength(1_000));

const MOST_WORDS = 2_000;

/** Words of others, on their way to the window: cut rather than refused. */
export const words = z.string().check(
  z.overwrite((text) => text.slice(0, MOST_WORDS)),
  z.maxLength(MOST_WORDS),
);

/** As large as one item of the service can be (src/contract/read-item.ts). */
const MOST_ITEM = 65_536;
const MOST_LEVELS = 32;

/** A field of an item, as the service sent it. */
export const itemText = z.string().check(z.maxLength(MOST_ITEM));

/** Fields of an item by name, as the service sent them. */
export const itemFields = z.custom<Record<string, unknown>>(
  (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && isOfItem(value),
  'expected the fields of an item',
);

/** At most so many. What is longer is refused before anything in it is looked at. */
export function listOf<Item extends z.ZodMiniType>(item: Item, most: number) {
  return z.pipe(
    z.custom<unknown[]>(
      (value) => Array.isArray(value) && value.length <= most,
      `expected a list of at most ${most}`,
    ),
    z.array(item).check(z.maxLength(most)),
  );
}

/** Whether it is no larger and no deeper than an item. Ends as soon as it is, and does not recurse. */
function isOfItem(value: object): boolean {
  let size = 0;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const each of level) {
      size += typeof each === 'string' ? each.length : 1;
      if (typeof each === 'object' && each !== null) {
        // Never more than the JSON main has measured: an item it let through can be approved.
        const hasNames = !Array.isArray(each);
        for (const name in each) {
          if (hasNames) size += name.length + 1;
          if (size > MOST_ITEM || depth >= MOST_LEVELS) return false;
          next.push((each as Record<string, unknown>)[name]);
        }
      }
      if (size > MOST_ITEM) return false;
    }
    level = next;
  }
  return true;
}
