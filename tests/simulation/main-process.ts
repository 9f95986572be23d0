import type { Clock } from '../../src/base/clock.ts';
import { createObservable } from '../../src/base/observable.ts';
import { fail, succeed } from '../../src/base/result.ts';
import type { Ids, Random } from '../../src/base/random.ts';
import { noPolicy } from '../../src/bridge/policy.ts';
import { methodChannel } from '../../src/bridge/wire.ts';
import type { MethodName } from '../../src/bridge/methods.ts';
import { createApi } from '../../src/main/api/create-api.ts';
import type { DocumentedQuota } from '../../src/main/api/governor-state.ts';
import type { ApprovalQuestion } from '../../src/main/approvals/agree.ts';
import { createJournalBudget } from '../../src/main/journal/journal-budget.ts';
import {
  createApprovalSender,
  type ApprovalSender,
} from '../../src/main/approvals/send-approval.ts';
import { createBillReadings, type BillReadings } from '../../src/main/approvals/bill-readings.ts';
import type { CallbackEnd } from '../../src/main/auth/loopback-listener.ts';
import { createDataKeys } from '../../src/main/auth/data-keys.ts';
import { createSession } from '../../src/main/auth/session.ts';
import { answerBridge } from '../../src/main/desktop/bridge-answers.ts';
import { createEventSender, sendChanges } from '../../src/main/desktop/event-sender.ts';
import { connectAtStart } from '../../src/main/desktop/first-connection.ts';
import { createHandlers } from '../../src/main/desktop/handlers.ts';
import { openJournal, reportWrites } from '../../src/main/desktop/journal-notices.ts';
import { createQuitCoordinator } from '../../src/main/desktop/quit.ts';
import { createRedactor } from '../../src/main/desktop/redact.ts';
import { rememberTokens } from '../../src/main/desktop/remember-tokens.ts';
import { createWindowKeys } from '../../src/main/desktop/window-keys.ts';
import { createJournalKeySafe } from '../../src/main/journal/journal-key.ts';
import { createJournalService } from '../../src/main/journal/journal-service.ts';
import { createJournal, type Journal } from '../../src/main/journal/journal.ts';
import { createListExporter } from '../../src/main/export/list-exporter.ts';
import type { AccessTokens, DocumentStore, Fetch, Files, Log } from '../../src/main/ports.ts';
import { createRestoreMarks } from '../../src/main/profile/restore-marks.ts';
import { createNotices } from '../../src/main/settings/notices.ts';
import { createSettingsStore } from '../../src/main/settings/settings.ts';
import { sampleClient } from '../../src/sandbox/sample-client.ts';
import { mortalClock, never, type Life } from './life.ts';
import {
  mortalIdentities,
  mortalDocument,
  mortalFiles,
  mortalSecrets,
  type MainDisk,
} from './main-disk.ts';

/** A main process: the modules of `src/main/index.ts`, on the simulation's ports. */
export interface MainProcess {
  readonly life: Life;
  /** The function behind preload's `invoke`. Resolves with the wire reply. */
  invoke(name: MethodName, request: unknown): Promise<unknown>;
  /** A power event of the system. */
  power(change: 'suspended' | 'resumed' | 'onBattery' | 'onMains'): void;
  /** The user quits: main stops everything, then dies. */
  quit(): void;
  /** A new window was loaded. */
  windowLoaded(): void;
  /** Whether a sign-in waits for its browser. */
  isSigningIn(): boolean;
  /** The link in the browser, and a way to answer it; null before it is opened. */
  link(): { readonly url: string; answer(end: CallbackEnd): void } | null;
}

/** Parts of main that a planted bug may replace. */
export interface MainMutant {
  readonly files?: (files: Files) => Files;
  /** The document with the tokens. */
  readonly tokenDocument?: (document: DocumentStore) => DocumentStore;
  readonly fetch?: (fetch: Fetch) => Fetch;
  readonly tokens?: (tokens: AccessTokens) => AccessTokens;
  readonly journal?: (journal: Journal) => Journal;
  readonly sender?: (sender: ApprovalSender) => ApprovalSender;
  readonly readings?: (readings: BillReadings) => BillReadings;
  readonly asksUser?: false;
  readonly log?: (log: Log) => Log;
  /** The computer's name. */
  readonly machine?: () => Promise<string>;
}

export interface MainDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly fetch: Fetch;
  readonly disk: MainDisk;
  readonly log: Log;
  readonly life: Life;
  readonly mutant: MainMutant;
  readonly documented: DocumentedQuota;
  /** The user's answer to a question about this many approvals, in main's dialog. */
  readonly askUser: (count: number) => boolean;
  /** Sends an event to the page. Returns false when there is no page. */
  readonly sendToPage: (channel: string, payload: unknown) => boolean;
}

