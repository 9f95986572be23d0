import type { Clock } from '../../base/clock.ts';
import type { AppInfo, Counts, Program } from '../../bridge/app.ts';
import { digestOfIds } from '../../bridge/approval.ts';
import { billPageOf } from '../../bridge/bill-page.ts';
import type { ReplyOf, RequestOf } from '../../bridge/methods.ts';
import type { Policy } from '../../bridge/policy.ts';
import type { ConnectionProblem } from '../../bridge/session.ts';
import type { Api } from '../api/create-api.ts';
import { createAgreementCollector } from '../approvals/agree.ts';
import { type JournalBudget, noteApprovals } from '../approvals/note-approvals.ts';
import type { ApprovalSender } from '../approvals/send-approval.ts';
import type { BillReadings } from '../approvals/bill-readings.ts';
import { readConnectionForm } from '../auth/connection-store.ts';
import type { Session } from '../auth/session.ts';
import { readRedirectUri } from '../auth/urls.ts';
import type { ApprovalsOfConnection } from '../journal/journal-index.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalService } from '../journal/journal-service.ts';
import type { ListExporter } from '../export/list-exporter.ts';
import { formUnder } from '../policy/policy.ts';
import type { Log } from '../ports.ts';
import { createSettingsChanges } from '../settings/change-settings.ts';
import type { Notices } from '../settings/notices.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { Updater } from '../updates/updater.ts';
import type { BillLinks } from './bill-links.ts';
import type { Shell } from './shell.ts';
import type { BridgeHandlers } from './bridge-answers.ts';
import type { ConfirmService } from './confirm-service.ts';
import { connectToSample } from './first-connection.ts';
import type { Lock } from './lock.ts';
import type { OwnEntries } from './menu.ts';
import type { QuitCoordinator } from './quit.ts';
import type { Redactor } from './redact.ts';
import type { SampleService } from './sample-service.ts';
import { mailtoOf } from '../../bridge/mail-draft.ts';
import type { OpenInBrowser } from '../auth/sign-in.ts';
import type { WindowKeys } from './window-keys.ts';

interface HandlerDeps extends Pick<
  Shell,
  'askToApprove' | 'askToOpen' | 'askToUncheck' | 'askToWeaken' | 'notify' | 'renewPage'
> {
  readonly clock: Clock;
  readonly info: () => AppInfo;
  readonly session: Session;
  readonly windowKeys: Pick<WindowKeys, 'open' | 'destroy' | 'reportLost' | 'applyStorageSetting'>;
  readonly api: Api;
  readonly readings: BillReadings;
  readonly reserveLines: JournalBudget;
  readonly sender: ApprovalSender;
  readonly journal: Pick<
    Journal,
    'writeNotes' | 'sealEnd' | 'approvalsOf' | 'describeBills' | 'writeWeakened'
  >;
  readonly journalService: JournalService;
  readonly lists: ListExporter;
  readonly settings: SettingsStore;
  readonly sample: SampleService;
  readonly policy: Policy;
  readonly updates: Pick<Updater, 'check' | 'installWhen' | 'state'>;
  readonly openInBrowser: OpenInBrowser;
  readonly confirmService: ConfirmService;
  readonly quit: Pick<QuitCoordinator, 'rendererDone'>;
  readonly lock: Pick<Lock, 'lock' | 'rendererDone' | 'unlock'>;
  readonly redactor: Redactor;
  readonly log: Log;
  /** See `createWindowAlarm`. */
  readonly wakeWindow: (delayMs: number) => Promise<void>;
  readonly showCounts: (counts: Counts) => void;
  readonly links: Pick<BillLinks, 'take'>;
  readonly copy: (text: string) => Promise<void>;
  readonly ownEntries: OwnEntries;
  readonly about: () => Promise<Program>;
  readonly showData: () => void;
  /** Resolves once Billfold has chosen its connection at the start. */
  readonly connected: Promise<void>;
  /** Resolves once the journal is open and the profile is compared with its marks. */
  readonly journalOpened: Promise<void>;
  readonly profileEpoch: () => string;
}

