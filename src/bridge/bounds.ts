import { isObject } from '../base/is-object.ts';
import * as z from '../base/zod.ts';
import { MAX_ITEM_BYTES, MAX_LEVELS } from '../contract/body/read-item.ts';

/**
 * Size limits of the bridge. Each text and list of a message has a maximum, so that no call blocks main or fills its
 * memory; `tests/attack/bridge.test.ts` checks this.
 */

/** Billfold's or the service's id. */
export const id = z.string().check(z.minLength(1), z.maxLength(256));

/** Maximum characters of an input field. */
export const MAX_TYPED = 4_000;
/** Text that the user types into a field of a connection. */
export const typed = z.string().check(z.maxLength(MAX_TYPED));
/** The same text as an encoded address, in which a letter can take nine characters. */
export const address = z.string().check(z.maxLength(40_000));

export const fileName = z.string().check(z.maxLength(1_000));

/** Epoch milliseconds that a date can hold (ECMA-262, section 21.4.1.1), from 1970 on. */
export const epochMs = z.number().check(z.minimum(0), z.maximum(8.64e15));

const MAX_WORDS = 2_000;

/** Text from outside Billfold, for display. Longer text is cut, not rejected. */
export const words = z.string().check(
  z.overwrite((text) => text.slice(0, MAX_WORDS)),
  z.maxLength(MAX_WORDS),
);

/** Text of an item's field, as the service sent it. */
export const itemText = z.string().check(z.maxLength(MAX_ITEM_BYTES));

/**
 * Fields of an item by name, as the service sent them. Only JSON values, so that the journal can store them unchanged.
 */
export const itemFields = z.custom<Record<string, unknown>>(
  (value) => isObject(value) && fitsItem(value),
  'expected the fields of an item',
);

/** A list with at most `most` items. It refuses a longer list before it reads any item. */
export function listOf<Item extends z.ZodMiniType>(item: Item, most: number) {
  return z.pipe(
    z.custom<unknown[]>(
      (value) => Array.isArray(value) && value.length <= most,
      `expected a list of at most ${most}`,
    ),
    z.array(item).check(z.maxLength(most)),
  );
}

const QUOTES = 2;

/** Whether a value is JSON within the size and depth of an item. It stops at the first excess and does not recurse. */
function fitsItem(value: object): boolean {
  let size = 0;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const each of level) {
      size += typeof each === 'string' ? each.length + QUOTES : typeof each === 'object' ? 2 : 1;
      if (!isJson(each)) return false;
      if (typeof each === 'object' && each !== null) {
        // The size must not exceed the JSON that main measured: the user must be able to approve every item that main
        // accepts.
        const hasNames = !Array.isArray(each);
        let isFirst = true;
        for (const name in each) {
          // The quotes and the colon of a name, and the comma before it.
          size += (hasNames ? name.length + QUOTES + 1 : 0) + (isFirst ? 0 : 1);
          isFirst = false;
          if (size > MAX_ITEM_BYTES || depth >= MAX_LEVELS) return false;
          next.push((each as Record<string, unknown>)[name]);
        }
      }
      if (size > MAX_ITEM_BYTES) return false;
    }
    level = next;
  }
  return true;
}

/** Whether `JSON.stringify` and `JSON.parse` leave a value unchanged. Does not look at the values inside it. */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean';
  // JSON loses gaps and named properties of a list.
  if (Array.isArray(value)) return Object.keys(value).length === value.length;
  // An object from the window has the `Object.prototype` of the window's realm, not this one.
  const prototype: unknown = value && Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
