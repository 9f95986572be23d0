import { fieldsIn } from '../body/answer.ts';
import { isNoFlag } from '../approvals/approved-fields.ts';
import { BILLS_PAGE_LIMIT } from '../bill.ts';
import { readFirst, type Form } from '../body/form.ts';
import { cursorSchema, type CutReason, type Page } from './page.ts';
import type { Fields } from '../party.ts';
import { fieldNamed, plainKey, scalarIn } from '../body/read-party.ts';
import { headerNames } from '../wire-names.ts';
import { wordList } from '../body/words.ts';

// Reads whether more pages follow. Services say so in many forms.

/** Plain keys of objects around a list, or around its page. */
export const containers = ['data', 'embedded', 'result', 'response', 'payload', 'd', 'hits'];

/** Facts about a page that show whether others follow. */
export interface SentEnd {
  /** Objects around the list, the nearest first. */
  readonly levels: readonly unknown[];
  /** `Link` header (RFC 8288), or null. */
  readonly link: string | null;
  /** Total that the page or a header states, or null. */
  readonly total: number | null;
  /** Number of items on the page. */
  readonly count: number;
  /** Number of items requested; null when the service page has no such parameter. */
  readonly limit: number | null;
  readonly isFirst: boolean;
  /** A page of this list, or of another list of the organization, had a cursor to the next page. */
  readonly hasPaged: boolean;
  /** A header says that more pages follow. */
  readonly saysMoreBeside: boolean;
}
type End = { readonly next: string } | { readonly cut: CutReason } | 'end';

const ofPage = {
  levels: [],
  link: null,
  total: null,
  count: 50,
  limit: 50,
  isFirst: true,
  hasPaged: false,
  saysMoreBeside: false,
};

/** Forms in which a page says whether its list continues. */
export const endForms: readonly Form<SentEnd, End>[] = [
  {
    id: 'hasMore',
    name: '`has_more` is false',
    source: 'Pagination envelope',
    example: { ...ofPage, levels: [{ meta: { has_more: false, next_cursor: 'c9' } }] },
    reads: 'end',
    read: ({ levels }) => (moreIn(levels) === false ? 'end' : null),
  },
  {
    id: 'cursor',
    name: '`next_cursor` as text or whole number',
    source: 'Pagination envelope',
    example: { ...ofPage, levels: [{ meta: { next_cursor: 120 } }] },
    reads: { next: '120' },
    read: ({ levels }) => (isAddress(cursorIn(levels)) ? null : nextAt(cursorIn(levels))),
  },
  {
    id: 'address',
    name: '`Link: <…?after=…>; rel="next"` (RFC 8288), or the same address under `next` or `next_cursor`; also with `cursor` or `page_token`',
    source: 'Appendix, paging',
    example: { ...ofPage, link: '</api/v1/bills?after=c2&limit=50>; rel="next"' },
    reads: { next: 'c2' },
    read: (page) => {
      const query = [...(nextOf(page) ?? [])];
      const named = cursorNames.map((wanted) => query.find(([key]) => plainKey(key) === wanted));
      return nextAt(named.find((each) => each !== undefined)?.[1]);
    },
  },
  {
    id: 'number',
    name: 'by page number: `meta.page` before its last, or the address of a next page without a cursor',
    source: 'Appendix, paging',
    example: { ...ofPage, levels: [{ meta: { page: 1, total_pages: 3 } }] },
    reads: { cut: 'byNumber' },
    read: (page) => {
      const [number, pages] = pagesIn(page.levels);
      const hasNext = nextOf(page) !== null;
      if (number !== null && pages !== null) {
        // Some services number pages from 0, or report page 0 for each page that a cursor led to.
        const isLastFromZero = !page.isFirst && !hasNext && (number === 0 || number + 1 >= pages);
        if (pages <= 1 || number >= pages || isLastFromZero) return 'end';
      }
      return hasNext || pages !== null ? { cut: 'byNumber' } : null;
    },
  },
  {
    id: 'noCursor',
    name: '`has_more`, or a similar name, is true and no cursor leads on',
    source: 'Pagination envelope',
    example: { ...ofPage, levels: [{ meta: { has_more: true } }] },
    reads: { cut: 'noCursor' },
    read: ({ levels }) =>
      moreIn(levels) === null && !saysMore(levels) && !hasOddMeta(levels)
        ? null
        : { cut: 'noCursor' },
  },
  {
    id: 'emptyCursor',
    name: 'an empty `next_cursor`, or an empty address of a next page, is the end',
    source: 'Pagination envelope',
    example: { ...ofPage, levels: [{ meta: { next_cursor: null } }] },
    reads: 'end',
    read: ({ levels }) => {
      const named = cursorIn(levels);
      const cursor = named === undefined ? addressIn(levels) : named;
      if (cursor === undefined) return null;
      return cursor === null || cursor === '' || cursor === false ? 'end' : { cut: 'noCursor' };
    },
  },
  {
    id: 'total',
    name: 'a total on the first page, also as `X-Total-Count`: the end if the page reaches it; else, without a cursor, cut short',
    source: 'Appendix, paging',
    example: { ...ofPage, total: 62 },
    reads: { cut: 'noCursor' },
    read: ({ count, isFirst, total }) => {
      if (!isFirst || total === null) return null;
      return total > count ? { cut: 'noCursor' } : 'end';
    },
  },
  {
    id: 'silent',
    name: 'a page that says nothing: the end without a limit, after pages with cursors, or with fewer items than requested (but not 25); else cut short',
    source: 'Appendix, paging',
    example: ofPage,
    reads: { cut: 'silent' },
    read: ({ levels, count, limit, hasPaged, saysMoreBeside }) => {
      if (limit === null) return 'end';
      if (count > 0 && (saysMoreBeside || hasUnknownMore(levels))) return { cut: 'noCursor' };
      if (hasPaged) return 'end';
      // A service that ignores `limit` sends the documented number of items.
      return count >= limit || count === BILLS_PAGE_LIMIT.byDefault ? { cut: 'silent' } : 'end';
    },
  },
];

