import { hostname } from 'node:os';
import { join } from 'node:path';
import { app, powerMonitor, protocol, safeStorage, systemPreferences } from 'electron';
import { createSystemClock } from '../base/system-clock.ts';
import { languageFor } from '../bridge/settings.ts';
import { createSystemIds, createSystemRandom } from '../base/system-random.ts';
import { createApi } from './api/create-api.ts';
import { createApprovalSender } from './approvals/approval-sender.ts';
import { createBillReadings } from './approvals/bill-readings.ts';
import { createDataKeys } from './auth/data-keys.ts';
import { createSession } from './auth/session.ts';
import {
  askToRemove,
  browserParts,
  builtFiles,
  copy,
  networkFetch,
  refuse,
  sampleParts,
  tellCopied,
  updateParts,
  versions,
} from './desktop/adapters.ts';
import { createAppLog } from './desktop/app-log.ts';
import { registerAppScheme, serveApp } from './desktop/app-protocol.ts';
import { hostBridge } from './desktop/bridge-host.ts';
import { createServiceConfirmation } from './desktop/confirm-service.ts';
import { watchForBugs } from './desktop/crash.ts';
import { createDesktopState } from './desktop/desktop-state.ts';
import { createElectronStoreDocuments } from './desktop/electron-store-documents.ts';
import { readEnvironment, type Environment } from './desktop/environment.ts';
import { describeDiagnostics } from './desktop/diagnostics.ts';
import { connectAtStart } from './desktop/first-connection.ts';
import { announceChanges, createHandlers, describeApp, signInIdOf } from './desktop/handlers.ts';
import { createLock, createSystemUnlock } from './desktop/lock.ts';
import { openJournal, reportWrites } from './desktop/journal-notices.ts';
import type { OwnEntries } from './desktop/menu.ts';
import { guardStart } from './desktop/packaged-start.ts';
import { createPaperDocuments } from './desktop/paper-documents.ts';
import { watchPower, watchScreen } from './desktop/power.ts';
import { createPrintWindow } from './desktop/print-window.ts';
import { policyAtStart, takeProfile, type Managed } from './desktop/profile.ts';
import { createQuitCoordinator } from './desktop/quit.ts';
import { createRedactor } from './desktop/redact.ts';
import { rememberTokens } from './desktop/remember-tokens.ts';
import { removeEverything } from './desktop/remove-everything.ts';
import { createSafeStorageSecrets } from './desktop/safe-storage-secrets.ts';
import { createSampleService } from './desktop/sample-service.ts';
import { createShell } from './desktop/shell.ts';
import { createSystemBrowser } from './desktop/system-browser.ts';
import { createJournalKeySafe } from './journal/journal-key-safe.ts';
import { createJournalService } from './journal/journal-service.ts';
import { createJournal } from './journal/journal.ts';
import { createNodeFiles } from './journal/node-files.ts';
import { createListExporter } from './export/list-exporter.ts';
import { createNewFiles } from './export/new-files.ts';
import { settingsUnder } from './policy/policy.ts';
import { APP_ID, installedProfileOf } from './profile/installed.ts';
import { createNodeBirths } from './profile/node-births.ts';
import { createRestoreMarks } from './profile/restore-marks.ts';
import {
  createMachineParts,
  outsidePathOf,
  readMachine,
  stateFolderOf,
  systemUser,
} from './profile/this-machine.ts';
import { createNotices } from './settings/notices.ts';
import { createSettingsStore } from './settings/settings.ts';
import { createDownloadFolder } from './updates/download-folder.ts';
import { createUpdater } from './updates/updater.ts';

/** The exit code of a start that asked for what an installed Billfold refuses. */
const WRONG_START = 2;

// Schemes, the sandbox and the profile are settled before the app is ready; afterwards Electron refuses.
registerAppScheme(protocol);
app.enableSandbox();
app.setAppUserModelId(APP_ID);
const machine = createMachineParts(app.getPath('home'));
const refusal = guardStart(app.isPackaged, process.argv.slice(1), process.env, process.platform);
const environment = readEnvironment(process.env, app.isPackaged);
if (refusal !== null) refuse(refusal, WRONG_START);
else if (!environment.ok) refuse(environment.error);
else begin(environment.value);

function begin(given: Environment): void {
  const managed = policyAtStart(app, given);
  const folder = app.isPackaged ? installedProfileOf(machine) : given.profileDir;
  if (!managed.ok) refuse(managed.error);
  else if (!takeProfile(app, folder, (profile) => outsideOf(given, profile))) app.quit();
  // Not awaited: Electron is ready only once this module has run to its end.
  else void app.whenReady().then(() => start(given, managed.value));
}

/** What is kept of a profile outside of it. */
function outsideOf({ stateDir }: Environment, profile: string): string {
  return outsidePathOf(stateDir ?? stateFolderOf(machine), profile);
}