const SERVICE_URL = 'http://127.0.0.1:47114';
const REDIRECT_URI = 'http://127.0.0.1:47113/callback';

export function startMain(deps: MainDeps): MainProcess {
  const { life, mutant, disk } = deps;
  const clock = mortalClock(deps.clock, life);
  const random = deps.random;
  const log = mutant.log?.(deps.log) ?? deps.log;
  const fetch = mutant.fetch?.(deps.fetch) ?? deps.fetch;
  const document = (name: keyof MainDisk['documents']): DocumentStore =>
    mortalDocument(disk.documents[name], life);
  const redactor = createRedactor();
  const notices = createNotices();
  const settings = createSettingsStore({ store: document('settings'), notices, log });
  let waiting: { url: string; answer(end: CallbackEnd): void } | null = null;

  const secrets = mortalSecrets(disk.secrets, life);
  const allowWeak = (): boolean => settings.settings.get().allowWeakTokenStorage;
  const sealing = { clock, random, secrets, notices, log, allowWeak };
  const dataKeys = createDataKeys({ ...sealing, document: document('keys') });
  const session = createSession({
    ...sealing,
    ids: deps.ids,
    fetch,
    documents: {
      connection: document('connection'),
      tokens: mutant.tokenDocument?.(document('tokens')) ?? document('tokens'),
    },
    serviceNowMs: () => api.serviceNowMs(),
    openInBrowser: async (url) => {
      if (waiting !== null) waiting.url = url;
      return succeed(undefined);
    },
    onFront: () => undefined,
    listen: async () => {
      const end = Promise.withResolvers<CallbackEnd>();
      const mine = { url: '', answer: (answer: CallbackEnd): void => finish(answer) };
      const finish = (answer: CallbackEnd): void => {
        if (waiting === mine) waiting = null;
        end.resolve(answer);
      };
      waiting = mine;
      return succeed({
        port: 47_113,
        redirectUri: REDIRECT_URI,
        startFor: (link) => link,
        end: end.promise,
        close: async () => finish({ kind: 'cancelled' }),
      });
    },
  });
  const tokens = mutant.tokens?.(session.tokens) ?? session.tokens;
  const api = createApi({
    clock,
    random,
    fetch,
    tokens: rememberTokens(tokens, redactor),
    connection: session.connection,
    signInId: () => session.facts().signInId,
    grantedScopes: () => {
      const now = session.state.get();
      return now.kind === 'signedIn' ? now.scopes : [];
    },
    log,
    document: document('quota'),
    backgroundShare: () => settings.settings.get().backgroundShare,
    documented: deps.documented,
  });
  const files = mortalFiles(disk.files, life);
  const marks = createRestoreMarks({
    store: document('marks'),
    identities: mortalIdentities(disk.identities, life),
    files,
    outsidePath: OUTSIDE_PATH,
    machine: mutant.machine ?? (async () => disk.machine),
    isUsed: false,
    clock,
    ids: deps.ids,
    log,
  });
  const bare = createJournal({
    files: mutant.files?.(files) ?? files,
    folder: JOURNAL_FOLDER,
    clock,
    log,
    // Small files, so that a run of a few hours starts several.
    maxFileBytes: 6_000,
    keys: createJournalKeySafe({
      document: document('journal-key'),
      secrets: mortalSecrets(disk.secrets, life),
      clock,
      random,
      log,
    }),
    sealNotes: marks,
    by: { user: 'user', host: 'host', version: '0' },
    onTried: reportWrites(notices, marks),
  });
  const journal = mutant.journal?.(bare) ?? bare;
  const readings = createBillReadings({
    client: api,
    session: session.facts,
    clock,
    uncheckedFields: () => [],
    recheckSkipMinutes: () => settings.settings.get().recheckSkipMinutes,
  });
  const honest = createApprovalSender({
    journal,
    client: api,
    session: session.facts,
    readings: mutant.readings?.(readings) ?? readings,
    profileEpoch: marks.epoch,
    isLocked: () => false,
    rules: settings.settings.get,
    ...{ clock, log },
  });
  const sender = mutant.sender?.(honest) ?? honest;

  const page = {
    isDestroyed: () => life.isOver(),
    isCrashed: () => false,
    send: (channel: string, payload: unknown) => {
      if (life.step()) deps.sendToPage(channel, payload);
    },
  };
  const send = createEventSender(() => page);
  const quit = createQuitCoordinator({
    clock,
    log,
    askRenderer: () => send('quit.requested'),
    settle: async () => {
      api.close();
      await Promise.all([journalOpened, session.close()]);
      await sender.close();
      await marks.close();
    },
    quit: () => life.kill(),
  });

  const ipc = new Map<string, (event: never, request: unknown) => unknown>();
  session.start();
  const sample = { start: async () => fail('not here'), close: () => undefined };
  const form = {
    serviceUrl: SERVICE_URL,
    authUrl: SERVICE_URL,
    clientId: sampleClient.clientId,
    clientSecret: sampleClient.clientSecret,
    redirectUri: REDIRECT_URI,
  };
  const policy = noPolicy;
  const journalOpened = openJournal(journal, marks, notices, { distrust: () => undefined });
  const state = { get: () => ({ removedConnections: [] }), update: () => undefined };
  const first = { session, sample, form, policy, settings, journal, journalOpened, notices, log };
  const connected = connectAtStart({ ...first, state, refuse: () => undefined });
  // The simulation has no releases.
  const update = { kind: 'off', why: 'noFeed' } as const;
  const updates = {
    check: async () => undefined,
    installWhen: async () => undefined,
    state: createObservable(update),
  };
  const info = () => ({
    version: '0',
    platform: 'linux',
    notices: [...notices.list()],
    policy,
    update,
  });
  const acts = {
    info,
    notify: () => undefined,
    // The simulation's window delays no timers.
    wakeWindow: async () => undefined,
    copy: async () => undefined,
    about: async () => ({ versions: {}, licenses: '' }),
    showData: () => undefined,
    ownEntries: {
      lock: () => undefined,
      copyDiagnostics: async () => undefined,
      removeEverything: async () => undefined,
    },
    connected,
    profileEpoch: marks.epoch,
    openInBrowser: async () => succeed(undefined),
    confirmService: async () => true,
    askToUncheck: async () => true,
    askToWeaken: async () => true,
    askToApprove: async ({ all }: ApprovalQuestion) =>
      mutant.asksUser === false || deps.askUser(all.count),
    askToOpen: async () => true,
    renewPage: (between: () => Promise<void>) => between(),
    lock: {
      lock: () => undefined,
      rendererDone: () => undefined,
      takeListChoice: () => null,
      unlock: async () => 'unlocked' as const,
    },
    showCounts: () => undefined,
    links: { take: () => null },
    journalOpened,
  };
  const askWhereToSave = async (): Promise<null> => null;
  // The simulation saves and prints no lists.
  const lists = createListExporter({
    files: { create: async () => fail({ code: 'EROFS', technical: 'not here' }) },
    ids: deps.ids,
    printer: {
      draw: async () => fail('not here'),
      print: async () => ({ kind: 'cancelled' }),
      close: () => undefined,
    },
    askWhereToSave,
    showInFolder: () => undefined,
  });
  const windowKeys = createWindowKeys({ session, dataKeys, redactor, notices });
  const handlers = createHandlers({
    clock,
    session,
    windowKeys,
    notices,
    api,
    readings,
    reserveRoom: createJournalBudget(clock),
    sender,
    journal,
    journalService: createJournalService({ journal, files, clock, askWhereToSave }),
    lists,
    settings,
    sample,
    policy,
    updates,
    quit,
    redactor,
    log,
    ...acts,
  });
  answerBridge({
    ipcMain: {
      handle: (channel, handler) => void ipc.set(channel, handler),
      removeHandler: (channel) => void ipc.delete(channel),
    },
    isOurs: () => true,
    isLocked: () => false,
    handlers,
    log,
  });
  sendChanges(send, {
    'session.changed': session.state,
    'quota.changed': api.quota,
    'notices.changed': notices.all,
    'settings.changed': settings.settings,
  });

  return {
    life,
    invoke: async (name, request) => {
      const handler = ipc.get(methodChannel(name));
      if (!handler || !life.step()) return never();
      return life.whileAlive(
        Promise.resolve(handler(undefined as never, structuredClone(request))),
      );
    },
    power: (change) => {
      if (change === 'resumed') readings.expire();
      void send('power.changed', change);
    },
    quit: () => quit.beforeQuit({ preventDefault: () => undefined }),
    windowLoaded: windowKeys.pageLoaded,
    isSigningIn: () => waiting !== null,
    link: () => (waiting !== null && waiting.url !== '' ? waiting : null),
  };
}

export const JOURNAL_FOLDER = '/profile/journal';
export const OUTSIDE_PATH = '/state/profile.json';
