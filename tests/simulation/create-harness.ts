import type { Harness } from './harness.ts';
import { createCountingIds, createSeededRandom } from '../../src/base/testing/seeded-random.ts';
import type { Random } from '../../src/base/random.ts';
import type { ReplyOf, RequestOf } from '../../src/bridge/methods.ts';
import { readReply, wireReplySchema } from '../../src/bridge/client.ts';
import type { PreloadBridge } from '../../src/bridge/wire.ts';
import type { Log } from '../../src/main/ports.ts';
import { sampleClient } from '../../src/sandbox/sample-client.ts';
import { openDamaged } from './damaged-databases.ts';
import { never, type Life } from './life.ts';
import { createMainDisk, documentsTakeAll } from './main-disk.ts';
import type { MainProcess } from './main-process.ts';
import { createModel, type KnownApproval } from './model.ts';
import { createNetwork, type Exchange } from './network.ts';
import { createPeerService } from './peer-service.ts';
import { hasLimits, LIMIT_CENTS, type Plan } from './operations.ts';
import { createProcesses, type Mutant } from './processes.ts';
import { createQuotaWatch } from './quota-watch.ts';
import { createSpentWatch } from './spent-watch.ts';
import { createReadWatch, organizationOf } from './read-watch.ts';
import { createRendererDisk } from './renderer-disk.ts';
import { createSandboxService } from './sandbox-service.ts';
import { createSessionReasons } from './session-reasons.ts';
import { createSimClock } from './sim-clock.ts';
import { timesApplied } from './service.ts';
import { checkEmpty, checkMissing } from './claim-checks.ts';

export interface HarnessDeps {
  readonly plan: Plan;
  readonly mutant: Mutant;
  /** Called before a stopped process starts again. */
  onRevive(harness: Harness): Promise<void>;
  /** Called before main starts with the disk that a crash left. */
  onRestart(harness: Harness): Promise<void>;
}

type DeliveredPage = Pick<
  Exclude<ReplyOf<'approvals.send'>['read'], string | null>,
  'after' | 'askedMs' | 'malformed'
>;

const START_MS = Date.UTC(2026, 2, 10, 12);
/** Share of window deaths that tear a write of the browser, 0 to 1. */
const TORN_SHARE = 0.3;
/** Share of main's questions that the user answers with yes, 0 to 1. */
const YES_SHARE = 0.85;
/** Interval of the checks, in true milliseconds. They also run after every operation. */
const CHECK_EVERY_MS = 10_000;