async function start(given: Environment, managed: Managed): Promise<void> {
  let stopRequests = (): void => {};
  const base = openProfile(given, managed, () => stopRequests());
  const service = createService(base, () => desktop.shell.show());
  stopRequests = service.api.close;
  const record = createRecord(base, service, given);
  const desktop = createDesktop(base, service, record, given);
  const { notices, settings, log, policy } = base;
  const { session, api, sample } = service;
  const { shell, updates } = desktop;
  app.on('before-quit', desktop.quit.beforeQuit);
  app.on('second-instance', shell.show);
  app.on('activate', shell.show);

  session.start();
  const first = { session, sample, form: given.connection, policy, settings, log, refuse };
  const connected = connectAtStart(first);
  const deps = { ...base, ...service, ...record, ...desktop, ...shell };
  const confirmService = createServiceConfirmation({
    known: () => [session.connection(), policy.connection],
    ask: shell.askToConnect,
  });
  const acts = {
    info: describeApp(app, notices, policy, updates),
    copy,
    connected,
    confirmService,
  };
  hostBridge({
    isOurs: shell.isOurs,
    isLocked: desktop.lock.isLocked,
    handlers: createHandlers({ ...deps, ...acts, profileEpoch: record.marks.epoch }),
    log,
  });
  announceChanges(session.state, (now) => shell.send('session.changed', now));
  announceChanges(api.quota, (now) => shell.send('quota.changed', now));
  announceChanges(notices.all, (now) => shell.send('notices.changed', now));
  announceChanges(settings.settings, (now) => shell.send('settings.changed', now));
  announceChanges(settings.settings, (now) => shell.setTheme(now.theme));
  announceChanges(settings.settings, (now) => shell.setLanguage(now.language));
  announceChanges(settings.settings, updates.reconsider);
  announceChanges(updates.state, (now) => shell.send('update.changed', now));
  updates.start();
  watchScreen(powerMonitor, desktop.lock.screenLocked);
  watchPower(powerMonitor, (change) => shell.send('power.changed', change));
  shell.setTheme(settings.settings.get().theme);
  shell.setLanguage(settings.settings.get().language);
  serveApp(protocol, { root: builtFiles.renderer, random: base.random, papers: desktop.papers });
  shell.start();
}

/** What everything else is handed: clock and chance, the log, and what the profile keeps. */
function openProfile(
  { connection, browser, sampleOnly }: Environment,
  { policy, certificates }: Managed,
  stopRequests: () => void,
) {
  const profile = app.getPath('userData');
  const redactor = createRedactor();
  redactor.addSecret(connection?.clientSecret ?? '');
  const clock = createSystemClock();
  const log = createAppLog(
    { folder: join(profile, 'logs'), alsoToConsole: !app.isPackaged, clock, policy },
    redactor,
  );
  watchForBugs(process, log, (error) => {
    // Until somebody has read that it ends, nothing more leaves: main's state cannot be trusted.
    stopRequests();
    refuse(`It met a bug: ${redactor.redact(error.message)}`);
  });
  log.info('Billfold starts', { version: app.getVersion(), electron: process.versions.electron });
  const documents = createElectronStoreDocuments(profile);
  const notices = createNotices();
  if (sampleOnly) notices.add({ kind: 'sampleOnly', file: '' });
  return {
    profile,
    policy,
    clock,
    fetch: networkFetch(certificates),
    random: createSystemRandom(),
    ids: createSystemIds(),
    redactor,
    log,
    documents,
    notices,
    openInBrowser: createSystemBrowser({ ...browserParts, command: browser }),
    settings: createSettingsStore({
      store: documents.open('settings'),
      notices,
      log,
      fixed: settingsUnder(policy),
    }),
    state: createDesktopState(documents.open('desktop'), log),
  };
}
type Base = ReturnType<typeof openProfile>;

/** The session, the calls to the service it is with, and the sample company's own. */
function createService(base: Base, onFront: () => void) {
  const { clock, random, fetch, log, documents, redactor, settings, profile, state } = base;
  const allowWeak = (): boolean => settings.settings.get().allowWeakTokenStorage;
  const secrets = createSafeStorageSecrets({ safeStorage, platform: process.platform, allowWeak });
  const dataKeys = createDataKeys({
    ...base,
    document: documents.open('keys'),
    secrets,
    allowWeak,
  });
  const session = createSession({
    ...base,
    secrets,
    documents: { connection: documents.open('connection'), tokens: documents.open('tokens') },
    serviceNowMs: () => api.serviceNowMs(),
    allowWeak,
    onFront,
    language: () => languageFor(settings.settings.get().language, app.getLocale()),
  });
  const signInId = (): string | null => signInIdOf(session);
  const api = createApi({
    clock,
    random,
    fetch,
    tokens: rememberTokens(session.tokens, redactor),
    connection: session.connection,
    signInId,
    log,
    document: documents.open('quota'),
    backgroundShare: () => settings.settings.get().backgroundShare,
  });
  const statePath = join(profile, 'sample-company.json');
  const sample = createSampleService({ clock, log, state, statePath, ...sampleParts });
  const sessionFacts = () => ({
    connectionId: session.connection()?.id ?? null,
    signInId: signInId(),
  });
  return { session, dataKeys, api, sample, sessionFacts, secrets };
}
type Service = ReturnType<typeof createService>;

