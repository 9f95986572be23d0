import type { Clock } from '../../../base/clock.ts';
import {
  digestOfIds,
  type AgreementReply,
  type AgreementRequest,
  type ApprovalNote,
  type JournaledApproval,
  type JournaledIds,
  type SendApproval,
  type SendOutcome,
  type SendRequest,
} from '../../../bridge/approval.ts';
import type { Bridge } from '../../../bridge/client.ts';
import type { EventName, PayloadOf } from '../../../bridge/events.ts';
import { methods, type MethodName, type ReplyOf, type RequestOf } from '../../../bridge/methods.ts';
import { noPolicy } from '../../../bridge/policy.ts';
import type { SessionEnd, SessionState } from '../../../bridge/session.ts';
import { settingsSchema, type Settings } from '../../../bridge/settings.ts';
import type { Bill } from '../../../contract/bill.ts';
import type { CutReason } from '../../../contract/lists/page.ts';
import type { MalformedItem } from '../../../contract/body/read-item.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import type { Organization } from '../../../contract/organization.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import { createFakeRecheck } from './fake-recheck.ts';
import { testKey } from './node-cipher.ts';
import type { CachedBill } from '../mirror/cache-database.ts';

/** A scripted main and service behind one bridge. It outlives the renderers that use it. */
export interface FakeMain {
  readonly bridge: Bridge;
  /** Events in order: "+5s send bill-1 #1". */
  readonly timeline: string[];
  /** The service's bills by organization, in the order it lists them. */
  readonly service: Map<string, Bill[]>;
  /** Malformed items, by "organization/status" for bills and "organization/invoices" for invoices. */
  readonly malformed: Map<string, MalformedItem[]>;
  /**
   * Lists of bills, as "organization/status", and `organizations`, whose first page announces more pages
   * without a cursor.
   */
  readonly cutShort: Set<string>;
  readonly invoices: Map<string, Invoice[]>;
  organizations: Organization[];
  /** Bills of the approvals the service has applied. None may occur twice. */
  readonly applied: string[];
  /** Notes for main's journal, without the attempts. */
  readonly notes: readonly ApprovalNote[];
  /** Whether the journal cannot be read. */
  isJournalMute: boolean;
  /** Whether the service is unreachable. */
  isDown: boolean;
  /** Page size; small ones make long chains. */
  pageSize: number;
  /**
   * Whether a cursor continues its list as it was when its first page was requested. Each list has cursors of its own,
   * or all lists of the same content share them.
   */
  snapshots: 'none' | 'ofEachList' | 'ofEachVersion';
  /** Error for a page or a send in place of the service's answer; null for none. */
  pageFault: ((request: RequestOf<'service.billsPages'>) => ServiceError | null) | null;
  sendFault: ((request: SendApproval) => SendOutcome | null) | null;
  /** Main's answer to a request to agree. */
  agree: (request: AgreementRequest) => AgreementReply;
  /** Attempts that have not left yet, as `approvalId#attempt`. */
  readonly cancelable: Set<string>;
  /** Holds the answers of a method from now on. `release` sends them, and lets later ones pass. */
  hold(name: MethodName): { held(): number; release(): void };
  settings: Settings;
  /** Keys that seal bills and notes, or the answer that the keyring is unavailable. */
  keys: ReplyOf<'keys.open'>;
  session: SessionState;
  /** Set another value as if this computer's data had been restored. */
  profileEpoch: string;
  signIn(signInId: string, scopes?: readonly string[]): void;
  endSession(why: SessionEnd | null): void;
  tell<Name extends EventName>(name: Name, payload: PayloadOf<Name>): void;
  note(line: string): void;
}

export const connection = {
  id: 'connection',
  kind: 'service',
  serviceUrl: 'https://service.example',
  authUrl: 'https://auth.example',
  clientId: 'client',
  redirectUri: 'http://127.0.0.1/callback',
} as const;

const unreachable: ServiceError = { kind: 'unreachable', technical: 'ENOTFOUND' };

/** A bill with defaults for all other fields. */
export function aBill(id: string, fields: Partial<Bill> = {}): Bill {
  return {
    id,
    billNumber: `No. ${id}`,
    status: 'open',
    date: '2026-01-01',
    dueDate: '2026-02-01',
    currency: 'EUR',
    totalCents: 100_00,
    amountDueCents: 100_00,
    createdAt: null,
    memo: null,
    vendor: { id: null, name: 'Acme' },
    ...fields,
  };
}

