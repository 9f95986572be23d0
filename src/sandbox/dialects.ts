import * as z from '../base/zod.ts';
import { apiPaths } from '../contract/wire-names.ts';

type Json = Readonly<Record<string, unknown>>;
type Resource = 'bills' | 'invoices' | 'organizations';

/** Answer forms that the page leaves open: one for each row of the reader's table (docs/forms.md), and a few more. */
const partyForms = ['displayName', 'name', 'capitals', 'prefixed', 'legalName'] as const;
const listForms = [
  'data',
  'resource',
  'bare',
  'nested',
  'normalized',
  'otherName',
  'deep',
  'only',
  'noItems',
  'null',
  'dropped',
  'single',
] as const;
const itemForms = [
  ...['objects', 'rows', 'entries', 'entriesWithin', 'document', 'onlyEntries'],
] as const;
const endForms = [
  ...['hasMore', 'cursor', 'address', 'number', 'noCursor', 'emptyCursor', 'total', 'silent'],
] as const;
const refusalForms = [
  ...['documented', 'oauth', 'errorObject', 'errorsList', 'errorsMap', 'detail', 'title'],
  ...['detailList', 'messageWithNo', 'challenge', 'message'],
] as const;
const confirmationForms = [
  ...['bill', 'wrapped', 'nothing', 'flag', 'verdict', 'approval', 'listed', 'sentence', 'bare'],
] as const;

export const dialectSchema = z.object({
  party: z.enum(partyForms),
  list: z.enum(listForms),
  items: z._default(z.enum(itemForms), 'objects'),
  end: z.enum(endForms),
  refusal: z.enum(refusalForms),
  /** `bill`: the form that `approveAnswer` names. */
  yes: z.enum(confirmationForms),
  /** Dates as plain days, or as instants with a time and an offset. */
  dates: z.enum(['days', 'instants']),
  /** `decimal` writes `1234.0` instead of `1234`, as some encoders do. */
  amounts: z.enum(['whole', 'decimal']),
  quotaHeaders: z.boolean(),
});
export type Dialect = Readonly<z.infer<typeof dialectSchema>>;

/** The forms on the page. A vendor has the form in public documentation of such services. */
export const pageDialect: Dialect = {
  party: 'displayName',
  list: 'data',
  items: 'objects',
  end: 'hasMore',
  refusal: 'documented',
  yes: 'bill',
  dates: 'days',
  amounts: 'whole',
  quotaHeaders: true,
};

/** Four dialects that differ in every form. */
export const dialects: Readonly<Record<string, Dialect>> = {
  page: pageDialect,
  second: {
    ...{
      party: 'prefixed',
      list: 'resource',
      items: 'objects',
      end: 'address',
      refusal: 'errorsList',
      yes: 'wrapped',
    },
    dates: 'instants',
    amounts: 'whole',
    quotaHeaders: false,
  },
  problem: {
    party: 'capitals',
    list: 'bare',
    items: 'objects',
    end: 'address',
    refusal: 'detail',
    yes: 'nothing',
    dates: 'days',
    amounts: 'decimal',
    quotaHeaders: true,
  },
  nested: {
    party: 'legalName',
    list: 'nested',
    items: 'objects',
    end: 'cursor',
    refusal: 'detailList',
    yes: 'verdict',
    dates: 'instants',
    amounts: 'decimal',
    quotaHeaders: false,
  },
};

/**
 * Reads a dialect's name, or its differences from the page: `list=bare,refusal=detail`.
 * @throws ZodError for unknown forms
 */
export function dialectOf(text: string): Dialect {
  const named = dialects[text];
  if (named !== undefined) return named;
  const forms = text.split(',').map((part) => part.split('='));
  const read = forms.map(([key = '', form = '']) => [
    key,
    key === 'quotaHeaders' ? form === 'true' : form,
  ]);
  return z.strictObject(dialectSchema.shape).parse({ ...pageDialect, ...Object.fromEntries(read) });
}

