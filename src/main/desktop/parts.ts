import { existsSync } from 'node:fs';
import { hostname, networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { join } from 'node:path';
import { app, powerMonitor, safeStorage, systemPreferences } from 'electron';
import { createOneAtATime } from '../../base/serial.ts';
import { createSystemClock } from '../../base/system-clock.ts';
import { languageFor, uncheckedOf, type Settings } from '../../bridge/settings.ts';
import { createSystemIds, createSystemRandom } from '../../base/system-random.ts';
import { createApi } from '../api/create-api.ts';
import { createJournalBudget } from '../journal/journal-budget.ts';
import { createApprovalSender } from '../approvals/send-approval.ts';
import { createBillReadings } from '../approvals/bill-readings.ts';
import { createDataKeys } from '../auth/data-keys.ts';
import { createSession } from '../auth/session.ts';
import {
  browserParts,
  builtFiles,
  collectGarbage,
  copy,
  documentsIn,
  networkFetch,
  sampleParts,
  showInFolder,
  updateParts,
  versions,
} from './adapters.ts';
import { createAppLog } from './app-log.ts';
import { watchForBugs } from './crash.ts';
import type { BillLinks } from './bill-links.ts';
import { createDesktopState } from './desktop-state.ts';
import type { Environment } from './environment.ts';
import { createDiagnosticsCopier, readDiagnostics } from './diagnostics.ts';
import { refuse, showCopied } from './dialogs.ts';
import { createLock, createSystemUnlock } from './lock.ts';
import { openJournal, reportWrites, watchSeal } from './journal-notices.ts';
import type { OwnEntries } from './menu.ts';
import { wasOpenedAtLogin } from './open-at-login.ts';
import { createPresence } from './presence.ts';
import { createPrintDocuments } from './print-documents.ts';
import { createPrintWindow } from './print-window.ts';
import type { Managed } from './profile.ts';
import { createQuitCoordinator } from './quit.ts';
import { createRedactor } from './redact.ts';
import { rememberTokens } from './remember-tokens.ts';
import { removeEverything } from './remove-everything.ts';
import { createSafeStorageSecrets } from './safe-storage-secrets.ts';
import { createSampleService } from './sample-service.ts';
import { createShell, type Shell } from './shell.ts';
import { createSystemBrowser } from './system-browser.ts';
import { createWindowKeys } from './window-keys.ts';
import { createJournalKeySafe } from '../journal/journal-key.ts';
import { createJournalService } from '../journal/journal-service.ts';
import { createJournal } from '../journal/journal.ts';
import { createNodeFiles } from '../files/node-files.ts';
import { createListExporter } from '../export/list-exporter.ts';
import { createNewFiles } from '../files/new-files.ts';
import { settingsUnder } from '../policy/policy.ts';
import { createNodeFileIdentities } from '../profile/node-file-identities.ts';
import { createRestoreMarks } from '../profile/restore-marks.ts';
import { readMachine, systemUser, type MachineParts } from '../profile/this-machine.ts';
import { createNotices } from '../settings/notices.ts';
import { createProtections } from '../settings/protections.ts';
import { createSettingsStore } from '../settings/settings.ts';
import { createDownloadFolder } from '../updates/download-folder.ts';
import { createUpdater } from '../updates/updater.ts';

/** Facts that are known at a start before any component exists. */
export interface Start {
  readonly given: Environment;
  readonly managed: Managed;
  readonly machine: MachineParts;
  /** Path of the file outside the profile. */
  readonly outsidePath: string;
  readonly links: BillLinks;
}

/** Parts that all other parts need: clock, random numbers, log, and the documents of the profile. */
export function createBase(
  { given, managed, machine, outsidePath }: Start,
  stopRequests: () => void,
) {
  const { connection, browser, sampleOnly } = given;
  const { policy, certificates, ignoredFile } = managed;
  const profile = app.getPath('userData');
  const redactor = createRedactor();
  redactor.addSecret(connection?.clientSecret ?? '');
  const clock = createSystemClock();
  const folders = { journal: join(profile, 'journal'), logs: join(profile, 'logs') };
  const log = createAppLog(
    { folder: folders.logs, alsoToConsole: !app.isPackaged, clock, policy },
    redactor,
  );
  watchForBugs(process, log, (error) => {
    // Stop sending while the message is open, because main's state cannot be trusted.
    stopRequests();
    refuse(
      `Your approvals are safe on this computer. Start Billfold again. The error was: ${redactor.redact(error.message)}`,
    );
  });
  log.info('Billfold starts', { version: app.getVersion(), electron: process.versions.electron });
  const documents = documentsIn(profile);
  const notices = createNotices(documents.open('notices'));
  if (sampleOnly) notices.add({ kind: 'sampleOnly', about: '' });
  if (ignoredFile !== null) notices.add({ kind: 'policyFileIgnored', about: ignoredFile });
  const store = documents.open('settings');
  const fixed = (own: Settings): Partial<Settings> => settingsUnder(policy, own);
  const settings = createSettingsStore({ store, notices, log, fixed });
  const chosen = settings.settings.get;
  return {
    given,
    profile,
    machine,
    outsidePath,
    folders,
    policy,
    clock,
    fetch: networkFetch(certificates),
    files: createNodeFiles(),
    random: createSystemRandom(),
    ids: createSystemIds(),
    redactor,
    log,
    documents,
    notices,
    openInBrowser: createSystemBrowser({
      ...browserParts,
      clock,
      command: browser,
      onFlood: () => notices.add({ kind: 'openingsPaused', about: '' }),
    }),
    settings,
    chosen,
    startsHidden: wasOpenedAtLogin(app, process.argv, process.platform) && chosen().keepSending,
    language: () => languageFor(chosen().language, app.getLocale()),
    state: createDesktopState(documents.open('desktop'), log),
  };
}
type Base = ReturnType<typeof createBase>;

/** The session, the client of its service, and the sample company. */
export function createService(base: Base, onFront: () => void) {
  const { documents, redactor, profile, chosen } = base;
  const allowWeak = (): boolean => chosen().allowWeakTokenStorage;
  const secrets = createSafeStorageSecrets({ safeStorage, platform: process.platform, allowWeak });
  const sealing = { ...base, secrets, allowWeak };
  const dataKeys = createDataKeys({ ...sealing, document: documents.open('keys') });
  const session = createSession({
    ...sealing,
    documents: { connection: documents.open('connection'), tokens: documents.open('tokens') },
    serviceNowMs: () => api.serviceNowMs(),
    onFront,
    isOffline: () => !Object.values(networkInterfaces()).some(isExternal),
  });
  const api = createApi({
    ...base,
    tokens: rememberTokens(session.tokens, redactor),
    connection: session.connection,
    signInId: () => session.facts().signInId,
    grantedScopes: () => {
      const now = session.state.get();
      return now.kind === 'signedIn' ? now.scopes : [];
    },
    document: documents.open('quota'),
    backgroundShare: () => chosen().backgroundShare,
  });
  const statePath = join(profile, 'sample-company.json');
  const sample = createSampleService({ ...base, ...sampleParts, statePath });
  const windowKeys = createWindowKeys({ ...base, session, dataKeys });
  return { secrets, windowKeys, session, api, sample };
}
type Service = ReturnType<typeof createService>;

/** Whether a network interface has an address that other computers can reach. */
function isExternal(addresses: readonly NetworkInterfaceInfo[] = []): boolean {
  return addresses.some(({ internal }) => !internal);
}

/** The journal, and the only path by which approvals are sent. */
export function createJournalAndSender(base: Base, { api, session, secrets }: Service) {
  const { profile, folders, documents, notices, policy, chosen } = base;
  const marks = createRestoreMarks({
    ...base,
    store: documents.open('marks'),
    identities: createNodeFileIdentities(profile),
    machine: () => readMachine(base.machine),
    isUsed: ['connection', 'tokens', 'keys'].some((name) =>
      existsSync(join(profile, `${name}.json`)),
    ),
  });
  const protections = createProtections(base.settings, notices);
  const document = documents.open('journal-key');
  const keys = createJournalKeySafe({ ...base, document, secrets });
  const journal = createJournal({
    ...base,
    folder: folders.journal,
    keys: watchSeal(keys, document, marks, protections),
    by: { user: systemUser(), host: hostname(), version: app.getVersion() },
    organizationName: api.organizationName,
    retentionDays: policy.journalRetentionDays,
    protections,
    sealNotes: marks,
    onTried: reportWrites(notices, marks),
  });
  base.settings.settings.subscribe(() => void journal.sealProtections());
  const calls = { ...base, client: api, session: session.facts };
  const recheckSkipMinutes = (): number => chosen().recheckSkipMinutes;
  const uncheckedFields = (): readonly string[] =>
    uncheckedOf(chosen().uncheckedFields, session.facts().connectionId);
  const readings = createBillReadings({ ...calls, recheckSkipMinutes, uncheckedFields });
  const sender = createApprovalSender({
    ...calls,
    journal,
    readings,
    profileEpoch: marks.epoch,
    rules: chosen,
    isLocked: () => base.state.get().locked,
  });
  // The journal opens while the window loads; only calls that need the journal wait.
  const journalOpened = openJournal(journal, marks, notices, protections);
  const reserveRoom = createJournalBudget(base.clock);
  return {
    marks,
    journal,
    journalOpened,
    readings,
    sender,
    reserveRoom,
  };
}
type JournalParts = ReturnType<typeof createJournalAndSender>;

/** Exports to files and to the printer. */
export function createExports(
  base: Base,
  { journal }: JournalParts,
  askWhereToSave: Shell['askWhereToSave'],
) {
  const printed = createPrintDocuments();
  const printer = createPrintWindow({ ...base, documents: printed });
  const files = createNewFiles(base.ids);
  return {
    printed,
    lists: createListExporter({ ...base, files, printer, askWhereToSave, showInFolder }),
    journalService: createJournalService({ ...base, journal, askWhereToSave }),
  };
}
type Exports = ReturnType<typeof createExports>;

/** The window, its lock, the updater and quitting. */
export function createDesktop(
  base: Base,
  { session, secrets, windowKeys, api, sample }: Service,
  { journalOpened, marks, sender }: JournalParts,
  { lists, journalService }: Exports,
) {
  const { profile, ids, settings, chosen, language } = base;
  const { platform } = process;
  const quitApp = (): void => app.quit();
  const quit = createQuitCoordinator({
    ...base,
    askRenderer: () => shell.send('quit.requested'),
    settle: async () => {
      api.close();
      await Promise.all([journalOpened, session.close(), lists.close()]);
      await sender.close();
      await marks.close();
      sample.close();
      lock.close();
    },
    quit: (isSettled) => void updates.finish(isSettled).finally(quitApp),
  });
  const updates = createUpdater({
    ...base,
    ...updateParts(base.given.feed, ids),
    folder: createDownloadFolder(join(profile, 'updates')),
    document: base.documents.open('updates'),
    isWanted: () => chosen().checkForUpdates,
    askToInstall: (...update) => shell.askToInstall(...update),
    untilSettled: sender.settle,
    quit: quitApp,
  });
  const hasKeyring = async () => (await secrets.describe()).strength === 'strong';
  const lock = createLock({
    ...base,
    idleSeconds: () => powerMonitor.getSystemIdleTime(),
    settings: settings.settings,
    prepareWindow: () => {
      shell.closeQuestions();
      return shell.send('lock.requested');
    },
    onChange: () => {
      if (lock.isLocked()) windowKeys.locked();
      shell.lockChanged();
      presence.followLock();
    },
    askSystem: createSystemUnlock({ platform, systemPreferences, hasKeyring }),
  });
  const oneAtATime = createOneAtATime();
  const ownEntries: OwnEntries = {
    lock: lock.lock,
    copyDiagnostics: createDiagnosticsCopier(base.clock, async () => {
      const sources = { ...base, session, secrets, api, updates, versions: versions() };
      await copy(await readDiagnostics(sources));
      await showCopied(language());
    }),
    removeEverything: () =>
      oneAtATime(
        () =>
          removeEverything({
            paths: base,
            isLocked: lock.isLocked,
            ask: () => shell.askToRemove(),
            exportJournal: () => journalService.export('json'),
            signOut: session.signOut,
            leaveSystem: () => presence.leaveSystem(),
            quit: quitApp,
            atExit: (last) => void process.once('exit', last),
          }),
        undefined,
      ),
  };
  const shell = createShell({
    ...base,
    ...lock,
    settings: settings.settings,
    ownEntries,
    preloadPath: builtFiles.preload,
    platform,
    mayQuit: quit.mayQuit,
    quit: quitApp,
    onPageGone: quit.rendererDone,
    onPageLoaded: () => {
      windowKeys.pageLoaded();
      // No page shows bills now.
      if (lock.isLocked() || session.state.get().kind === 'signedOut') collectGarbage();
    },
  });
  const presence = createPresence({ ...base, ...lock, platform, shell, quit: quitApp });
  return { quit, updates, lock, shell, ownEntries, ...presence };
}
