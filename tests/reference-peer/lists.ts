import type { Records, RecordedBill } from './records.ts';
import { answer, type Answer } from './wire.ts';
import { jsonText } from './odd-bills.ts';

/**
 * The reference peer's reading of "cursor pagination": the service page names the fields, but hardly explains
 * them.
 */
export interface PagingReading {
  /**
   * Meaning of a cursor: the position after a row, the same in an opaque form, a number of rows, or the rest of
   * a snapshot.
   */
  cursors: 'place' | 'secret' | 'offset' | 'snapshot';
  /** Validity of an opaque cursor. Others are always valid. */
  life: 'long' | 'once' | 'threeRequests' | 'minute';
  /** Status of the answer to an invalid cursor. */
  refusedWith: 400 | 404 | 410 | 422;
  /** `meta.next_cursor` of the last page. */
  end: 'null' | 'empty' | 'absent' | 'stillThere';
  hasMore: 'right' | 'missing' | 'withoutCursor';
  /** Course of the pages: to the end, in a circle, forever without rows, or forever with the same rows. */
  chain: 'straight' | 'loop' | 'emptyForEver' | 'sameForEver';
  order: 'newest' | 'oldest' | 'shuffled';
  /** Whether the last row of a page is also the first of the next. */
  repeats: boolean;
  /** Whether reading a page moves its last row to the head of the list. */
  moves: boolean;
}

export function plainPaging(): PagingReading {
  return {
    cursors: 'place',
    life: 'long',
    refusedWith: 400,
    end: 'null',
    hasMore: 'right',
    chain: 'straight',
    order: 'newest',
    repeats: false,
    moves: false,
  };
}

interface Cursor {
  readonly list: string;
  readonly position: number;
  /** The list as it was when its first page was requested. */
  readonly rows: readonly RecordedBill[];
  readonly atMs: number;
  readonly atRequest: number;
  isUsed: boolean;
}

export interface Lists {
  /** A page of an organization's bills. */
  page(organizationId: string, query: URLSearchParams): Answer;
}

const statuses = ['open', 'paid', 'overdue', 'partially_paid', 'void'];
const MINUTE_MS = 60_000;
const FEW_REQUESTS = 3;

