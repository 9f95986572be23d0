import { fail, succeed, type Result } from '../../base/result.ts';
import { isNested, isObject } from '../../base/is-object.ts';
import { fieldsIn, isEmptyObject, type Answer } from '../body/answer.ts';
import type { QuotaHeaders } from '../approvals/approve-answer.ts';
import { hintsAtFailure, listDenies } from '../approvals/denials.ts';
import { readFirst, type Form } from '../body/form.ts';
import { organizationForms } from './organization-forms.ts';
import { fieldNamed, plainEntries } from '../body/read-party.ts';
import { commonNames, listWithin } from './list-within.ts';
import { readItem, withoutConflicts, type ItemSchema } from '../body/read-item.ts';
import type { Page } from './page.ts';
import { isBillLike, unwrapped } from '../items/bill-forms.ts';
import { denormalized, hasTotal, withPlainItems } from '../body/plain-items.ts';
import { withRecordsBeside } from '../items/included.ts';
import type { ServiceError } from '../service-error.ts';
import {
  levelsAround,
  metaField,
  metasOf,
  readListEnd,
  saysMoreIn,
  totalIn,
  totalOfHeaders,
} from './list-end.ts';
import { headerNames } from '../wire-names.ts';

export type Resource = 'bills' | 'invoices' | 'organizations';

interface SentList {
  readonly resource: Resource;
  readonly body: unknown;
  /** The answer has the quota headers. */
  readonly isSigned?: boolean;
}

/** Other words for bills as the key of their list, which may be empty. */
const BILLS =
  /^(?:(?:vendor|supplier|purchase|incoming)(?:bill|invoice)s|(?:accounts)?payables|cont(?:a|as)(?:a)?pagar(?:cadastro)?|facturas|faturas|fatture|factures|facturen|(?:eingangs)?rechnungen|(?:leverant[oö]rs?)?fakturor)$/;

const underKey = (place: unknown, isWanted: (key: string) => boolean): readonly unknown[] | null =>
  plainEntries(place)
    .filter(([key]) => isWanted(key))
    .map(([, value]) => value)
    .find((value) => Array.isArray(value)) ?? null;

/** The only list in an answer, to three levels, whose items are bills; null for none and for several. */
function onlyBillsIn(body: unknown): readonly unknown[] | null {
  const lists: (readonly unknown[])[] = [];
  let level = [fieldsIn(body)];
  for (let depth = 0; depth < 3; depth += 1) {
    const values = level.flatMap((fields) => Object.values(fields));
    lists.push(...values.filter((value): value is readonly unknown[] => Array.isArray(value)));
    level = values.map(fieldsIn).filter((fields) => Object.keys(fields).length > 0);
  }
  const [only, ...others] = lists.filter((list) => list.length > 0 && list.every(isBillLike));
  return only !== undefined && others.length === 0 ? only : null;
}