/** Main's handler for each method of the bridge. Each calls the module that does the work. */
export function createHandlers(deps: HandlerDeps): BridgeHandlers {
  const { session, sender, journalService, lists, log, quit, lock, ownEntries, updates } = deps;
  /** Calls wait in order until the journal opens. A bill read before main learned of the approval proves nothing. */
  const whenOpen =
    <Request, Reply>(work: (request: Request) => Reply | Promise<Reply>) =>
    async (request: Request): Promise<Reply> => {
      await deps.journalOpened;
      return work(request);
    };
  return {
    'app.start': () => start(deps),
    'app.readyToQuit': quit.rendererDone,
    'app.lock': lock.lock,
    'app.readyToLock': lock.rendererDone,
    'app.unlock': lock.unlock,
    'app.reportFault': (fault) => log.error('renderer: fault', { fault }),
    'app.notify': deps.notify,
    'app.wakeAfter': ({ delayMs }) => deps.wakeWindow(delayMs),
    'app.showCounts': deps.showCounts,
    'app.takeLink': deps.links.take,
    'app.about': deps.about,
    'app.showData': deps.showData,
    'app.copyDiagnostics': ownEntries.copyDiagnostics,
    'app.removeEverything': ownEntries.removeEverything,

    'session.get': session.state.get,
    'connection.useSample': () => chooseSample(deps),
    'connection.save': (typed) => saveConnection(deps, typed),
    'connection.openBill': (bill) => openBill(deps, bill),
    'app.draftMail': async (draft) => {
      const url = mailtoOf(draft);
      return url !== null && (await deps.openInBrowser(url)).ok;
    },
    'connection.copyRedirectUri': ({ redirectUri }) => copyRedirectUri(deps, redirectUri),
    'connection.forget': async () => {
      if (!isSignedIn(deps)) await session.forgetConnection();
    },
    'session.signIn': ({ moreScopes, atOnce, anyway }) =>
      session.signIn(moreScopes, { atOnce, anyway }),
    'session.pasteAnswer': ({ text }) => session.pasteAnswer(text),
    'session.cancelSignIn': session.cancelSignIn,
    'session.openBrowserAgain': session.openBrowserAgain,
    'session.copyLink': () => copyLink(deps),
    'session.signOut': ({ inNewPage }) =>
      inNewPage ? deps.renewPage(session.signOut) : session.signOut(),
    'keys.open': ({ connectionId }) => deps.windowKeys.open(connectionId),
    'keys.reportLost': deps.windowKeys.reportLost,
    'keys.destroy': ({ connectionId, names }) => deps.windowKeys.destroy(connectionId, names),

    'service.organizations': deps.api.organizations,
    'service.billsPages': deps.readings.pages,
    'pull.stopAhead': deps.readings.stopAhead,
    'service.invoicesPage': deps.api.invoicesPage,

    'approvals.agree': whenOpen(
      createAgreementCollector({
        ...deps,
        session: session.facts,
        rules: deps.settings.settings.get,
        ask: deps.askToApprove,
      }),
    ),
    'approvals.send': whenOpen(sender.send),
    'approvals.cancel': whenOpen(sender.cancel),
    'approvals.findAttempts': whenOpen(sender.findAttempts),
    'approvals.note': whenOpen((notes) => noteApprovals(deps, notes)),
    'approvals.idsInJournal': whenOpen((request) => readIdsInJournal(deps, request)),
    'approvals.fromJournal': whenOpen((ids) => readFromJournal(deps, ids)),

    'journal.verify': whenOpen(journalService.verify),
    'journal.entriesOf': whenOpen(journalService.entriesOf),
    'journal.export': whenOpen(({ format }) => journalService.export(format)),
    'journal.exportKey': whenOpen(journalService.exportKey),

    'lists.begin': ({ name, target }) => lists.begin(name, target),
    'lists.append': ({ listId, text }) => lists.append(listId, text),
    'lists.end': ({ listId, setup }) => lists.end(listId, setup),
    'lists.showSaved': () => lists.showSaved(),
    'lists.giveUp': ({ listId }) => lists.giveUp(listId),

    'update.check': () => void updates.check(),
    'update.openPage': () => openReleasePage(deps),
    'update.install': ({ when }) => void updates.installWhen(when),

    'settings.change': createSettingsChanges({
      ...deps,
      writeWeakened: whenOpen(deps.journal.writeWeakened),
    }),
  };
}

