import { createCountingIds, createSeededRandom } from '../../src/base/testing/seeded-random.ts';
import type { Random } from '../../src/base/random.ts';
import type { ReplyOf, RequestOf } from '../../src/bridge/methods.ts';
import { wireReplySchema } from '../../src/bridge/wire.ts';
import type { Log } from '../../src/main/ports.ts';
import { cacheDatabaseName } from '../../src/renderer/cache/cache-database.ts';
import { createFakeLocks } from '../../src/renderer/sync/testing/renderer-process.ts';
import type { Workspace } from '../../src/renderer/workspace.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { sampleClient } from '../../src/sandbox/sample-client.ts';
import type { FaultKind } from '../../src/sandbox/faults/fault.ts';
import { createSandboxFetch } from '../../src/sandbox/transport.ts';
import { companies } from './companies.ts';
import { createLife } from './life.ts';
import { createMainDisk, type MainDisk } from './main-disk.ts';
import { startMain, type MainPlant, type MainProcess } from './main-process.ts';
import { createModel, type Model } from './model.ts';
import { createNetwork, type Exchange, type Network } from './network.ts';
import type { Operation, Plan } from './operations.ts';
import { createQuotaWatch, type QuotaWatch } from './quota-watch.ts';
import { createRendererDisk, type RendererDisk } from './renderer-disk.ts';
import { startRenderer, type RendererPlant, type RendererProcess } from './renderer-process.ts';
import { createSimClock, type SimClock } from './sim-clock.ts';

/** A planted bug: a mistake put in place of a part, to prove that the simulation would notice it. */
export interface Plant {
  readonly main?: (deps: { readonly random: Random }) => MainPlant;
  readonly renderer?: () => RendererPlant;
}

type Crash = Extract<Operation, { kind: 'crash' }>;

/** A computer with Billfold on it, a network and a service. */
export interface World {
  readonly plan: Plan;
  readonly clock: SimClock;
  readonly sandbox: Sandbox;
  readonly network: Network;
  readonly model: Model;
  readonly quota: QuotaWatch;
  readonly random: Random;
  readonly mainDisk: MainDisk;
  readonly rendererDisk: RendererDisk;
  readonly logLines: string[];
  readonly trace: string[];
  /** What happened how often, by name. */
  readonly counts: Map<string, number>;
  main(): MainProcess | null;
  renderer(): RendererProcess | null;
  workspace(): Workspace | null;
  /** Starts whatever does not run. */
  start(): Promise<void>;
  /** Lets time pass; what dies is started again after its time. */
  advance(durationMs: number, onPause: () => void): Promise<void>;
  /** Does something `delayMs` from now, whatever runs then. */
  later(delayMs: number, work: () => void): void;
  crash(crash: Crash): void;
  /** Nothing goes wrong any more: network, service, disks and power are as they should be. */
  calm(): void;
  /** The session may be over from now on although it was not ended in this window. */
  excuseSession(why: string): void;
  /** A sign-in begins: once it has succeeded, what was before it excuses nothing any more. */
  signInBegins(): void;
  signInSucceeded(): void;
  /** Why the session may be over; null when there is no reason. */
  sessionExcuse(): string | null;
  note(line: string): void;
  count(name: string): void;
  /** Called before main is started on a disk that a crash left. */
  onRestart: () => Promise<void>;
}

export const START_MS = Date.UTC(2026, 2, 10, 12);
/** Longer than Billfold waits for the token endpoint. */
const TOKEN_PATIENCE_MS = 25_000;

