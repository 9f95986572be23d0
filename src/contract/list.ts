import { fail, succeed, type Result } from '../base/result.ts';
import { fieldsIn, type Answer } from './answer.ts';
import type { QuotaHeaders } from './approve-answer.ts';
import { deniesIn, excusesIn } from './denials.ts';
import { BILLS_PAGE_LIMIT } from './bill.ts';
import { readFirst, type Form } from './form.ts';
import type { Fields } from './party.ts';
import { organizationForms } from './organization-forms.ts';
import { fieldNamed, plainKey, withVendorsBeside } from './read-party.ts';
import { readItem, withoutConflicts, type ItemSchema } from './read-item.ts';
import { cursorSchema, type CutReason, type Page } from './page.ts';
import { billIn } from './sent-items.ts';
import type { ServiceError } from './service-error.ts';
import { headerNames } from './wire-names.ts';

export type Resource = 'bills' | 'invoices' | 'organizations';

interface SentList {
  readonly resource: Resource;
  readonly body: unknown;
}

const underKey = (fields: Fields, isWanted: (key: string) => boolean): readonly unknown[] | null =>
  Object.entries(fields)
    .filter(([key]) => isWanted(plainKey(key)))
    .map(([, value]) => value)
    .find((value) => Array.isArray(value)) ?? null;

const common = ['items', 'results', 'records', 'content', 'entries', 'value', 'values', 'list'];

/** Places of a list's items in an answer. */
export const listForms: readonly Form<SentList, readonly unknown[]>[] = [
  {
    id: 'data',
    name: '`{data: […]}`, the documented envelope',
    source: 'Pagination envelope',
    example: { resource: 'bills', body: { data: [1], meta: {} } },
    reads: [1],
    read: ({ body }) => underKey(fieldsIn(body), (key) => key === 'data'),
  },
  {
    id: 'resource',
    name: 'under the name of the resource: `{bills: […]}`',
    source: 'Appendix, list body',
    example: { resource: 'bills', body: { Bills: [1] } },
    reads: [1],
    read: ({ resource, body }) => underKey(fieldsIn(body), (key) => key === resource),
  },
  {
    id: 'bare',
    name: 'bare: `[…]`',
    source: 'Appendix, list body',
    example: { resource: 'bills', body: [1] },
    reads: [1],
    read: ({ body }) => (Array.isArray(body) ? body : null),
  },
  {
    id: 'nested',
    name: 'under the name of the resource inside `data` or `_embedded`: `{status: "success", data: {bills: […]}}`',
    source: 'Appendix, list body',
    example: { resource: 'bills', body: { status: 'success', data: { bills: [1] } } },
    reads: [1],
    read: ({ resource, body }) =>
      ['data', 'embedded']
        .map((outer) =>
          underKey(
            fieldsIn(fieldNamed(fieldsIn(body), outer)),
            (key) => key === resource || key === 'items',
          ),
        )
        .find((found) => found !== null) ?? null,
  },
  {
    id: 'otherName',
    name: 'under another usual name: `items`, `results`, `records`, `content`, `entries`, `value`, `values`, `list`',
    source: 'Appendix, list body',
    example: { resource: 'organizations', body: { results: [1], count: 1 } },
    reads: [1],
    read: ({ body }) => underKey(fieldsIn(body), (key) => common.includes(key)),
  },
  {
    id: 'null',
    name: '`null` in place of an empty list',
    source: 'Appendix, list body',
    example: { resource: 'bills', body: { data: null, meta: {} } },
    reads: [],
    read: ({ resource, body }) =>
      Object.entries(fieldsIn(body)).some(
        ([key, value]) => value === null && ['data', resource].includes(plainKey(key)),
      )
        ? []
        : null,
  },
];

/** Facts about a page that show whether others follow. */
interface SentEnd {
  readonly body: unknown;
  /** `Link` header (RFC 8288), or null. */
  readonly link: string | null;
  /** Total that the page or a header states, or null. */
  readonly total: number | null;
  /** Number of items on the page, and the most it may have. */
  readonly count: number;
  readonly limit: number | null;
  readonly isFirst: boolean;
  /** A page of this list, or of another list of the organization, had a cursor to the next page. */
  readonly hasPaged: boolean;
}
type End = { readonly next: string } | { readonly cut: CutReason } | 'end';