/** Converts the documented answer of an API endpoint into the dialect. */
export async function translate(
  response: Response,
  request: Request,
  dialect: Dialect,
): Promise<Response> {
  const url = new URL(request.url);
  const type = response.headers.get('content-type') ?? '';
  if (!url.pathname.startsWith('/api/') || !type.includes('json')) return response;
  const body = (await response.clone().json()) as unknown;
  const fields = typeof body === 'object' && body !== null ? (body as Json) : {};
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const [status, said] = answerIn(dialect, { status: response.status, url, fields, body, headers });
  const text = said === undefined ? null : written(said, dialect);
  if (text === null) headers.delete('content-type');
  return new Response(text, { status, headers });
}

interface Documented {
  readonly status: number;
  readonly url: URL;
  readonly fields: Json;
  readonly body: unknown;
  /** Headers of the answer. The dialect may add some. */
  readonly headers: Headers;
}

/** Status and body; undefined for no body. */
function answerIn(dialect: Dialect, given: Documented): readonly [number, unknown] {
  const { status, url, fields, body } = given;
  if (status >= 400) return [status, refusalIn(dialect, given)];
  const resource = resourceAt(url.pathname);
  if (resource !== null && Array.isArray(fields['data']))
    return [status, listIn(dialect, given, resource)];
  return yesIn(dialect, status, body);
}

function resourceAt(path: string): Resource | null {
  const found = (['organizations', 'bills', 'invoices'] as const).find(
    (name) => apiPaths[name] === path,
  );
  return found ?? null;
}

function itemIn(dialect: Dialect, item: Json): Json {
  const partyIn = (value: unknown): unknown => {
    const { id, name, ...rest } = value as Json;
    const named: Record<Dialect['party'], Json> = {
      displayName: { id, display_name: name },
      name: { id, name },
      capitals: { ID: id, Name: name },
      prefixed: { vendor_id: id, vendor_name: name },
      legalName: { uuid: id, display_name: null, legal_name: name },
    };
    return { ...named[dialect.party], ...rest };
  };
  const dayIn = (value: unknown): unknown =>
    dialect.dates === 'days' ? value : `${String(value)}T00:00:00.000+0900`;
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => {
      if (key === 'vendor' || key === 'customer') return [key, partyIn(value)];
      return [key, ['date', 'due_date', 'issue_date'].includes(key) ? dayIn(value) : value];
    }),
  );
}

function listIn(
  dialect: Dialect,
  { fields, url, headers }: Documented,
  resource: Resource,
): unknown {
  const sent = fields['data'] as readonly Json[];
  const objects = sent.map((item) =>
    resource === 'organizations'
      ? (itemIn(dialect, { vendor: item })['vendor'] as Json)
      : itemIn(dialect, item),
  );
  const items = itemsIn(dialect, objects);
  const meta = (fields['meta'] ?? {}) as Json;
  const end = endIn(dialect, { meta, url, headers, count: items.length });
  const lists: Record<Dialect['list'], unknown> = {
    data: { data: items, ...end },
    resource: { [resource]: items, ...end },
    bare: items,
    nested: { status: 'success', data: { [resource]: items }, ...end },
    normalized: {
      result: objects.map(({ id }) => id),
      entities: { [resource]: Object.fromEntries(objects.map((item) => [item['id'], item])) },
      ...end,
    },
    otherName: { results: items, ...end },
    deep: { result: { [resource]: { nodes: items } }, ...end },
    only: { [resource === 'bills' ? 'billDtoList' : 'items']: items, ...end },
    noItems: items.length === 0 ? { _links: {}, total: 0 } : { data: items, ...end },
    null: { data: items.length === 0 ? null : items, ...end },
    dropped:
      items.length === 0 && resource !== 'organizations' ? { meta: {} } : { data: items, ...end },
    single: {
      [resource]: items.length === 1 ? { [resource.slice(0, -1)]: items[0] } : items,
      ...end,
    },
  };
  return lists[dialect.list];
}