export function createLists(deps: {
  readonly records: Records;
  readonly paging: PagingReading;
  readonly nowMs: () => number;
  readonly secret: (kind: string) => string;
  readonly count: (name: string) => void;
}): Lists {
  const { records, paging, nowMs, secret, count } = deps;
  const cursors = new Map<string, Cursor>();
  let requests = 0;

  const rank = (organizationId: string, bill: RecordedBill): number => {
    const place = records.placeOf(organizationId, bill.id);
    if (paging.order === 'shuffled') return hash(bill.id);
    return paging.order === 'newest' ? -place : place;
  };

  const issue = (list: string, position: number, rows: readonly RecordedBill[]): string => {
    if (paging.cursors === 'offset') return `o${position}`;
    if (paging.cursors === 'place') return Buffer.from(String(position)).toString('base64url');
    const name = secret('cursor');
    const facts = { list, position, rows, atMs: nowMs(), atRequest: requests, isUsed: false };
    cursors.set(name, facts);
    return name;
  };

  /** Position of a cursor; null when it is refused. */
  const lookUp = (list: string, name: string): number | null => {
    if (paging.chain === 'loop' && /^loop-\d$/.test(name)) return Number(name.at(-1));
    if (paging.cursors === 'offset') return numberIn(/^o(\d+)$/.exec(name)?.[1]);
    if (paging.cursors === 'place') {
      return numberIn(/^-?\d+$/.exec(Buffer.from(name, 'base64url').toString())?.[0]);
    }
    const known = cursors.get(name);
    if (known?.list !== list || isOver(known)) return null;
    known.isUsed = true;
    return known.position;
  };

  const isOver = (cursor: Cursor): boolean => {
    if (paging.life === 'once') return cursor.isUsed;
    if (paging.life === 'minute') return nowMs() - cursor.atMs > MINUTE_MS;
    return paging.life === 'threeRequests' && requests - cursor.atRequest > FEW_REQUESTS;
  };

  /** Rows of a page, the start of the next page, and whether there is one. */
  const cut = (
    organizationId: string,
    all: readonly RecordedBill[],
    position: number | null,
    limit: number,
  ): { rows: readonly RecordedBill[]; next: number; isMore: boolean } => {
    if (paging.chain === 'loop') {
      const page = position ?? 0;
      const rows = all.slice(page * limit, (page + 1) * limit);
      return { rows, next: page === 1 ? 2 : 1, isMore: all.length > limit };
    }
    if (paging.chain === 'sameForEver') {
      return { rows: all.slice(0, limit), next: requests, isMore: all.length > 0 };
    }
    const isCounted = paging.cursors === 'offset' || paging.cursors === 'snapshot';
    const from = isCounted
      ? (position ?? 0)
      : all.findIndex((bill) => position === null || rank(organizationId, bill) > position);
    const rows = from < 0 ? [] : all.slice(from, from + limit);
    const isMore = from >= 0 && from + limit < all.length;
    const back = paging.repeats && rows.length > 1 ? 1 : 0;
    const last = rows.at(-1 - back);
    const behindLast = last ? rank(organizationId, last) : (position ?? 0);
    const next = isCounted ? from + rows.length - back : behindLast;
    return { rows, next, isMore };
  };

  const noteReading = (isFirst: boolean): void => {
    const life = paging.cursors === 'secret' ? ` ${paging.life}` : '';
    if (!isFirst) count(`cursor ${paging.cursors}${life}`);
    for (const name of ['order', 'chain', 'hasMore', 'end'] as const) {
      count(`pages ${name} ${paging[name]}`);
    }
    if (paging.repeats && !isFirst) count('pages repeat a row');
  };

  return {
    page: (organizationId, query) => {
      requests += 1;
      const refuse = (asStatus: number, error: string): Answer => answer(asStatus, { error });
      const status = query.get('status');
      if (status !== null && !statuses.includes(status)) return refuse(400, 'Unknown status.');
      const limit = Number(query.get('limit') ?? '25');
      if (!Number.isInteger(limit) || limit < 1 || limit > 50) return refuse(400, 'Bad limit.');
      const list = `${organizationId} ${status ?? 'all'}`;
      const after = query.get('after');
      const position = after === null ? null : lookUp(list, after);
      if (after !== null && position === null) {
        count(`cursor refused ${paging.refusedWith}`);
        return refuse(paging.refusedWith, 'This cursor is not known.');
      }
      noteReading(after === null);
      const now = records
        .bills(organizationId)
        .filter((bill) => status === null || bill.status === status)
        .toSorted((one, other) => rank(organizationId, one) - rank(organizationId, other));
      const all = (paging.cursors === 'snapshot' && cursors.get(after ?? '')?.rows) || now;
      const { rows, next, isMore } = cut(organizationId, all, position, limit);
      const goesOn = isMore || (paging.chain === 'emptyForEver' && all.length > 0);
      const cursor = paging.chain === 'loop' ? `loop-${next}` : issue(list, next, all);
      const served = answer(200, jsonText({ data: rows, meta: metaOf(paging, goesOn, cursor) }));
      const last = rows.at(-1);
      if (paging.moves && goesOn && last) {
        count('pages move a row');
        records.moveUp(last.id);
      }
      return served;
    },
  };
}

function metaOf(paging: PagingReading, goesOn: boolean, cursor: string): unknown {
  const hasMore = paging.hasMore === 'missing' ? {} : { has_more: goesOn };
  if (goesOn) {
    return paging.hasMore === 'withoutCursor' ? hasMore : { ...hasMore, next_cursor: cursor };
  }
  if (paging.end === 'absent') return hasMore;
  // A cursor at the end is only valid beside a `has_more` that says so.
  const atEnd = { null: null, empty: '', stillThere: paging.hasMore === 'missing' ? null : cursor };
  return { ...hasMore, next_cursor: atEnd[paging.end] };
}

function numberIn(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}

/** Gives each list its own order, always the same. */
function hash(text: string): number {
  let mixed = 7;
  for (const letter of text) mixed = (Math.imul(mixed, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return mixed;
}