const ofPage = {
  body: {},
  link: null,
  total: null,
  count: 50,
  limit: 50,
  isFirst: true,
  hasPaged: false,
};

/** Forms in which a page says whether its list continues. */
export const endForms: readonly Form<SentEnd, End>[] = [
  {
    id: 'hasMore',
    name: '`has_more` is false',
    source: 'Pagination envelope',
    example: { ...ofPage, body: { meta: { has_more: false, next_cursor: 'c9' } } },
    reads: 'end',
    read: ({ body }) => (moreIn(body) === false ? 'end' : null),
  },
  {
    id: 'cursor',
    name: '`next_cursor` as text or whole number',
    source: 'Pagination envelope',
    example: { ...ofPage, body: { meta: { next_cursor: 120 } } },
    reads: { next: '120' },
    read: ({ body }) => (isAddress(cursorIn(body)) ? null : nextAt(cursorIn(body))),
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
    example: { ...ofPage, body: { meta: { page: 1, total_pages: 3 } } },
    reads: { cut: 'byNumber' },
    read: (page) => {
      const [number, pages] = pagesIn(page.body);
      // Some services number their pages from 0.
      if (number !== null && pages !== null && (pages <= 1 || number >= pages)) return 'end';
      return nextOf(page) !== null || pages !== null ? { cut: 'byNumber' } : null;
    },
  },
  {
    id: 'noCursor',
    name: '`has_more`, or a similar name, is true and no cursor leads on',
    source: 'Pagination envelope',
    example: { ...ofPage, body: { meta: { has_more: true } } },
    reads: { cut: 'noCursor' },
    read: ({ body }) =>
      moreIn(body) === null && !saysMore(body) && !hasOddMeta(body) ? null : { cut: 'noCursor' },
  },
  {
    id: 'emptyCursor',
    name: 'an empty `next_cursor`, or an empty address of a next page, is the end',
    source: 'Pagination envelope',
    example: { ...ofPage, body: { meta: { next_cursor: null } } },
    reads: 'end',
    read: ({ body }) => {
      const named = cursorIn(body);
      const cursor = named === undefined ? addressIn(body) : named;
      if (cursor === undefined) return null;
      return cursor === null || cursor === '' ? 'end' : { cut: 'noCursor' };
    },
  },
  {
    id: 'total',
    name: 'a total, also as `X-Total-Count`, that the page reaches is the end; one that it does not reach, and no cursor, is cut short',
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
    name: 'a page that says nothing is the end when it is not full, or where pages have led on by cursors; else it is cut short',
    source: 'Appendix, paging',
    example: ofPage,
    reads: { cut: 'silent' },
    read: ({ count, limit, hasPaged }) => {
      if (limit === null || hasPaged) return 'end';
      // A service that ignores `limit` sends the documented number of items.
      return count >= limit || count === BILLS_PAGE_LIMIT.byDefault ? { cut: 'silent' } : 'end';
    },
  },
];

/** Places of a list's metadata, the documented one first. */
const metaKeys = ['meta', 'pagination', 'paging', 'pageinfo', 'page', 'pagecontext', 'links'];

function metasOf(body: unknown): readonly Fields[] {
  const fields = fieldsIn(body);
  const named = metaKeys.flatMap((wanted) =>
    Object.entries(fields).flatMap(([key, value]) =>
      plainKey(key) === wanted ? [fieldsIn(value)] : [],
    ),
  );
  return [...named, fields];
}

/** First field with one of these names in a list's metadata; undefined when there is none. */
function metaField(body: unknown, names: readonly string[]): unknown {
  for (const meta of metasOf(body)) {
    for (const [key, value] of Object.entries(meta))
      if (names.includes(plainKey(key))) return value;
  }
  return undefined;
}

/** Parameters that hold the cursor in the address of a next page, the documented one first. */
const cursorNames = ['after', 'cursor', 'pagetoken'];