/** The bill as stored in the mirror. */
export function cachedBill(bill: Bill, organizationId = 'acme'): CachedBill {
  const { id, status } = bill;
  return { organizationId, id, status, generation: 1, seenAtMs: 0, bill };
}

export function sessionOf(signInId: string, scopes: readonly string[] = ['money_out']) {
  const session: Extract<SessionState, { kind: 'signedIn' }> = {
    kind: 'signedIn',
    connection,
    signInId,
    scopes: [...scopes],
    storage: 'sealed',
  };
  return session;
}

export function createFakeMain(clock: Clock): FakeMain {
  const beganMs = clock.nowMs();
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  const gates = new Map<MethodName, { waiting: (() => void)[] }>();
  const journal = new Map<string, SendOutcome | 'attempted'>();
  const notes: ApprovalNote[] = [];
  const lists: (readonly Bill[])[] = [];
  let made = 0;

  const note = (line: string): void => {
    main.timeline.push(`+${Math.round((clock.nowMs() - beganMs) / 1000)}s ${line}`);
  };

  const pageOf = <Item>(
    all: readonly Item[],
    place: string,
    { after, limit }: { readonly after: string | null; readonly limit: number },
  ) => {
    const from = after === null ? 0 : Number(after);
    const end = from + Math.min(main.pageSize, limit);
    const cutShort = from === 0 && main.cutShort.has(place);
    const malformed = from === 0 ? (main.malformed.get(place) ?? []) : [];
    const nextCursor = end >= all.length || cutShort ? null : String(end);
    const page = { items: all.slice(from, end), malformed, nextCursor };
    const value = { ...page, cutShort: whyCut(cutShort), isCached: false };
    return { ok: true, value } as const;
  };

  /** One page per call, because reading ahead is main's task. */
  const page = (request: RequestOf<'service.billsPages'>): ReplyOf<'service.billsPages'> => {
    const place = `${request.organizationId}/${request.status}`;
    note(`page ${place} ${request.after ?? 'start'} ${request.priority}`);
    const error = main.isDown ? unreachable : (main.pageFault?.(request) ?? null);
    if (error) return { ok: false, error };
    const all = main.service.get(request.organizationId) ?? [];
    const listed = all.filter((bill) => bill.status === request.status);
    const { after, askedMs, organizationId } = request;
    const { value } =
      main.snapshots === 'none'
        ? pageOf(listed, place, request)
        : snapshotPage(listed, place, request);
    rechecks.noteRead(organizationId, value.items);
    return { ok: true, value: [{ ...value, after, askedMs }] };
  };

  /** A page of the list as it was at its first page. The cursor names the list and the position. */
  const snapshotPage = (
    listed: readonly Bill[],
    place: string,
    { after, limit }: RequestOf<'service.billsPages'>,
  ) => {
    const isKnown = (known: readonly Bill[]): boolean =>
      main.snapshots === 'ofEachVersion' && JSON.stringify(known) === JSON.stringify(listed);
    const begin = (): number => {
      const known = lists.findIndex(isKnown);
      return known < 0 ? lists.push(listed) - 1 : known;
    };
    const [list, from] = after?.split(':') ?? [String(begin())];
    const { value } = pageOf(lists[Number(list)] ?? [], place, { after: from ?? null, limit });
    return { value: { ...value, nextCursor: value.nextCursor && `${list}:${value.nextCursor}` } };
  };

  const invoicesPage = (
    request: RequestOf<'service.invoicesPage'>,
  ): ReplyOf<'service.invoicesPage'> => {
    const place = `${request.organizationId}/invoices`;
    note(`page ${place} ${request.after ?? 'start'} ${request.priority}`);
    if (main.isDown) return { ok: false, error: unreachable };
    const scopes = main.session.kind === 'signedIn' ? main.session.scopes : [];
    if (!scopes.includes('money_in')) {
      return { ok: false, error: { kind: 'forbidden', scope: 'money_in', technical: '403' } };
    }
    return pageOf(main.invoices.get(request.organizationId) ?? [], place, request);
  };

  const rechecks = createFakeRecheck({ clock, settings: () => main.settings, page });

  const recheckAndSend = (request: SendRequest): ReplyOf<'approvals.send'> => {
    const { answer, read } = rechecks.check(request);
    return { answer: answer ?? send(request), read };
  };

  const send = (request: SendApproval): SendOutcome => {
    const attempt = `${request.approvalId}#${request.attempt}`;
    const known = journal.get(attempt);
    if (known !== undefined) throw new Error(`attempt ${attempt} was handed over twice`);
    note(`send ${request.snapshot.billId} #${request.attempt}`);
    if (main.isDown) {
      return { kind: 'notSent', reason: 'unreachable', retryAtMs: null, error: unreachable };
    }
    journal.set(attempt, 'attempted');
    const outcome = main.sendFault?.(request) ?? { kind: 'confirmed', bill: null };
    if (outcome.kind === 'confirmed') main.applied.push(request.snapshot.billId);
    journal.set(attempt, outcome);
    if (outcome.kind === 'unknown') rechecks.expire();
    return outcome;
  };

  const handlers: {
    [Name in MethodName]?: (request: RequestOf<Name>) => ReplyOf<Name>;
  } = {
    'app.start': () => ({
      info: {
        version: '0',
        platform: 'linux',
        notices: [],
        policy: noPolicy,
        update: { kind: 'off', why: 'noFeed' },
      },
      session: main.session,
      settings: main.settings,
      quota,
      listChoice: null,
    }),
    'session.get': () => main.session,
    'settings.change': (change) =>
      (main.settings = settingsSchema.parse({ ...main.settings, ...change })),
    'session.signOut': () => main.endSession('signedOut') as undefined,
    'keys.open': () => main.keys,
    // The keys of this bridge are new, so a missing database is not lost.
    'keys.reportLost': (part) => (part === 'rows' ? note('work lost') : undefined) as undefined,
    'keys.destroy': ({ names }) => {
      note(`destroy ${names.join(' ')}`);
      if (main.keys.kind !== 'keys') return true;
      const fresh = testKey(String(++made));
      const { keys } = main.keys;
      const [cache, local] = [fresh, names.includes('local') ? fresh : keys.local];
      main.keys = { kind: 'keys', keys: { ...keys, cache, local } };
      return true;
    },
    'app.readyToLock': () => note('ready to lock') as undefined,
    'app.readyToQuit': () => note('ready to quit') as undefined,
    'app.reportFault': ({ message }) => note(`fault ${message}`) as undefined,
    'service.organizations': ({ priority }) => {
      note(`organizations ${priority}`);
      if (main.isDown) return { ok: false, error: unreachable };
      const malformed = main.malformed.get('organizations') ?? [];
      const cutShort = whyCut(main.cutShort.has('organizations'));
      return { ok: true, value: { items: main.organizations, malformed, cutShort } };
    },
    'service.billsPages': page,
    'pull.stopAhead': () => undefined,
    'service.invoicesPage': invoicesPage,
    'approvals.agree': (request) => {
      const reply = main.agree(request);
      if (reply !== 'yes') return reply;
      for (const { mayBeApplied: _may, wasRejected: _was, ...facts } of request.approvals) {
        rechecks.observe(facts.approvalId);
        if (request.does === 'approve')
          notes.push({ kind: 'approved', ...facts, approvedAtMs: clock.nowMs() });
      }
      return reply;
    },
    'approvals.send': recheckAndSend,
    'approvals.cancel': (asked) =>
      asked.flatMap(({ approvalId, attempt }) =>
        main.cancelable.has(`${approvalId}#${attempt}`) ? approvalId : [],
      ),
    'approvals.findAttempts': (asked) =>
      asked.map(({ approvalId, attempt }) => {
        const known = journal.get(`${approvalId}#${attempt}`);
        if (known === undefined) return { approvalId, attempt, finding: { kind: 'noAttempt' } };
        if (known === 'attempted') return { approvalId, attempt, finding: { kind: 'attemptOnly' } };
        return { approvalId, attempt, finding: { kind: 'outcome', outcome: known } };
      }),
    'approvals.note': (observed) => {
      notes.push(...observed);
      for (const { kind, approvalId } of observed)
        if (kind === 'approved') rechecks.observe(approvalId);
      return true;
    },
    'approvals.idsInJournal': ({ ended }) => idsIn(notes, main.profileEpoch, ended),
    'approvals.fromJournal': (ids) => (main.isJournalMute ? [] : fromNotes(notes, ids)),
  };

  const call: Bridge['call'] = async (name, ...rest) => {
    const request = methods[name].request.parse(rest[0]);
    const handler = handlers[name] as ((request: unknown) => unknown) | undefined;
    if (!handler) throw new Error(`the fake main has no ${name}`);
    const reply = methods[name].reply.parse(handler(structuredClone(request)));
    const gate = gates.get(name);
    // Held after the work is done, so that the answer gets lost on its way back.
    if (gate) await new Promise<void>((resolve) => gate.waiting.push(resolve));
    return structuredClone(reply) as ReplyOf<typeof name>;
  };

  const main: FakeMain = {
    bridge: {
      call,
      on: (name, listener) => {
        const subscribed = listeners.get(name) ?? new Set();
        listeners.set(name, subscribed);
        subscribed.add(listener);
        return () => subscribed.delete(listener);
      },
    },
    timeline: [],
    service: new Map(),
    malformed: new Map(),
    cutShort: new Set(),
    invoices: new Map(),
    organizations: [{ id: 'acme', name: 'Acme' }],
    applied: [],
    cancelable: new Set(),
    notes,
    isJournalMute: false,
    isDown: false,
    pageSize: 50,
    snapshots: 'none',
    pageFault: null,
    sendFault: null,
    agree: () => 'yes',
    hold: (name) => {
      const gate = { waiting: [] as (() => void)[] };
      gates.set(name, gate);
      return {
        held: () => gate.waiting.length,
        release: () => {
          gates.delete(name);
          for (const go of gate.waiting.splice(0)) go();
        },
      };
    },
    settings: settingsSchema.parse({}),
    keys: { kind: 'keys', keys: { cache: testKey('c'), local: testKey('l'), lasts: true } },
    profileEpoch: '',
    session: sessionOf('sign-in-1'),
    signIn: (signInId, scopes) => {
      main.session = sessionOf(signInId, scopes);
      main.tell('session.changed', main.session);
    },
    endSession: (why) => {
      main.session = { kind: 'signedOut', connection, why };
      main.tell('session.changed', main.session);
    },
    tell: (name, payload) => {
      if (payload === 'resumed') rechecks.expire();
      for (const listener of listeners.get(name) ?? []) {
        (listener as (payload: unknown) => void)(structuredClone(payload));
      }
    },
    note,
  };
  return main;
}

