import { IDBFactory } from 'fake-indexeddb';
import { createCountingIds, createSeededRandom } from '../../../src/base/testing/seeded-random.ts';
import { createVirtualClock, settle } from '../../../src/base/testing/virtual-clock.ts';
import { createBridge, readReply, wireReplySchema } from '../../../src/bridge/client.ts';
import type { QuotaView } from '../../../src/bridge/quota.ts';
import { eventChannel } from '../../../src/bridge/wire.ts';
import { headerNames } from '../../../src/contract/wire-names.ts';
import type { Fetch } from '../../../src/main/ports.ts';
import {
  createFakeLocks,
  startRenderer,
} from '../../../src/renderer/core/testing/renderer-process.ts';
import type { Workspace } from '../../../src/renderer/core/connection/workspace.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { approveConsent } from '../../../src/sandbox/testing/consent.ts';
import { createSandboxFetch } from '../../../src/sandbox/transport.ts';
import { createLife } from '../../simulation/life.ts';
import { createMainDisk } from '../../simulation/main-disk.ts';
import { startMain } from '../../simulation/main-process.ts';
import { companyOf } from './company.ts';

const START_MS = Date.UTC(2026, 2, 10, 12);
const WINDOW_MS = 3_600_000;
/** Time of a request to the service, and again of the answer back. */
const WAY_MS = { least: 40, most: 100 } as const;

export interface WorldOptions {
  readonly payable: number;
  readonly cursors: 'lasting' | 'once';
  readonly requestsPerWindow: number;
}

/** An approval that reached the service. Times are epoch milliseconds. */
export interface Arrival {
  readonly billId: string;
  readonly leftMs: number;
  readonly arrivedMs: number;
}

/** Window and main with all their parts, the embedded service, and delays of 40 to 100 ms between them. */
export interface RecheckHarness {
  readonly workspace: Workspace;
  readonly sandbox: Sandbox;
  readonly arrivals: readonly Arrival[];
  /** Pages read for approvals, and the number of times that the quota had none left for one. */
  readonly rechecks: { sent: number; heldBack: number };
  /**
   * Largest share of rechecks, each time one left, of the requests for approving: rechecks, sends and those
   * left.
   */
  shareOfRechecks(): number;
  nowMs(): number;
  advance(durationMs: number): Promise<void>;
  /** Sends approvals without any recheck, this many at a time. */
  sendBare(billIds: readonly string[], atATime: number): Promise<readonly Arrival[]>;
  close(): Promise<void>;
}

