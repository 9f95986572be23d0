import * as z from '../base/zod.ts';
import type { MalformedItem } from './read-item.ts';

const MOST_CURSOR_LENGTH = 2_048;
/** A cursor that can be asked for: it is saved with every page, and travels in an address. */
export const cursorSchema = z.string().check(z.minLength(1), z.maxLength(MOST_CURSOR_LENGTH));

/** Why a list cannot be read to its end. */
export const cutReasons = [
  /** A page as full as asked for says nothing of what follows. */
  'silent',
  /** It says that more follows, and not where. */
  'noCursor',
  /** The next page is one that was read already: the service ignores the cursor. */
  'repeats',
  /** It goes on by page number, for which the service page has no parameter. */
  'byNumber',
  /** One item alone is larger than any answer that is read. */
  'tooLarge',
  /** A cache on the way answered: its list is as old as it is. */
  'cached',
] as const;
export type CutReason = (typeof cutReasons)[number];

/** One page of a list, each item read by itself so that a bad one does not cost the others. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly malformed: readonly MalformedItem[];
  /** Cursor of the next page, or null at the end. */
  readonly nextCursor: string | null;
  /** Why this is not the end although no cursor leads on; null when it is the end, or one does. */
  readonly cutShort: CutReason | null;
  /** The answer came from a cache on the way, so it says nothing about now. */
  readonly isCached: boolean;
}

/** All that could be read of a list, page by page. */
export type WholeList<Item> = Pick<Page<Item>, 'items' | 'malformed' | 'cutShort'>;