/** Places of a list's metadata, the documented one first. */
const metaKeys = wordList(`
  meta pagination paging pageinfo page pagecontext links metadata responsemetadata pager pagy paginator pages cursor
  cursors hydra:view view`);

/**
 * Objects around a list in an answer, to four levels, the nearest first; only the body when the list is not in it.
 * Finds a list that was an object in the answer by its first item.
 */
export function levelsAround(list: readonly unknown[], body: unknown): readonly unknown[] {
  const within = (value: unknown, depth: number): readonly unknown[] | null => {
    if (value === list) return [];
    const inner = depth === 0 ? [] : Object.values(fieldsIn(value));
    if (inner.includes(list[0])) return [value];
    const way = inner.map((each) => within(each, depth - 1)).find((found) => found !== null);
    return way ? [...way, value] : null;
  };
  return within(body, 4) ?? [body];
}

/** Objects that may say where a list continues: of each level, the documented place first. */
export function metasOf(levels: readonly unknown[]): readonly Fields[] {
  return levels.flatMap(metasIn);
}

function metasIn(level: unknown): readonly Fields[] {
  const fields = fieldsIn(level);
  const under = (outer: Fields, names: readonly string[]): readonly Fields[] => {
    const named = Map.groupBy(Object.keys(outer), plainKey);
    const found = names.flatMap((name) => named.get(name) ?? []).map((key) => outer[key]);
    return found.map(fieldsIn);
  };
  const outer = [...under(fields, metaKeys), fields];
  const inner = [fields, ...under(fields, containers)].flatMap((each) =>
    under(each, ['data', 'bills']),
  );
  const containing = [...under(fields, containers), ...inner];
  const below = (some: readonly Fields[]): readonly Fields[] =>
    some.flatMap((each) => under(each, metaKeys));
  const inMeta = below(under(fields, metaKeys));
  return [...outer, ...containing, ...below(containing), ...inMeta, ...below(inMeta)];
}