function itemsIn({ items }: Dialect, objects: readonly Json[]): readonly unknown[] {
  const entriesOf = (item: Json): readonly Json[] =>
    Object.entries(item).map(([key, value]) => ({ key, value }));
  const names = Object.keys(objects[0] ?? {});
  const forms: Record<Dialect['items'], readonly unknown[]> = {
    objects,
    rows: [names, ...objects.map((item) => names.map((name) => item[name]))],
    entries: objects.map(entriesOf),
    entriesWithin: objects.map((item) => ({ fields: entriesOf(item) })),
    document: objects.map((item) => ({
      name: `projects/sample/databases/(default)/documents/items/${String(item['id'])}`,
      fields: item,
    })),
    onlyEntries: objects.length === 1 ? objects.flatMap(entriesOf) : objects,
  };
  return objects.length === 0 ? objects : forms[items];
}

interface Ending {
  readonly meta: Json;
  readonly url: URL;
  readonly headers: Headers;
  readonly count: number;
}

function endIn(dialect: Dialect, { meta, url, headers, count }: Ending): Json {
  const cursor = meta['next_cursor'] ?? null;
  const hasMore = cursor !== null;
  switch (dialect.end) {
    case 'hasMore':
      return { meta };
    case 'cursor':
      return hasMore ? { meta: { next_cursor: cursor } } : { meta: {} };
    case 'emptyCursor':
      return { meta: { next_cursor: cursor } };
    case 'address': {
      const next = new URL(url);
      next.searchParams.set('after', textOf(cursor));
      if (hasMore) headers.set('link', `<${next.pathname}${next.search}>; rel="next"`);
      return {};
    }
    case 'number':
      return { meta: { page: 1, total_pages: hasMore ? 2 : 1 } };
    case 'noCursor':
      return { meta: { has_more: hasMore } };
    case 'total':
      return { total: count + Number(hasMore) };
    case 'silent':
      return {};
  }
  return {};
}

function refusalIn(dialect: Dialect, { status, fields, headers }: Documented): unknown {
  const words = textOf(fields['error']);
  const text = textOf(fields['error_description'] ?? words);
  if (dialect.refusal === 'challenge') {
    if (headers.has('www-authenticate') || status < 401) return undefined;
    headers.set('www-authenticate', `Bearer error="invalid_request", error_description="${text}"`);
    return undefined;
  }
  if (dialect.refusal === 'detail' || dialect.refusal === 'title')
    headers.set('content-type', 'application/problem+json');
  const forms: Record<Exclude<Dialect['refusal'], 'challenge'>, unknown> = {
    documented: fields,
    oauth: { error: fields['code'] ?? words, error_description: text },
    errorObject: { error: { message: text, code: fields['code'] } },
    errorsList: { errors: [text] },
    errorsMap: { errors: { base: [text] } },
    detail: { type: 'about:blank', title: 'Unprocessable Entity', status, detail: text },
    title: { type: 'about:blank', title: text, status },
    detailList: { detail: [{ loc: ['body'], msg: text, type: 'value_error' }] },
    messageWithNo: { status: 'error', message: text },
    message: { message: text },
  };
  return forms[dialect.refusal];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function yesIn(dialect: Dialect, status: number, body: unknown): readonly [number, unknown] {
  const bill = typeof body === 'object' && body !== null && 'id' in body ? (body as Json) : null;
  // Returns an answer that `approveAnswer` has already changed as it is.
  if (bill === null) return [status, body];
  const forms: Record<Dialect['yes'], readonly [number, unknown]> = {
    bill: [status, itemIn(dialect, bill)],
    wrapped: [status, { message: 'Bill approved', bill: itemIn(dialect, bill) }],
    nothing: [204, undefined],
    flag: [status, { success: true }],
    verdict: [status, { status: 'approved', bill_id: bill['id'] }],
    approval: [status, { approval: { bill_id: bill['id'], status: 'approved' } }],
    listed: [status, { approved: [bill['id']], failed: [] }],
    sentence: [status, { message: 'Bill approved.' }],
    bare: [status, { affected: 1 }],
  };
  return forms[dialect.yes];
}

function written(value: unknown, { amounts }: Dialect): string {
  const text = JSON.stringify(value);
  return amounts === 'whole' ? text : text.replaceAll(/("\w+_cents":-?\d+)(?=[,}])/g, '$1.0');
}