/** Starts both, signs in, and lets the first reading of bills and history finish. */
export async function startHarness(options: WorldOptions): Promise<RecheckHarness> {
  const { payable, cursors, requestsPerWindow } = options;
  const clock = createVirtualClock(START_MS);
  const random = createSeededRandom(11);
  const ids = createCountingIds();
  const sandbox = createSandbox({
    clock,
    random: createSeededRandom(12),
    ids,
    companies: [companyOf(payable)],
    cursors,
    requestsPerWindow,
    windowMs: WINDOW_MS,
    // Long enough that no new sign-in is needed.
    tokenLifetimeS: 30 * 24 * 3_600,
  });
  const service = createSandboxFetch(sandbox);
  const arrivals: Arrival[] = [];
  let authorization = '';

  const way = (): Promise<void> =>
    clock.sleep(WAY_MS.least + random.next() * (WAY_MS.most - WAY_MS.least));
  const fetch: Fetch = async (url, init) => {
    const leftMs = clock.nowMs();
    await way();
    const billId = /bills\/([^/]+)\/approve/.exec(url)?.[1];
    if (billId !== undefined) arrivals.push({ billId, leftMs, arrivedMs: clock.nowMs() });
    authorization = new Headers(init.headers).get(headerNames.authorization) ?? authorization;
    const response = await service(url, init);
    const body = await response.text();
    await way();
    const { status, headers } = response;
    return new Response(body === '' ? null : body, { status, headers });
  };

  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const life = createLife(() => undefined);
  const main = startMain({
    clock,
    random: createSeededRandom(13),
    ids,
    fetch,
    disk: createMainDisk(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    life,
    mutant: {},
    askUser: () => true,
    documented: { requestsPerWindow, windowMs: WINDOW_MS },
    sendToPage: (channel, payload) => {
      const announced = structuredClone(payload);
      queueMicrotask(() => {
        for (const listener of listeners.get(channel) ?? []) listener(announced);
      });
      return true;
    },
  });

  const rechecks = { sent: 0, heldBack: 0 };
  const countedReads = new Set<string>();
  const countRecheckOfSend = (answer: unknown): void => {
    const reply = wireReplySchema.parse(answer);
    const sent = reply.ok ? readReply('approvals.send', reply.reply) : null;
    const error = sent?.answer.kind === 'notSent' ? sent.answer.error : null;
    if (error?.kind === 'rateLimited' && error.by === 'billfold') rechecks.heldBack += 1;
    if (!sent?.read) return;
    // Each approval brings the reading that served it.
    const { read } = sent;
    const key = read === 'cursorRefused' ? String(rechecks.sent) : `${read.askedMs} ${read.after}`;
    if (!countedReads.has(key)) rechecks.sent += 1;
    countedReads.add(key);
  };
  const countRecheck = (request: unknown, answer: unknown): void => {
    if (Object(request).priority !== 'recheck') return;
    const reply = wireReplySchema.parse(answer);
    const read = reply.ok ? readReply('service.billsPages', reply.reply) : null;
    const error = read?.ok === false ? read.error : null;
    if (error?.kind === 'rateLimited' && error.by === 'billfold') rechecks.heldBack += 1;
    else rechecks.sent += 1;
  };
  const bridge = createBridge({
    call: async (name, request) => {
      const answer: unknown = structuredClone(await main.invoke(name, structuredClone(request)));
      if (name === 'service.billsPages') countRecheck(request, answer);
      if (name === 'approvals.send') countRecheckOfSend(answer);
      return answer;
    },
    on: (name, listener) => {
      const channel = eventChannel(name);
      const subscribed = listeners.get(channel) ?? new Set();
      listeners.set(channel, subscribed.add(listener));
      return () => subscribed.delete(listener);
    },
  });
  const renderer = await startRenderer({
    clock,
    bridge,
    disk: new IDBFactory(),
    locks: createFakeLocks(),
    yieldToMain: async () => undefined,
    ids,
  });
  const { workspace } = renderer;

  let share = 0;
  let counted = 0;
  const watchShare = (quota: QuotaView | null): void => {
    if (quota === null) return;
    const { approval, recheck } = quota.used;
    // As of the last recheck: later use by others does not increase its share.
    const isOneMore = recheck > counted;
    counted = recheck;
    const whole = recheck + approval + quota.remaining;
    if (isOneMore) share = Math.max(share, (recheck - 1) / whole);
  };
  workspace.quota.subscribe(() => watchShare(workspace.quota.get()));

  // Without probing the host, which would wait for virtual time.
  const call = workspace.bridge.call('session.signIn', { moreScopes: [], anyway: true });
  // The challenge is hashed in a thread outside the virtual clock.
  while (!main.link()) await settle();
  const link = main.link();
  if (!link) throw new Error('nobody signs in');
  const location = await approveConsent(link.url, service);
  link.answer({ kind: 'code', parameters: new URL(location).searchParams });
  await clock.advance(1_000);
  await call;

  return {
    workspace,
    sandbox,
    arrivals,
    rechecks,
    shareOfRechecks: () => share,
    nowMs: clock.nowMs,
    advance: clock.advance,
    sendBare: async (billIds, atATime) => {
      const [organization] = sandbox.organizations;
      const headers = {
        [headerNames.authorization]: authorization,
        [headerNames.organizationId]: organization?.id ?? '',
        [headerNames.contentType]: 'application/json',
      };
      const from = arrivals.length;
      const left = [...billIds];
      const lane = async (): Promise<void> => {
        for (let id = left.shift(); id !== undefined; id = left.shift()) {
          await fetch(`http://127.0.0.1:47114/api/v1/bills/${id}/approve`, {
            method: 'PATCH',
            headers,
          });
        }
      };
      const lanes = Promise.all(Array.from({ length: atATime }, lane));
      await clock.advance(10 * 60_000);
      await lanes;
      return arrivals.slice(from);
    },
    close: async () => {
      renderer.kill();
      life.kill();
      sandbox.close();
      await settle();
    },
  };
}