export function createHarness({ plan, mutant, onRevive, onRestart }: HarnessDeps): Harness {
  const { circumstances, seed } = plan;
  // Each part has its own random numbers, so that one more draw changes no other part.
  const chances = (part: number): Random => createSeededRandom(seed * 7 + part);
  const damages = chances(6);
  const clock = createSimClock(START_MS);
  const random = chances(1);
  const createService = plan.service === 'peer' ? createPeerService : createSandboxService;
  const service = createService({ clock: clock.service, random: chances(2), circumstances });
  const counts = new Map<string, number>();
  const model = createModel();
  model.secrets.add(sampleClient.clientSecret);
  const quota = createQuotaWatch(model, circumstances, START_MS, service.refusalsMadeUp);
  const session = createSessionReasons({
    nowMs: clock.trueMs,
    tokensDied: () => service.tokensRefused() + (counts.get('expireTokens') ?? 0),
  });
  const reads = createReadWatch();
  const spent = createSpentWatch(model, service);
  const mainDisk = createMainDisk();
  const rendererDisk = createRendererDisk();
  let grantsLost = 0;
  const timers: { readonly atMs: number; run(): void | Promise<void> }[] = [];
  const trace: string[] = [];

  const note = (line: string): void => void trace.push(`+${clock.trueMs()} ${line}`);
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);

  const seal = (where: string, value: unknown): void => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    const found = [...model.secrets].find((secret) => text.includes(secret));
    model.check('sealed', found === undefined, () => `a secret in ${where}: ${text.slice(0, 200)}`);
  };

  const network = createNetwork({
    serviceClock: clock.service,
    machineClock: clock.machine,
    random: chances(3),
    service: service.fetch,
    watch: {
      left: (exchange) => {
        note(`→ ${exchange.place} ${exchange.url.pathname}${exchange.url.search}`);
        quota.left(exchange, clock.trueMs());
        if (exchange.place === 'token') session.tokenLeft(exchange);
        if (exchange.place === 'approve') patchLeft(exchange);
      },
      ended: (exchange, response, body) => {
        note(`← ${exchange.place} ${response?.status ?? 'nothing'}`);
        if (exchange.arrivedAtMs === null) quota.unsent(exchange);
        // Billfold ignores answers that it no longer waits for.
        const isReceived = exchange.init.signal?.aborted !== true;
        if (response && isReceived) quota.received(exchange, response, clock.trueMs());
        if (response && isReceived) reads.received(exchange, response, body);
        if (response?.status === 429) count('429');
        const isLost = !response && exchange.arrivedAtMs !== null;
        if (isLost && exchange.place === 'approve') count('lost answer');
        if (exchange.place !== 'token') return;
        const isIssued = response?.ok === true && secretsIn(body).length === 2;
        const isKept = isIssued ? documentsTakeAll(mainDisk) : null;
        session.tokenEnded(exchange, response !== null, isKept);
        // A new sign-in has its own quota (rule G-31). A refresh does not.
        if (isCodeExchange(exchange) && isIssued) quota.forget();
        if (service.grantsLost() > grantsLost) session.note('a grant was spent for nothing');
        grantsLost = service.grantsLost();
        for (const secret of secretsIn(body)) model.secrets.add(secret);
      },
    },
  });

  const patchLeft = (exchange: Exchange): void => {
    const billId = decodeURIComponent(exchange.url.pathname.split('/').at(-2) ?? '');
    const asked = [...model.sends].filter(([, { bill }]) => bill === billId);
    model.check('seen', asked.length > 0, () => `${billId} left and no window had asked for it`);
    // A bill has one attempt at a time, and the latest is the one that leaves.
    const last = asked.at(-1);
    last?.[1].requests.push(exchange);
    if (last) checkAsked(last[0], billId);
    spent.patchLeft(last?.[0] ?? '', reads.last(organizationOf(exchange), billId)?.askedAtMs ?? -1);
    const senders = asked.flatMap(([key]) => model.approvals.get(key.split(' ')[0] ?? '') ?? []);
    const read = reads.last(organizationOf(exchange), billId);
    const isSeen = ({ decidedAtMs, content }: KnownApproval): boolean =>
      read !== null &&
      read.askedAtMs >= decidedAtMs &&
      (content === null || content === read.content);
    model.check(
      'seen',
      senders.length === 0 || senders.some(isSeen),
      () =>
        `${billId} left as ${JSON.stringify(senders.at(-1))}, main had read ${JSON.stringify(read)}`,
    );
  };

  /** The window's calls for main's agreement that are under way. */
  const agreeing = new Set<RequestOf<'approvals.agree'>>();
  const answers = chances(9);

  /** The user answers main's dialog, usually with yes. */
  const askUser = (approvals: number): boolean => {
    const isYes = answers.next() < YES_SHARE;
    note(`  asked about ${approvals}: ${isYes ? 'yes' : 'no'}`);
    const asked = [...agreeing].filter((request) => request.approvals.length === approvals);
    if (isYes)
      for (const { approvalId } of asked.flatMap((request) => request.approvals))
        model.agreed.add(approvalId);
    return isYes;
  };

  const checkAsked = (key: string, billId: string): void => {
    const [approvalId = ''] = key.split(' ');
    const known = model.approvals.get(approvalId);
    const isAgreed = model.agreed.has(approvalId);
    const cents = Math.abs(known?.snapshot.amountDueCents ?? 0);
    const isAbove = hasLimits(plan) && cents > LIMIT_CENTS;
    model.check('asked', !isAbove || isAgreed, () => `${billId} left above the limit, unasked`);
    // A restored or moved journal no longer knows the applied approvals. Automatic resending was the user's
    // choice.
    if (model.movedAtMs >= 0 || model.sendsAgainByItself) return;
    const times = timesApplied(service, billId) - (model.allowedBefore.get(billId) ?? 0);
    model.check(
      'asked',
      times <= 0 || isAgreed,
      () => `${billId} left unasked, and had been applied ${times} times`,
    );
  };

  const write =
    (level: string): Log['info'] =>
    (message, facts) => {
      const line = `${level} ${message} ${JSON.stringify(facts ?? {}, plainErrors)}`;
      seal('the log', line);
      if (level === 'error') note(`  log: ${line.slice(0, 300)}`);
    };

  const invokeFor =
    (life: Life, main: () => MainProcess | null): PreloadBridge['call'] =>
    async (name, raw) => {
      seal(`the request ${name}`, raw);
      const asked: unknown = structuredClone(raw);
      if (name === 'service.billsPages')
        askedAtMs.set((asked as RequestOf<'service.billsPages'>).askedMs, clock.trueMs());
      const send = asked as RequestOf<'approvals.send'>;
      if (name === 'approvals.send') sendAsked(send);
      const agree = asked as RequestOf<'approvals.agree'>;
      if (name === 'approvals.agree') agreeing.add(agree);
      const running = main();
      if (!running || running.life.isOver()) return never();
      if (name === 'approvals.send') model.underWay.add(send.approvalId);
      const answer: unknown = structuredClone(await running.invoke(name, asked));
      if (name === 'approvals.agree') agreeing.delete(agree);
      if (name === 'approvals.send') model.underWay.delete(send.approvalId);
      seal(`the reply to ${name}`, answer);
      if (name === 'service.billsPages' && !life.isOver()) {
        pagesAnswered(asked as RequestOf<'service.billsPages'>, answer);
      }
      if (name === 'approvals.send' && !life.isOver()) sendAnswered(send, answer);
      return answer;
    };

  const sendAsked = (request: RequestOf<'approvals.send'>): void => {
    note(`  send ${request.snapshot.billId} ${request.approvalId} #${request.attempt}`);
    if (request.page) askedAtMs.set(request.page.askedMs, clock.trueMs());
    model.sendAsked(request);
    spent.sendAsked(request, clock.trueMs());
  };

  const sendAnswered = (asked: RequestOf<'approvals.send'>, answer: unknown): void => {
    const reply = wireReplySchema.parse(answer);
    const sent = reply.ok ? readReply('approvals.send', reply.reply) : null;
    spent.sendAnswered(sent?.answer.kind ?? null, clock.trueMs());
    if (asked.page === null || !sent?.read || sent.read === 'cursorRefused') return;
    pageDelivered({ ...asked.page, organizationId: asked.organizationId }, sent.read);
  };

  /** True time of each call for pages, by the call's own time. */
  const askedAtMs = new Map<number, number>();

  const pagesAnswered = (asked: RequestOf<'service.billsPages'>, answer: unknown): void => {
    const reply = wireReplySchema.parse(answer);
    const read = reply.ok ? readReply('service.billsPages', reply.reply) : null;
    if (!read?.ok) return;
    const { organizationId, status } = asked;
    for (const { after, askedMs, malformed } of read.value) {
      if (asked.priority !== 'recheck') spent.pageRead({ organizationId, status, after });
      pageDelivered({ organizationId, status }, { after, askedMs, malformed });
    }
  };

  const pageDelivered = (
    { organizationId, status }: Pick<RequestOf<'service.billsPages'>, 'organizationId' | 'status'>,
    { after, askedMs, malformed }: DeliveredPage,
  ): void => {
    // The window does not know pages that a full disk refused.
    if (rendererDisk.full) return;
    const hadMalformed = malformed.length > 0;
    const atMs = askedAtMs.get(askedMs) ?? 0;
    model.pageDelivered({ organizationId, status, after, askedAtMs: atMs, hadMalformed });
  };

  const processes = createProcesses({
    plan,
    mutant,
    clock,
    random,
    ids: createCountingIds(),
    network,
    mainDisk,
    rendererDisk,
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    note,
    count,
    invokeFor,
    askUser,
    onEvent: (channel, payload) => seal(`an event on ${channel}`, payload),
    onMainStart: () => {
      quota.forget();
      reads.forget();
      model.underWay.clear();
    },
    onMainDied: () => {
      session.mainDied();
      quota.allowRefusals(1);
    },
    onWindowStart: () => {
      spent.windowStarted();
    },
    onShown: () => {
      checkEmpty(harness);
      checkMissing(harness);
    },
    onRevive: () => onRevive(harness),
    onRestart: () => onRestart(harness),
    onWindowDied: () => {
      const { damage } = rendererDisk;
      if (damage === 'none' && damages.next() < TORN_SHARE) rendererDisk.damage = 'torn';
    },
    onWindowRestart: () => openDamaged(harness),
  });

  const harness: Harness = {
    clock,
    service,
    network,
    model,
    quota,
    session,
    reads,
    random,
    mainDisk,
    rendererDisk,
    trace,
    counts,
    main: processes.main,
    renderer: processes.window,
    workspace: () => processes.window()?.workspace() ?? null,
    start: async () => {
      while (processes.isSomebodyGone()) await processes.revive();
    },
    advance: async (durationMs, onPause) => {
      const untilMs = clock.trueMs() + durationMs;
      do {
        const dueMs = Math.min(untilMs, ...timers.map(({ atMs }) => atMs));
        const pauseMs = Math.min(dueMs, clock.trueMs() + CHECK_EVERY_MS);
        await clock.runUntil(pauseMs, processes.isSomebodyGone);
        onPause();
        if (processes.isSomebodyGone()) await processes.revive();
        for (const timer of timers.filter(({ atMs }) => atMs <= clock.trueMs())) {
          timers.splice(timers.indexOf(timer), 1);
          await timer.run();
        }
      } while (clock.trueMs() < untilMs);
    },
    later: (delayMs, run) => void timers.push({ atMs: clock.trueMs() + delayMs, run }),
    crash: processes.crash,
    calm: async () => {
      processes.calm();
      for (const timer of timers.splice(0)) await timer.run();
      for (const fault of network.faults) fault.count = 0;
      service.calm();
      rendererDisk.failsIn = null;
    },
    note,
    count,
  };
  return harness;
}

function isCodeExchange({ init }: Exchange): boolean {
  return typeof init.body === 'string' && init.body.includes('grant_type=authorization_code');
}

function secretsIn(body: string): string[] {
  return [...body.matchAll(/"(?:access|refresh)_token":"([^"]+)"/g)].flatMap(
    ([, secret]) => secret ?? [],
  );
}

function plainErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? `${value.name}: ${value.message}` : value;
}