/** Whether a value is an address of a page rather than a cursor. */
function isAddress(value: unknown): value is string {
  return typeof value === 'string' && ADDRESS.test(value);
}
const ADDRESS = /^https?:\/\/|^[\w\-./:~%]*\?[\w\-.[\]$]+=/i;

function cursorIn(body: unknown): unknown {
  return metaField(body, ['nextcursor', 'endcursor', 'nextpagetoken']);
}

/** Whether more pages follow; null when the page does not say. A value that is neither yes nor no counts as yes. */
function moreIn(body: unknown): boolean | null {
  const more = metaField(body, ['hasmore', 'hasnext', 'hasnextpage']) ?? null;
  if (more !== null) return !(more === false || more === 0 || more === 'false');
  return metaField(body, ['last', 'islast']) === true ? false : null;
}

/** Whether another name than `has_more` says that more pages follow: `has_more_page`, `isLast: false`, `truncated`. */
function saysMore(body: unknown): boolean {
  const fields = metasOf(body).flatMap((meta) => Object.entries(meta));
  return fields.some(([name, value]) => {
    if (/^(?:is)?last(?:page)?$/.test(plainKey(name))) return value === false;
    return MORE.test(plainKey(name)) && (value === true || value === 1 || value === 'true');
  });
}
const MORE = /^(?:has|is)?(?:more|truncated)(?:pages?|items|records|results|rows|available)?$/;

/** Whether `meta` is no object. Such a page does not say where the list ends, so more may follow. */
function hasOddMeta(body: unknown): boolean {
  const meta = fieldNamed(fieldsIn(body), 'meta') ?? null;
  return typeof meta !== 'object' || Array.isArray(meta);
}

const counted = ['count', 'items', 'elements', 'records', 'results', 'entries', 'size', 'rows'];
const totalKeys = ['total', 'recordstotal', ...counted.map((each) => `total${each}`)];

function totalIn(body: unknown): number | null {
  const total = metaField(body, totalKeys);
  return typeof total === 'string' ? readTotal(total) : wholeNumber(total);
}

function readTotal(sent: string | null): number | null {
  return sent !== null && /^\d{1,9}$/.test(sent.trim()) ? Number(sent) : null;
}

function pagesIn(body: unknown): readonly [number | null, number | null] {
  const page = metaField(body, ['page', 'currentpage', 'pagenumber', 'number']);
  const pages = metaField(body, ['totalpages', 'lastpage', 'pagecount', 'pages']);
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
function nextOf({ link, body }: Pick<SentEnd, 'link' | 'body'>): URLSearchParams | null {
  const links = [...(link ?? '').matchAll(/<([^>]*)>([^<]*)/g)];
  const next = links.find(([, , rest = '']) => /;\s*rel\s*=\s*"?[^";]*\bnext\b/i.test(rest));
  const cursor = cursorIn(body);
  const address = next?.[1] ?? (isAddress(cursor) ? cursor : addressIn(body));
  if (typeof address !== 'string' || !address.includes('?')) return null;
  return new URLSearchParams(address.split('?')[1]?.split('#')[0] ?? '');
}

function addressIn(body: unknown): unknown {
  const links = [fieldNamed(fieldsIn(body), 'links')].flat().map(fieldsIn);
  const next = links.find(({ rel }) => rel === 'next');
  const sent =
    next ?? metaField(body, ['next', 'nextpageurl', 'nexturl', 'nextlink', '@odata.nextlink']);
  return fieldsIn(sent)['href'] ?? sent;
}

/** A request for a page of a list, and what is known about the lists of its service. */
export interface AskedList {
  readonly resource: Resource;
  /** Request for the technical line: "GET /api/v1/bills". */
  readonly label: string;
  readonly after: string | null;
  /** Number of items requested; null when the service page has no such parameter. */
  readonly limit: number | null;
  /** A list of this organization has led to a next page by a cursor before. */
  readonly hasPaged: boolean;
  /** Whether this service sends lists of this resource bare, not in an object; null before the first one. */
  readonly listsBare: boolean | null;
  readonly isCached: boolean;
  readonly quota: QuotaHeaders;
}