/** First field with one of these names in a list's metadata; undefined when there is none. */
export function metaField(levels: readonly unknown[], names: readonly string[]): unknown {
  for (const meta of metasOf(levels)) {
    for (const [key, value] of Object.entries(meta))
      if (names.includes(plainKey(key))) return scalarIn(value);
  }
  return undefined;
}

/** Parameters that hold the cursor in the address of a next page, the documented one first. */
const cursorNames = ['after', 'cursor', 'pagetoken', 'page[cursor]', 'page[after]', '$skiptoken'];

/** Whether a value is an address of a page rather than a cursor. */
function isAddress(value: unknown): value is string {
  return typeof value === 'string' && ADDRESS.test(value);
}
const ADDRESS = /^https?:\/\/|^[\w\-./:~%]*\?[\w\-.[\]$]+=/i;

const nextNames = ['nextcursor', 'endcursor', 'nextpagetoken', 'nexttoken', 'continuationtoken'];

function cursorIn(levels: readonly unknown[]): unknown {
  const named = metaField(levels, nextNames);
  const isObject = Object.keys(fieldsIn(named)).length > 0;
  if (named !== undefined && !isObject) return named;
  const next = isObject ? named : metaField(levels, ['next']);
  const inside = ['after', 'cursor', 'startingafter']
    .map((name) => fieldNamed(next, name))
    .find((each) => each !== undefined);
  if (inside !== undefined || isObject) return inside ?? named;
  // Digits would be a page number.
  const isCursor = /^(?!(?:\d+|true|false|null|none)$)[\w+=~.:-]+$/i.test(String(next));
  return typeof next === 'string' && isCursor ? next : undefined;
}

/** Whether more pages follow; null when the page does not say. A value that is neither yes nor no counts as yes. */
function moreIn(levels: readonly unknown[]): boolean | null {
  const more = metaField(levels, ['hasmore', 'hasnext', 'hasnextpage']) ?? null;
  if (more !== null) return typeof more === 'object' || (more !== '' && !isNoFlag(more));
  return metaField(levels, ['last', 'islast']) === true ? false : null;
}

/** Whether another name than `has_more` says that more pages follow: `has_more_page`, `isLast: false`, `truncated`. */
function saysMore(levels: readonly unknown[]): boolean {
  const fields = metasOf(levels).flatMap((meta) => Object.entries(meta));
  return fields.some(([name, value]) => {
    if (/^(?:is)?(?:last(?:page)?|done|complete|finished)$/.test(plainKey(name)))
      return value === false;
    return MORE.test(plainKey(name)) && (value === true || value === 1 || value === 'true');
  });
}

/** Whether a field that Billfold cannot follow, such as `LastEvaluatedKey`, shows that more pages follow. */
function hasUnknownMore(levels: readonly unknown[]): boolean {
  return metasOf(levels)
    .flatMap((meta) => Object.entries(meta))
    .some(([name, value]) => UNKNOWN_MORE.test(plainKey(name)) && isThere(value));
}
const UNKNOWN_MORE =
  /^(?!prev|before|start|end|first|last(?!evaluated)|self|this|current|has).*(?:next|continuation|lastevaluatedkey|pagetoken|cursor|scroll|bookmark)|^(?:offset|after)$/;

function isThere(value: unknown): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).some(
      ([key, each]) => /^(?:after|next|cursor|starting_after|s|n)$/i.test(key) && isThere(each),
    );
  if (typeof value === 'number') return false;
  return typeof value === 'string' && !/^(?:|0|\d+|false|null|none)$/i.test(value.trim());
}

const MORE = /^(?:has|is)?(?:more|truncated)(?:pages?|items|records|results|rows|available)?$/;

