import type { Clock } from '../../base/clock.ts';
import type { AppInfo, Counts, Program } from '../../bridge/app.ts';
import type { ReplyOf } from '../../bridge/methods.ts';
import type { Policy } from '../../bridge/policy.ts';
import type { Api } from '../api/create-api.ts';
import { createAgreementCollector } from '../approvals/agree.ts';
import { noteApprovals } from '../approvals/note-approvals.ts';
import { readFromJournal, readIdsInJournal } from '../approvals/outbox-recovery.ts';
import type { ApprovalSender } from '../approvals/send-approval.ts';
import type { BillReadings } from '../approvals/bill-readings.ts';
import type { Session } from '../auth/session.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalBudget } from '../journal/journal-budget.ts';
import type { JournalService } from '../journal/journal-service.ts';
import type { ListExporter } from '../export/list-exporter.ts';
import type { Log } from '../ports.ts';
import { createSettingsChanges } from '../settings/change-settings.ts';
import type { NoticeBoard, Notices } from '../settings/notices.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { Updater } from '../updates/updater.ts';
import type { BillLinks } from './bill-links.ts';
import type { Shell } from './shell.ts';
import type { BridgeHandlers } from './bridge-answers.ts';
import type { ConfirmService } from './confirm-service.ts';
import { connectToSample } from './first-connection.ts';
import type { Lock } from './lock.ts';
import type { OwnEntries } from './menu.ts';
import {
  copyLink,
  copyRedirectUri,
  draftMail,
  openBill,
  openReleasePage,
} from './outside-links.ts';
import type { QuitCoordinator } from './quit.ts';
import type { Redactor } from './redact.ts';
import type { SampleService } from './sample-service.ts';
import type { OpenInBrowser } from '../auth/sign-in.ts';
import { saveConnection } from './save-connection.ts';
import type { WindowKeys } from './window-keys.ts';

interface HandlerDeps extends Pick<
  Shell,
  'askToApprove' | 'askToOpen' | 'askToUncheck' | 'askToWeaken' | 'notify' | 'renewPage'
> {
  readonly clock: Clock;
  readonly info: () => AppInfo;
  readonly notices: Pick<NoticeBoard, 'close'>;
  readonly session: Session;
  readonly windowKeys: Pick<WindowKeys, 'open' | 'destroy' | 'reportLost' | 'applyStorageSetting'>;
  readonly api: Api;
  readonly readings: BillReadings;
  readonly reserveRoom: JournalBudget;
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
  readonly lock: Pick<Lock, 'lock' | 'rendererDone' | 'takeListChoice' | 'unlock'>;
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

/**
 * Main's handler for each method of the bridge. Handlers check at most whether a call fits the present state. Other
 * modules do the work.
 */
export function createHandlers(deps: HandlerDeps): BridgeHandlers {
  const { session, sender, journalService, lists, log, quit, lock, ownEntries, updates } = deps;
  /**
   * Calls that need the journal wait, in order, until it is open. Main learns of their approvals only then, so a bill
   * that it reads meanwhile does not count as rechecked.
   */
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
    'app.closeNotice': deps.notices.close,
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
    'app.draftMail': (draft) => draftMail(deps, draft),
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
    listChoice: deps.lock.takeListChoice(),
  };
}

const isSignedIn = ({ session }: HandlerDeps): boolean => session.state.get().kind === 'signedIn';

async function chooseSample(deps: HandlerDeps): Promise<ReplyOf<'connection.useSample'>> {
  if (isSignedIn(deps)) return { ok: false, technical: 'signed in' };
  const used = await connectToSample(deps);
  return { ok: used.ok, technical: used.ok ? null : used.error };
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