export function createWorld(plan: Plan, plant: Plant): World {
  const { circumstances, seed } = plan;
  const clock = createSimClock(START_MS);
  const random = createSeededRandom(seed * 7 + 1);
  const ids = createCountingIds();
  const sandbox = createSandbox({
    clock: clock.service,
    random: createSeededRandom(seed * 7 + 2),
    ids: createCountingIds(),
    companies: companies(),
    ...circumstances,
  });
  const model = createModel();
  model.secrets.add(sampleClient.clientSecret);
  const fired = (kind: FaultKind): number =>
    sandbox.faults
      .report()
      .filter(({ rule }) => rule.fault.kind === kind)
      .reduce((sum, report) => sum + report.fired, 0);
  const stormsFired = (): number => fired('rateLimitStorm');
  const quota = createQuotaWatch(model, circumstances, START_MS, stormsFired);
  const mainDisk = createMainDisk();
  const rendererDisk = createRendererDisk();
  const locks = createFakeLocks();
  const timers: { atMs: number; run(): void }[] = [];
  const tokenExchanges = new Set<Exchange>();
  let lastTokenMs = -1;
  let main: MainProcess | null = null;
  let renderer: RendererProcess | null = null;
  let pending: Crash | null = null;
  let downMs = 0;
  let starts = 0;
  let excuse: string | null = null;
  let excusedSinceSignIn = false;

  const seal = (where: string, value: unknown): void => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    const found = [...model.secrets].find((secret) => text.includes(secret));
    model.check('sealed', found === undefined, () => `a secret in ${where}: ${text.slice(0, 200)}`);
  };

  const network = createNetwork({
    serviceClock: clock.service,
    machineClock: clock.machine,
    random: createSeededRandom(seed * 7 + 3),
    service: createSandboxFetch(sandbox),
    watch: {
      left: (exchange) => {
        if (exchange.place === 'token') tokenExchanges.add(exchange);
        quota.left(exchange, clock.trueMs());
        if (exchange.place === 'approve') patchLeft(exchange);
        world.note(`→ ${exchange.place} ${exchange.url.pathname}${exchange.url.search}`);
      },
      ended: (exchange, response, body) => {
        const status = response?.status ?? 'nothing';
        world.note(`← ${exchange.place} ${status}`);
        // Billfold does not hear what it has stopped waiting for.
        const isHeard = exchange.init.signal?.aborted !== true;
        if (!exchange.arrived) quota.unsent(exchange);
        if (response && isHeard) quota.heard(exchange, response, clock.trueMs());
        if (response?.status === 429) world.count('429');
        if (!response && exchange.arrived && exchange.place === 'approve')
          world.count('lost answer');
        if (exchange.place === 'token') tokenEnded(exchange, response, body);
      },
    },
  });

  const patchLeft = (exchange: Exchange): void => {
    const billId = billIdOf(exchange);
    model.patches.set(billId, (model.patches.get(billId) ?? 0) + 1);
    const wasAsked = [...model.sends.values()].some(({ bill }) => bill === billId);
    model.check('seen', wasAsked, () => `${billId} left and no window had asked for it`);
  };

  const isTooLate = ({ leftMs }: Exchange): boolean => clock.trueMs() - leftMs > TOKEN_PATIENCE_MS;

  const tokenEnded = (exchange: Exchange, response: Response | null, body: string): void => {
    tokenExchanges.delete(exchange);
    lastTokenMs = clock.trueMs();
    if (exchange.arrived && (!response || isTooLate(exchange))) {
      world.excuseSession('the answer to a refresh was lost');
    }
    for (const secret of body.matchAll(/"(?:access|refresh)_token":"([^"]+)"/g)) {
      if (secret[1] !== undefined) model.secrets.add(secret[1]);
    }
  };

  const write =
    (level: string): Log['info'] =>
    (message, facts) => {
      const line = `${level} ${message} ${JSON.stringify(facts ?? {}, plainErrors)}`;
      seal('the log', line);
      world.logLines.push(line);
      if (level === 'error') world.note(`  log: ${line.slice(0, 300)}`);
    };
  const log: Log = { info: write('info'), warn: write('warn'), error: write('error') };

  const startMainProcess = (): void => {
    const life = createLife(() => mainDied());
    const isolated = createSeededRandom(seed * 1_000 + ++starts);
    quota.forget();
    main = startMain({
      clock: clock.machine,
      random: isolated,
      ids,
      fetch: network.fetchFor(life),
      disk: mainDisk,
      log,
      life,
      plant: plant.main?.({ random: isolated }) ?? {},
      documented: {
        requestsPerWindow: circumstances.requestsPerWindow,
        windowMs: circumstances.windowMs,
      },
      sendToPage: (channel, payload) => {
        seal(`an event on ${channel}`, payload);
        const told = structuredClone(payload);
        // Messages cross in their own time, after the code that sent them.
        queueMicrotask(() => renderer?.hear(channel, told));
        return renderer !== null && !renderer.life.isOver();
      },
    });
  };

  const mainDied = (): void => {
    world.count(pending?.who === 'power' ? 'crash of both' : 'end of main');
    world.note('  main is gone');
    // A refresh whose answer nobody kept has used the refresh token up.
    if (tokenExchanges.size > 0 || lastTokenMs === clock.trueMs()) {
      world.excuseSession('main died during a refresh');
    }
    quota.excuse(1);
    const crash = pending;
    downMs = Math.max(downMs, crash?.downMs ?? 500);
    if (crash?.who === 'power') powerFails(crash);
    else renderer?.life.killIn(1 + Math.floor(random.next() * 12));
  };

  const powerFails = (crash: Crash): void => {
    pending = null;
    main?.life.kill();
    renderer?.life.kill();
    mainDisk.files.crash((unsynced) => Math.floor(unsynced * crash.kept));
    if (crash.losesCache) loseCaches();
  };

  /** What was not written with strict durability may be gone after a power cut. */
  const loseCaches = (): void => {
    const state = lastConnectionId;
    if (state !== null) rendererDisk.factory.deleteDatabase(cacheDatabaseName(state));
    world.note('  the cached bills are lost');
  };
  let lastConnectionId: string | null = null;

  const startWindow = (): void => {
    const life = createLife(() => {
      world.note('  the window is gone');
      world.count(pending?.who === 'power' ? 'end of window' : 'crash of window');
      downMs = Math.max(downMs, pending?.downMs ?? 200);
      if (pending?.who === 'power') powerFails(pending);
    });
    model.windowStarted();
    renderer = startRenderer({
      clock: clock.machine,
      random: createSeededRandom(seed * 1_000 + 500 + ++starts),
      ids,
      disk: rendererDisk,
      locks,
      life,
      plant: plant.renderer?.() ?? {},
      invoke: async (name, raw) => {
        seal(`the request ${name}`, raw);
        const askedAtMs = clock.trueMs();
        if (name === 'approvals.send') sendAsked(raw as RequestOf<'approvals.send'>);
        const asked = structuredClone(raw);
        const running = main;
        if (!running || running.life.isOver()) return new Promise(() => undefined);
        const answer = structuredClone(await running.invoke(name, asked));
        seal(`the reply to ${name}`, answer);
        if (name === 'service.billsPage' && !life.isOver()) {
          pageAnswered(asked as RequestOf<'service.billsPage'>, answer, askedAtMs);
        }
        return answer;
      },
      onFault: (problem) => world.note(`  the window did not start: ${String(problem)}`),
    });
  };

  const sendAsked = (request: RequestOf<'approvals.send'>): void => {
    world.note(`  send ${request.snapshot.billId} ${request.approvalId} #${request.attempt}`);
    model.sendAsked(request, clock.trueMs());
  };

  const pageAnswered = (
    asked: RequestOf<'service.billsPage'>,
    answer: unknown,
    askedAtMs: number,
  ): void => {
    const reply = wireReplySchema.parse(answer);
    const page = reply.ok ? (reply.reply as ReplyOf<'service.billsPage'>) : null;
    if (!page?.ok || rendererDisk.full) return;
    const { organizationId, status, after } = asked;
    const hadMalformed = page.value.malformed.length > 0;
    model.pageDelivered(
      { organizationId, status, after, askedAtMs, hadMalformed },
      page.value.items,
      clock.trueMs(),
    );
  };

  const isSomebodyGone = (): boolean =>
    main === null || main.life.isOver() || renderer === null || renderer.life.isOver();

  const revive = async (): Promise<void> => {
    const waitMs = downMs;
    downMs = 0;
    if (waitMs > 0) await clock.runUntil(clock.trueMs() + waitMs, () => false);
    pending = null;
    if (main === null || main.life.isOver()) {
      // A page whose main process is gone does not outlive it.
      renderer?.life.kill();
      downMs = 0;
      await world.onRestart();
      startMainProcess();
    }
    if (renderer === null || renderer.life.isOver()) startWindow();
    downMs = 0;
    await clock.settle();
    world.note('  started');
  };

  const world: World = {
    plan,
    clock,
    sandbox,
    network,
    model,
    quota,
    random,
    mainDisk,
    rendererDisk,
    logLines: [],
    trace: [],
    counts: new Map(),
    main: () => (main?.life.isOver() ? null : main),
    renderer: () => (renderer?.life.isOver() ? null : renderer),
    workspace: () => renderer?.workspace() ?? null,
    start: async () => {
      while (isSomebodyGone()) await revive();
    },
    advance: async (durationMs, onPause) => {
      const untilMs = clock.trueMs() + durationMs;
      for (;;) {
        const dueMs = Math.min(untilMs, ...timers.map(({ atMs }) => atMs));
        const pauseMs = Math.min(dueMs, clock.trueMs() + CHECK_EVERY_MS);
        await clock.runUntil(pauseMs, isSomebodyGone);
        rememberConnection();
        onPause();
        if (isSomebodyGone()) await revive();
        for (const timer of timers.filter(({ atMs }) => atMs <= clock.trueMs())) {
          timers.splice(timers.indexOf(timer), 1);
          timer.run();
        }
        if (clock.trueMs() >= untilMs) return;
      }
    },
    later: (delayMs, run) => void timers.push({ atMs: clock.trueMs() + delayMs, run }),
    crash: (crash) => {
      pending = crash;
      // A power cut has no process of its own: it comes at a step of either.
      const first = crash.who === 'renderer' || (crash.who === 'power' && random.next() < 0.5);
      (first ? renderer : main)?.life.killIn(crash.inSteps + 1);
    },
    calm: () => {
      main?.life.killIn(Number.POSITIVE_INFINITY);
      renderer?.life.killIn(Number.POSITIVE_INFINITY);
      pending = null;
      for (const timer of timers.splice(0)) timer.run();
      for (const fault of network.faults) fault.count = 0;
      sandbox.faults.clear();
    },
    excuseSession: (why) => {
      excuse = why;
      excusedSinceSignIn = true;
    },
    signInBegins: () => {
      excusedSinceSignIn = false;
    },
    signInSucceeded: () => {
      if (!excusedSinceSignIn) excuse = null;
    },
    sessionExcuse: () => {
      const late = [...tokenExchanges].some((each) => each.arrived && isTooLate(each));
      // A fresh token that is refused as well ends the session by the rules.
      if (fired('tokenDies') > 1) return 'a fresh token was refused';
      return excuse ?? (late ? 'the answer to a refresh is late' : null);
    },
    note: (line) => void world.trace.push(`+${clock.trueMs()} ${line}`),
    count: (name) => void world.counts.set(name, (world.counts.get(name) ?? 0) + 1),
    onRestart: async () => undefined,
  };

  const rememberConnection = (): void => {
    const session = world.workspace()?.session.get();
    if (session && session.kind !== 'noConnection') lastConnectionId = session.connection.id;
  };
  return world;
}

/** The invariants are looked at this often, and after every operation. */
const CHECK_EVERY_MS = 10_000;

export function billIdOf(exchange: Exchange): string {
  return decodeURIComponent(exchange.url.pathname.split('/').at(-2) ?? '');
}

function plainErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? `${value.name}: ${value.message}` : value;
}