/** The journal, and the one way by which an approval leaves. */
function createRecord(base: Base, { api, sessionFacts, secrets }: Service, given: Environment) {
  const { profile, documents, notices, clock, ids, log, settings, random, policy } = base;
  const files = createNodeFiles();
  const marks = createRestoreMarks({
    store: documents.open('marks'),
    births: createNodeBirths(profile),
    files,
    outsidePath: outsideOf(given, profile),
    machine: () => readMachine(machine),
    clock,
    ids,
    log,
  });
  const onTried = reportWrites(notices, marks);
  const organizationNames = new Map<string, string>();
  const document = documents.open('journal-key');
  const journal = createJournal({
    files,
    folder: join(profile, 'journal'),
    clock,
    log,
    keys: createJournalKeySafe({ document, secrets, clock, random, log }),
    by: { user: systemUser(), host: hostname(), version: app.getVersion() },
    organizationName: (id) => organizationNames.get(id) ?? null,
    retentionDays: policy.journalRetentionDays,
    onTried,
  });
  const readings = createBillReadings({
    client: api,
    session: sessionFacts,
    clock,
    recheckSkipMinutes: () => settings.settings.get().recheckSkipMinutes,
  });
  const sender = createApprovalSender({
    journal,
    client: api,
    session: sessionFacts,
    readings,
    profileEpoch: marks.epoch,
    log,
  });
  // Beside the window: what needs it waits for it, and nothing else does.
  const journalOpened = openJournal(journal, marks, notices);
  return { files, marks, journal, journalOpened, organizationNames, readings, sender };
}
type ApprovalRecord = ReturnType<typeof createRecord>;

/** The window, what leaves it as a file or on paper, and the way out. */
function createDesktop(
  base: Base,
  { session, secrets, api, sample }: Service,
  record: ApprovalRecord,
  given: Environment,
) {
  const { profile, clock, ids, log, settings } = base;
  const { files, journal, journalOpened, marks, sender } = record;
  const quit = createQuitCoordinator({
    clock,
    log,
    askRenderer: () => shell.send('quit.requested'),
    settle: async () => {
      api.close();
      await Promise.all([journalOpened, session.close(), lists.close()]);
      await sender.close();
      await marks.close();
      sample.close();
      lock.close();
    },
    quit: (allPutAway) => void updates.finish(allPutAway).finally(() => app.quit()),
  });
  const updates = createUpdater({
    ...base,
    ...updateParts(given.feed, ids),
    folder: createDownloadFolder(join(profile, 'updates')),
    document: base.documents.open('updates'),
    isWanted: () => settings.settings.get().checkForUpdates,
    rest: sender.settle,
    quit: () => app.quit(),
  });
  const lock = createLock({
    ...base,
    idleSeconds: () => powerMonitor.getSystemIdleTime(),
    afterMinutes: () => settings.settings.get().lockAfterMinutes,
    onChange: () => shell.lockChanged(),
    askSystem: createSystemUnlock({
      platform: process.platform,
      systemPreferences,
      hasKeyring: async () => (await secrets.describe()).strength === 'strong',
    }),
  });
  const folders = { journal: join(profile, 'journal'), logs: join(profile, 'logs') };
  const language = () => languageFor(settings.settings.get().language, app.getLocale());
  const ownEntries: OwnEntries = {
    lock: lock.lock,
    copyDiagnostics: async () => {
      const [keyring, state] = [await secrets.describe(), session.state.get()];
      const now = { settings: settings.settings.get(), quota: api.quota.get(), session: state };
      const facts = { ...now, keyring, folders, policy: base.policy, versions: versions() };
      const texts = { notices: base.notices.list(), update: updates.state.get() };
      await copy(describeDiagnostics({ ...facts, ...texts }));
      tellCopied(language());
    },
    removeEverything: () =>
      removeEverything({
        kept: { profile, outsidePath: outsideOf(given, profile) },
        isLocked: lock.isLocked,
        ask: () => askToRemove(language()),
        exportJournal: () => journalService.export('json'),
        signOut: session.signOut,
        quit: () => app.quit(),
        atExit: (last) => void process.once('exit', last),
      }),
  };
  const shell = createShell({
    ...base,
    ...lock,
    ownEntries,
    preloadPath: builtFiles.preload,
    platform: process.platform,
    mayQuit: quit.mayQuit,
    quit: () => app.quit(),
    onPageGone: quit.rendererDone,
  });
  const { askWhereToSave } = shell;
  const papers = createPaperDocuments();
  const printer = createPrintWindow({ documents: papers, ids, log });
  const lists = createListExporter({ files: createNewFiles(ids), ids, printer, askWhereToSave });
  const journalService = createJournalService({ journal, files, clock, askWhereToSave });
  return { quit, updates, lock, shell, papers, lists, journalService, ownEntries };
}