/** Forms of an answer with a list. Each reads the list's items. */
export const listForms: readonly Form<SentList, readonly unknown[]>[] = [
  {
    id: 'data',
    name: '`{data: […]}`, the documented envelope',
    source: 'Pagination envelope',
    example: { resource: 'bills', body: { data: [1], meta: {} } },
    reads: [1],
    read: ({ body }) => underKey(body, (key) => key === 'data'),
  },
  {
    id: 'resource',
    name: 'under the name of the resource: `{bills: […]}`',
    source: 'Appendix, list body',
    example: { resource: 'bills', body: { Bills: [1] } },
    reads: [1],
    read: ({ resource, body }) =>
      underKey(body, (key) => key === resource) ??
      (resource === 'bills' ? underKey(body, (key) => BILLS.test(key)) : null),
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
          underKey(fieldNamed(body, outer), (key) => key === resource || key === 'items'),
        )
        .find((found) => found !== null) ?? null,
  },
  {
    id: 'normalized',
    name: 'by ids: `{result: […], entities: {bills: {…}}}`',
    source: 'Appendix, list body',
    example: { resource: 'bills', body: { result: [7], entities: { bills: { 7: 1 } } } },
    reads: [1],
    read: ({ resource, body }) =>
      [body, fieldsIn(body)['data']]
        .filter((place) => denormalized(resource, place) !== place)
        .map((place) => underKey(denormalized(resource, place), (key) => key === resource))
        .find((found) => found !== null) ?? null,
  },
  {
    id: 'otherName',
    name: 'under another usual name, such as `items`, `results`, `records`, `content` or `edges`',
    source: 'Appendix, list body',
    example: { resource: 'organizations', body: { results: [1], count: 1 } },
    reads: [1],
    read: ({ body }) => underKey(body, (key) => commonNames.includes(key)),
  },
  {
    id: 'deep',
    name: 'under several such names, to four levels: `{d: {results: […]}}`',
    source: 'Appendix, list body',
    example: { resource: 'bills', body: { data: { bills: { nodes: [1] } } } },
    reads: [1],
    // A map of organizations has their ids as keys, and one organization may have lists.
    read: ({ resource, body }) =>
      resource === 'organizations' ? null : listWithin([resource, resource.slice(0, -1)], body),
  },
  {
    id: 'only',
    name: 'the only list of objects with cents, to three levels',
    source: 'Appendix, list body',
    example: { resource: 'bills', body: { _embedded: { billDtoList: [{ total_cents: 1 }] } } },
    reads: [{ total_cents: 1 }],
    read: ({ resource, body }) => (resource === 'organizations' ? null : onlyBillsIn(body)),
  },
  {
    id: 'noItems',
    name: 'no list beside a total of 0 and `_links` (HAL)',
    source: 'Appendix, list body',
    example: { resource: 'bills', body: { _links: {}, page: { totalElements: 0 } } },
    reads: [],
    // Require `_links`: if a gateway's `total: 0` counted as an empty list, it would remove every bill from the mirror.
    read: ({ body }) => (totalIn([body]) === 0 && '_links' in fieldsIn(body) ? [] : null),
  },
  {
    id: 'null',
    name: '`null`, `""`, `{}` for an empty list',
    source: 'Appendix, list body',
    example: { resource: 'bills', body: { data: null, meta: {} } },
    reads: [],
    // A gateway may say `{ success: true, data: {} }`, so `""` and `{}` count only beside `has_more: false`.
    read: ({ resource, body }) => {
      const isWhole = isWholeList([body]);
      const isEmpty = (value: unknown): boolean => value === '' || isEmptyObject(value);
      const isList = ([key, value]: readonly [string, unknown]): boolean =>
        ['data', resource].includes(key) && (value === null || (isWhole && isEmpty(value)));
      return plainEntries(body).some(isList) ? [] : null;
    },
  },
  {
    id: 'dropped',
    name: 'with quota headers: `meta` or `pagination` alone, as protobuf drops an empty list',
    source: 'Appendix, list body',
    example: { resource: 'bills', body: { meta: {} }, isSigned: true },
    reads: [],
    read: ({ resource, body, isSigned }) => {
      if (isSigned !== true || resource === 'organizations') return null;
      const entries = plainEntries(body);
      const isMeta = ([key, value]: readonly [string, unknown]): boolean =>
        /^(?:meta|pagination|paging|pageinfo)$/.test(key) &&
        isObject(value) &&
        !Object.values(value).some(isNested);
      return entries.length > 0 && entries.every(isMeta) ? [] : null;
    },
  },
  {
    id: 'single',
    name: 'a bill or invoice without a list around it, beside `has_more: false`',
    source: 'Appendix, list body',
    example: {
      resource: 'bills',
      body: { bills: { bill: { total_cents: 1 } }, meta: { has_more: false } },
    },
    reads: [{ total_cents: 1 }],
    // XML has no lists: a converter makes a list of a repeated element, but an object of a single one.
    read: ({ resource, body }) => {
      if (resource === 'organizations') return null;
      const found = listWithin([resource, resource.slice(0, -1)], body, hasTotal);
      return found !== null && isWholeList(levelsAround(found, body)) ? found : null;
    },
  },
];