/** Answers the renderer's first call, which waits until the connection is chosen. */
async function start(deps: HandlerDeps): Promise<ReplyOf<'app.start'>> {
  await deps.connected;
  return {
    info: deps.info(),
    session: deps.session.state.get(),
    settings: deps.settings.settings.get(),
    quota: deps.api.quota.get(),
  };
}

const isSignedIn = ({ session }: HandlerDeps): boolean => session.state.get().kind === 'signedIn';

async function chooseSample(deps: HandlerDeps): Promise<ReplyOf<'connection.useSample'>> {
  if (isSignedIn(deps)) return { ok: false, technical: 'signed in' };
  const used = await connectToSample(deps);
  return { ok: used.ok, technical: used.ok ? null : used.error };
}

async function saveConnection(
  { session, policy, redactor, confirmService }: HandlerDeps,
  typed: RequestOf<'connection.save'>,
): Promise<readonly ConnectionProblem[]> {
  // No screen offers this when the policy forbids it.
  if (!policy.ownService) throw new Error('the policy allows only the sample company');
  const form = formUnder(policy, typed);
  const read = readConnectionForm(form);
  if (!read.ok) return read.error;
  if (!(await confirmService(read.value)))
    return [{ field: 'serviceUrl', problem: 'notConfirmed' }];
  // Add it only now, because secrets of refused connections would push others out of the redactor.
  redactor.addSecret(read.value.clientSecret);
  if (await session.refusesClient(read.value))
    return [{ field: 'clientId', problem: 'unknownClient' }];
  return session.saveConnection(form);
}

async function copyRedirectUri({ copy }: HandlerDeps, typed: string): Promise<boolean> {
  const redirect = readRedirectUri(typed);
  if (redirect.ok) await copy(redirect.value.uri);
  return redirect.ok;
}

async function copyLink({ session, copy }: HandlerDeps): Promise<void> {
  const link = session.authorizeLink();
  if (link !== null) await copy(link);
}

async function readIdsInJournal(
  { journal, profileEpoch }: HandlerDeps,
  { connectionId, ended }: RequestOf<'approvals.idsInJournal'>,
): Promise<ReplyOf<'approvals.idsInJournal'>> {
  const noted = await journal.approvalsOf(connectionId);
  return { profileEpoch: profileEpoch(), known: noted.ok ? knownOf(noted.value, ended) : null };
}

async function readFromJournal(
  { sender, log }: HandlerDeps,
  ids: RequestOf<'approvals.fromJournal'>,
): Promise<ReplyOf<'approvals.fromJournal'>> {
  const found = await sender.fromJournal(ids);
  const counts = { missing: ids.length, found: found.length };
  log.warn('the outbox lacks approvals: they are restored from the journal', counts);
  return found;
}

async function openReleasePage({ updates, openInBrowser }: HandlerDeps): Promise<void> {
  const now = updates.state.get();
  // The address comes from the signed release, not from the window.
  if (now.kind === 'available') await openInBrowser(now.release.page);
}

async function openBill(
  { session, settings, openInBrowser }: HandlerDeps,
  bill: RequestOf<'connection.openBill'>,
): Promise<boolean> {
  const connectionId = session.connection()?.id;
  const { billPages } = settings.settings.get();
  const page = billPages.find((each) => each.connectionId === connectionId);
  const url = page ? billPageOf(page, bill) : null;
  return url !== null && (await openInBrowser(url)).ok;
}

/** Ids of a connection's approvals, without ended ones that the window already knows. */
function knownOf(
  { open, ended, retired }: ApprovalsOfConnection,
  endedInTheWindow: string,
): NonNullable<ReplyOf<'approvals.idsInJournal'>['known']> {
  // A window that lost its outbox does not know the retired approvals.
  const isSame = [[...ended, ...retired], ended].some(
    (ids) => digestOfIds(ids) === endedInTheWindow,
  );
  return isSame ? { open, ended: 'same', retired: [] } : { open, ended, retired };
}

/** Facts about the program for the renderer. */
export function describeApp(
  app: { getVersion(): string },
  notices: Pick<Notices, 'list'>,
  policy: Policy,
  updates: Pick<Updater, 'state'>,
): () => AppInfo {
  return () => ({
    version: app.getVersion(),
    platform: process.platform,
    notices: [...notices.list()],
    policy,
    update: updates.state.get(),
  });
}