/** Whether `meta` is no object. Such a page does not say where the list ends, so more may follow. */
function hasOddMeta(levels: readonly unknown[]): boolean {
  const metas = levels.map((level) => fieldNamed(level, 'meta') ?? null);
  return metas.some(
    (meta) =>
      (typeof meta !== 'object' && meta !== false && meta !== '') ||
      (Array.isArray(meta) && meta.length > 0),
  );
}

const totalKeys = wordList(`
  total recordstotal @odata.count odata.count nbhits totalhits totalcount totalitems totalelements totalrecords
  totalresults totalentries totalsize totalrows`);

/** Number of items that the page states for the whole list; null for none. */
export function totalIn(levels: readonly unknown[]): number | null {
  const total = metaField(levels, totalKeys);
  return typeof total === 'string' ? readTotal(total) : wholeNumber(total);
}

function readTotal(sent: string | null): number | null {
  return sent !== null && /^\d{1,9}$/.test(sent.trim()) ? Number(sent) : null;
}

function pagesIn(levels: readonly unknown[]): readonly [number | null, number | null] {
  const page = metaField(levels, ['page', 'currentpage', 'pagenumber', 'number']);
  const pages = metaField(levels, ['totalpages', 'lastpage', 'pagecount', 'pages']);
  return [wholeNumber(page), wholeNumber(pages)];
}

function wholeNumber(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;
}

function nextAt(cursor: unknown): End | null {
  const text = Number.isSafeInteger(cursor) ? String(cursor) : cursor;
  const usable = cursorSchema.safeParse(text);
  return usable.success ? { next: usable.data } : null;
}

/** Query of the next page's address; null when the page names none. */
function nextOf({ link, levels }: Pick<SentEnd, 'link' | 'levels'>): URLSearchParams | null {
  const links = [...(link ?? '').matchAll(/<([^>]*)>([^<]*)/g)];
  const next = links.find(([, , rest = '']) => /;\s*rel\s*=\s*"?[^";]*\bnext\b/i.test(rest));
  const cursor = cursorIn(levels);
  const address = next?.[1] ?? (isAddress(cursor) ? cursor : addressIn(levels));
  if (typeof address !== 'string' || !address.includes('?')) return null;
  return new URLSearchParams(address.split('?')[1]?.split('#')[0] ?? '');
}

function addressIn(levels: readonly unknown[]): unknown {
  const links = levels.flatMap((level) => fieldNamed(level, 'links')).map(fieldsIn);
  const next = links.find(({ rel }) => rel === 'next');
  const sent =
    next ??
    metaField(levels, wordList('next nextpageurl nexturl nextlink @odata.nextlink hydra:next'));
  return fieldsIn(sent)['href'] ?? sent;
}

/** Total that a header states, also as `Content-Range: items 0-24/139` (RFC 9110 §14.4); null for none. */
export function totalOfHeaders(headers: Pick<Headers, 'get'>): number | null {
  const range = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? null;
  const [named] = [headerNames.totalCount, 'x-total', 'x-pagination-total-count'].flatMap(
    (name) => headers.get(name) ?? [],
  );
  return readTotal(named ?? range);
}

/** Whether a header says that more pages follow. */
export function saysMoreIn(headers: Pick<Headers, 'get'>): boolean {
  const [more, next, pages] = ['x-has-more', 'x-next-page', 'x-total-pages'].map(
    (name) => headers.get(name) ?? '',
  );
  return /^(?:true|1|yes)$/i.test(more ?? '') || (next ?? '') !== '' || Number(pages) > 1;
}

/** Reads where the list continues. A cursor that leads back to the same page would loop forever. */
export function readListEnd(
  page: SentEnd,
  after: string | null,
): Pick<Page<unknown>, 'nextCursor' | 'cutShort'> {
  const end = readFirst(endForms, page) ?? 'end';
  if (end === 'end') return { nextCursor: null, cutShort: null };
  if ('cut' in end) return { nextCursor: null, cutShort: end.cut };
  if (end.next === after) return { nextCursor: null, cutShort: 'repeats' };
  return { nextCursor: end.next, cutShort: null };
}