function isWholeList(levels: readonly unknown[]): boolean {
  return String(metaField(levels, ['hasmore'])) === 'false';
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
  // An empty answer is no list, so it removes no bill from the mirror. The service page names 204 only for DELETE.
  const isDropped =
    isNothing(body) && quota === 'there' && resource !== 'organizations' && !listsBare;
  if ((status === NO_CONTENT && body.form === 'empty' && quota !== 'missing') || isDropped) {
    const page = { items: [], malformed: [], nextCursor: null, cutShort: 'notFound' as const };
    return succeed({ ...page, isCached: asked.isCached });
  }
  if (body.form !== 'json') return malformed(label, 'no JSON');
  const value = withPlainItems(body.value);
  const sent =
    readFirst(listForms, { resource, body: value, isSigned: quota === 'there' }) ??
    (resource === 'organizations' ? readFirst(organizationForms, value) : null);
  if (sent === null) return malformed(label, 'no list in the answer');
  const levels = levelsAround(sent, value);
  // A list with an error is incomplete. If it counted as complete, the sweep would remove the missing bills.
  if (metasOf(levels).some(listDenies)) return malformed(label, 'a list with an error');
  if (sent.length === 0 && metasOf(levels).some(hintsAtFailure))
    return malformed(label, 'an empty list with a message of a failure');
  // A gateway's empty list would remove every bill from the mirror.
  const usual = listsBare ?? (body.asHtml ? false : null);
  if (sent.length === 0 && usual !== null && usual !== isBareList(answer))
    return malformed(label, 'an empty list in a form that this service does not use');
  if (sent.length > MAX_ITEMS) return malformed(label, `${sent.length} items in one page`);
  const whole = resource === 'organizations' ? sent : withRecordsBeside(sent, value, unwrapped);
  const read = whole.map((raw) => readItem(schema, raw));
  const found = read.flatMap((item) => (item.ok ? [item.value] : []));
  const { items, malformed: broken } = withoutConflicts({
    // An organization may be listed once for each role of the user: its first name counts.
    items:
      resource === 'organizations'
        ? found.filter(({ id }, at, all) => all.findIndex((each) => each.id === id) === at)
        : found,
    malformed: read.flatMap((item) => (item.ok ? [] : [item.error])),
  });
  const link = headers.get(headerNames.link);
  const { isCached, after } = asked;
  const isFirst = after === null;
  const hasPaged = asked.hasPaged || !isFirst;
  const total = totalIn(levels) ?? totalOfHeaders(headers);
  const saysMoreBeside = saysMoreIn(headers);
  const page = { levels, link, total, count: sent.length, saysMoreBeside };
  // Believe a page with items that says it is the last, whatever its total: a total may ignore the filter.
  const isLast = items.length > 0 && metaField(levels, ['hasmore']) === false;
  const stated = total === null || isLast ? {} : { total };
  return succeed({
    items,
    malformed: broken,
    ...readListEnd({ ...page, limit, isFirst, hasPaged }, after),
    ...stated,
    isCached,
  });
}

/** Whether a body is `{}`, as protobuf writes an answer with an empty list alone. */
function isNothing(body: Answer['body']): boolean {
  return body.form === 'json' && !body.asHtml && isEmptyObject(body.value);
}

const NO_CONTENT = 204;

/** A bill has at least 250 bytes, so no allowed body holds more bills than this. */
const MAX_ITEMS = 20_000;

function malformed(label: string, why: string): Result<never, ServiceError> {
  return fail({ kind: 'malformedResponse', technical: `${label}: ${why}` });
}