function whyCut(isCutShort: boolean): CutReason | null {
  return isCutShort ? 'noCursor' : null;
}

const quota: ReplyOf<'app.start'>['quota'] = {
  limit: 1000,
  remaining: 1000,
  reserve: 100,
  resetAtMs: null,
  pausedUntilMs: null,
  pause: null,
  backgroundLeft: 300,
  shared: false,
  used: { approval: 0, recheck: 0, waiting: 0, background: 0 },
};

function idsIn(
  notes: readonly ApprovalNote[],
  profileEpoch: string,
  endedInTheWindow: string,
): JournaledIds {
  const ids = (kind: ApprovalNote['kind']): string[] =>
    notes.filter((note) => note.kind === kind).map(({ approvalId }) => approvalId);
  const all = ids('ended');
  const isStored = (id: string): boolean =>
    !notes.some(
      (note) => note.approvalId === id && note.kind === 'ended' && note.how === 'notStored',
    );
  const [ended, retired] = [all.filter(isStored), all.filter((id) => !isStored(id))];
  const open = ids('approved').filter((id) => !all.includes(id));
  const isSame = digestOfIds(ended) === endedInTheWindow;
  return { profileEpoch, known: { open, ended: isSame ? 'same' : ended, retired } };
}

function fromNotes(notes: readonly ApprovalNote[], ids: readonly string[]): JournaledApproval[] {
  return ids.flatMap((id) => {
    const of = notes.filter(({ approvalId }) => approvalId === id);
    const approved = of.findLast((note) => note.kind === 'approved');
    const end = of.findLast((note) => note.kind === 'ended');
    if (!approved) return [];
    const { kind: _, ...facts } = approved;
    const finding = { kind: 'noAttempt' } as const;
    return [{ ...facts, attempt: 0, finding, answerLost: false, ended: end?.how ?? null }];
  });
}