/** Whether the body is a bare list, without an object around it. */
export function isBareList({ body }: Pick<Answer, 'body'>): boolean {
  return body.form === 'json' && Array.isArray(body.value);
}

/**
 * Reads a page of a list (`listForms`, `endForms`), each item by itself: a malformed item is saved as such, and the
 * others stay usable.
 */
export function readList<Item extends { readonly id: string }>(
  schema: ItemSchema<Item>,
  answer: Pick<Answer, 'status' | 'body' | 'headers'>,
  asked: AskedList,
): Result<Page<Item>, ServiceError> {
  const { status, body, headers } = answer;
  const { resource, label, limit, listsBare, quota } = asked;
  // The service page names 204 only for DELETE. As an empty list, a gateway's 204 would remove every bill from the mirror.
  if (status === NO_CONTENT && body.form === 'empty' && quota !== 'missing') {
    const page = { items: [], malformed: [], nextCursor: null, cutShort: 'notFound' as const };
    return succeed({ ...page, isCached: asked.isCached });
  }
  if (body.form !== 'json') return malformed(label, 'no JSON');
  const sent =
    readFirst(listForms, { resource, body: body.value }) ??
    (resource === 'organizations' ? readFirst(organizationForms, body.value) : null);
  if (sent === null) return malformed(label, 'no list in the answer');
  // Such a list is incomplete. If it counted as complete, the sweep would remove the other bills from the mirror.
  if (metasOf(body.value).some(deniesIn)) return malformed(label, 'a list with an error');
  if (sent.length === 0 && metasOf(body.value).some(excusesIn))
    return malformed(label, 'an empty list with a message of a failure');
  // A gateway's empty list would remove every bill from the mirror.
  const usual = listsBare ?? (body.asHtml ? false : null);
  if (sent.length === 0 && usual !== null && usual !== isBareList(answer))
    return malformed(label, 'an empty list in a form that this service does not use');
  if (sent.length > MOST_ITEMS) return malformed(label, `${sent.length} items in one page`);
  const listed = resource === 'bills' ? sent.map(billIn) : sent;
  const read = withVendorsBeside(listed, body.value).map((raw) => readItem(schema, raw));
  const { items, malformed: broken } = withoutConflicts({
    items: read.flatMap((item) => (item.ok ? [item.value] : [])),
    malformed: read.flatMap((item) => (item.ok ? [] : [item.error])),
  });
  const link = headers.get(headerNames.link);
  const { isCached, after } = asked;
  const isFirst = after === null;
  const hasPaged = asked.hasPaged || !isFirst;
  const total = totalIn(body.value) ?? readTotal(headers.get(headerNames.totalCount));
  const page = { body: body.value, link, total, count: sent.length, limit, isFirst, hasPaged };
  // A total may count what the filter leaves out, so a page with items that says it is the last is believed.
  const isLast = items.length > 0 && metaField(body.value, ['hasmore']) === false;
  const stated = total === null || isLast ? {} : { total };
  return succeed({ items, malformed: broken, ...placeAfter(page, after), ...stated, isCached });
}

/** Reads where the list continues. A cursor that leads back to the same page would loop forever. */
function placeAfter(
  page: SentEnd,
  after: string | null,
): Pick<Page<unknown>, 'nextCursor' | 'cutShort'> {
  const end = readFirst(endForms, page) ?? 'end';
  if (end === 'end') return { nextCursor: null, cutShort: null };
  if ('cut' in end) return { nextCursor: null, cutShort: end.cut };
  if (end.next === after) return { nextCursor: null, cutShort: 'repeats' };
  return { nextCursor: end.next, cutShort: null };
}

const NO_CONTENT = 204;

/** A bill has at least 250 bytes, so no allowed body holds more bills than this. */
const MOST_ITEMS = 20_000;

function malformed(label: string, why: string): Result<never, ServiceError> {
  return fail({ kind: 'malformedResponse', technical: `${label}: ${why}` });
}
