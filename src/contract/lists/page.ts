import * as z from '../../base/zod.ts';
import type { MalformedItem } from '../body/read-item.ts';

const MAX_CURSOR_LENGTH = 8_192;
/** A usable cursor. Billfold saves it with every page and sends it in an address. */
export const cursorSchema = z.string().check(z.minLength(1), z.maxLength(MAX_CURSOR_LENGTH));

/** Reasons why a list cannot be read to its end. */
export const cutReasons = [
  /** A full page does not say whether others follow. */
  'silent',
  /** The page says that more follows, but not where. */
  'noCursor',
  /** The next page was read already: the service ignores the cursor. */
  'repeats',
  /** Many items came again on later pages: the list has no fixed order, so others were missed. */
  'unordered',
  /** The list continues by page number, for which the service page has no parameter. */
  'byNumber',
  /** A single item is larger than any answer Billfold reads. */
  'tooLarge',
  /** The service refuses the list of this status (400, 403, 404, 422), although it sends others. */
  'notFound',
  /** A cache answered, so the list may be outdated. */
  'cached',
] as const;
export type CutReason = (typeof cutReasons)[number];

/** One page of a list. Each item is read by itself, so a bad item does not spoil the others. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly malformed: readonly MalformedItem[];
  /** Cursor of the next page; null at the end. */
  readonly nextCursor: string | null;
  /** Number of items in the whole list; absent when the page states none. */
  readonly total?: number | undefined;
  /** Reason why the list cannot continue although this is not its end; null otherwise. */
  readonly cutShort: CutReason | null;
  /** The answer came from a cache, so it says nothing about the current state. */
  readonly isCached: boolean;
}

/** Everything readable of a list, from all its pages. */
export type WholeList<Item> = Pick<Page<Item>, 'items' | 'malformed' | 'cutShort'>;
