import type { Observable } from '../../base/observable.ts';
import { succeed } from '../../base/result.ts';
import type { AppInfo, Notice } from '../../bridge/app.ts';
import { digestOfIds } from '../../bridge/approval.ts';
import type { ReplyOf, RequestOf } from '../../bridge/methods.ts';
import type { Policy } from '../../bridge/policy.ts';
import type { SettingsChange } from '../../bridge/settings.ts';
import { organizationName } from '../../contract/organization.ts';
import type { Api } from '../api/create-api.ts';
import { noteApprovals, type ApprovalSender } from '../approvals/approval-sender.ts';
import type { BillReadings } from '../approvals/bill-readings.ts';
import { readConnectionForm } from '../auth/connection-store.ts';
import type { DataKeys } from '../auth/data-keys.ts';
import type { Session } from '../auth/session.ts';
import type { ApprovalsOfConnection } from '../journal/journal-index.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalService } from '../journal/journal-service.ts';
import type { ListExporter } from '../export/list-exporter.ts';
import { formUnder } from '../policy/policy.ts';
import type { Log } from '../ports.ts';
import type { Notices } from '../settings/notices.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { Updater } from '../updates/updater.ts';
import type { BridgeHandlers } from './bridge-answers.ts';
import type { ConfirmService } from './confirm-service.ts';
import { connectToSample } from './first-connection.ts';
import type { Lock } from './lock.ts';
import type { OwnEntries } from './menu.ts';
import type { QuitCoordinator } from './quit.ts';
import type { Redactor } from './redact.ts';
import type { SampleService } from './sample-service.ts';
import type { OpenInBrowser } from './system-browser.ts';

export interface HandlerDeps {
  readonly info: () => AppInfo;
  readonly session: Session;
  readonly dataKeys: DataKeys;
  readonly api: Api;
  readonly readings: BillReadings;
  readonly sender: ApprovalSender;
  readonly journal: Pick<Journal, 'writeNotes' | 'approvalsOf'>;
  readonly journalService: JournalService;
  readonly lists: ListExporter;
  readonly settings: SettingsStore;
  readonly sample: SampleService;
  readonly policy: Policy;
  readonly updates: Pick<Updater, 'check' | 'installWhen' | 'state'>;
  readonly openInBrowser: OpenInBrowser;
  readonly confirmService: ConfirmService;
  readonly quit: Pick<QuitCoordinator, 'rendererDone'>;
  readonly lock: Pick<Lock, 'lock' | 'unlock'>;
  readonly redactor: Redactor;
  readonly log: Log;
  readonly notify: (notice: Notice) => void;
  readonly copy: (text: string) => Promise<void>;
  readonly ownEntries: OwnEntries;
  /** Resolves once what Billfold is connected to at its start is settled. */
  readonly connected: Promise<void>;
  /** Resolves once the journal is open, and the profile compared with its marks. */
  readonly journalOpened: Promise<void>;
  readonly profileEpoch: () => string;
  /** By id; what the service says is kept here for the journal. */
  readonly organizationNames: Map<string, string>;
}

/** What main does for each method of the bridge. Every line hands on to the module that knows. */
export function createHandlers(deps: HandlerDeps): BridgeHandlers {
  const { session, api, sender, journal, journalService, lists, settings, log } = deps;
  /** What is told meanwhile waits in order: a reading that begins before an approval is heard of says nothing. */
  const whenOpen =
    <Request, Reply>(work: (request: Request) => Reply | Promise<Reply>) =>
    async (request: Request): Promise<Reply> => {
      await deps.journalOpened;
      return work(request);
    };
  return {
    // The first thing the renderer asks: it waits here until there is something to say.
    'app.start': async () => {
      await deps.connected;
      return {
        info: deps.info(),
        session: session.state.get(),
        settings: settings.settings.get(),
        quota: api.quota.get(),
      };
    },
    'app.readyToQuit': () => deps.quit.rendererDone(),
    'app.lock': () => deps.lock.lock(),
    'app.unlock': () => deps.lock.unlock(),
    'app.reportFault': (fault) => log.error('renderer: fault', { fault }),
    'app.notify': (notice) => deps.notify(notice),
    'app.copyDiagnostics': deps.ownEntries.copyDiagnostics,
    'app.removeEverything': deps.ownEntries.removeEverything,

    'session.get': () => session.state.get(),
    'connection.useSample': async () => {
      const used = await connectToSample(deps);
      return { ok: used.ok, technical: used.ok ? null : used.error };
    },
    'connection.save': async (typed) => {
      // No screen offers it then.
      if (!deps.policy.ownService) throw new Error('the policy allows no service of one’s own');
      const form = formUnder(deps.policy, typed);
      const read = readConnectionForm(form);
      if (!read.ok) return [...read.error];
      if (!(await deps.confirmService(read.value)))
        return [{ field: 'serviceUrl', problem: 'notConfirmed' }];
      // Not before: what is refused must not fill the redactor.
      deps.redactor.addSecret(read.value.clientSecret);
      return [...(await session.saveConnection(form))];
    },
    'connection.forget': () => session.forgetConnection(),
    'session.signIn': ({ moreScopes }) => session.signIn(moreScopes),
    'session.cancelSignIn': () => session.cancelSignIn(),
    'session.openBrowserAgain': () => session.openBrowserAgain(),
    'session.copyLink': async () => {
      const link = session.authorizeLink();
      if (link !== null) await deps.copy(link);
    },
    'session.signOut': () => session.signOut(),
    'keys.open': async ({ connectionId }) => {
      // Of the connection in use alone: a window that is behind asks again.
      if (session.connection()?.id !== connectionId)
        return { kind: 'unavailable', technical: 'another connection is in use' };
      const opened = await deps.dataKeys.open(connectionId);
      if (!opened.ok) return opened.error;
      for (const key of [opened.value.cache, opened.value.local]) deps.redactor.addSecret(key);
      return { kind: 'keys', keys: opened.value };
    },
    'keys.destroy': ({ connectionId, names }) => deps.dataKeys.destroy(connectionId, names),

    'service.organizations': async (request) => {
      const answer = await api.organizations(request);
      if (!answer.ok) return answer;
      for (const each of answer.value.items) {
        deps.organizationNames.set(each.id, organizationName(each));
      }
      return succeed({ items: [...answer.value.items], malformed: [...answer.value.malformed] });
    },
    'service.billsPage': async (request) => {
      const answer = await deps.readings.billsPage(request);
      return answer.ok ? succeed(pageOf(answer.value)) : answer;
    },
    'service.invoicesPage': async (request) => {
      const answer = await api.invoicesPage(request);
      return answer.ok ? succeed(pageOf(answer.value)) : answer;
    },

    'approvals.send': whenOpen((request) => sender.send(request)),
    'approvals.recall': whenOpen((list) => sender.recall(list)),
    'approvals.note': whenOpen((notes) => noteApprovals(deps, notes)),
    'approvals.noted': whenOpen(async ({ connectionId, ended }) => {
      const noted = await journal.approvalsOf(connectionId);
      const known = noted.ok ? knownOf(noted.value, ended) : null;
      return { profileEpoch: deps.profileEpoch(), known };
    }),
    'approvals.fromJournal': whenOpen(async (ids) => {
      const found = await sender.fromJournal(ids);
      const counts = { missing: ids.length, found: found.length };
      log.warn('the outbox lacks approvals: they are put back from the journal', counts);
      return found;
    }),

    'journal.verify': whenOpen(() => journalService.verify()),
    'journal.export': whenOpen(({ format }) => journalService.export(format)),
    'journal.exportKey': whenOpen(() => journalService.exportKey()),

    'lists.begin': ({ name, target }) => lists.begin(name, target),
    'lists.append': ({ listId, text }) => lists.append(listId, text),
    'lists.end': ({ listId, setup }) => lists.end(listId, setup),
    'lists.giveUp': ({ listId }) => lists.giveUp(listId),

    'update.check': () => void deps.updates.check(),
    'update.openPage': async () => {
      const now = deps.updates.state.get();
      // The signed release names it, not the window.
      if (now.kind === 'available') await deps.openInBrowser(now.release.page);
    },
    'update.install': ({ when }) => void deps.updates.installWhen(when),

    'settings.change': async (change) => {
      const before = settings.settings.get().allowWeakTokenStorage;
      const after = settings.change(givenFieldsOf(change));
      if (after.allowWeakTokenStorage !== before) {
        await session.keepAgain();
        await deps.dataKeys.keepAgain();
      }
      return after;
    },
  };
}

/** All ids of a connection, without those that the window has as well. */
function knownOf(
  { open, ended, retired }: ApprovalsOfConnection,
  endedInTheWindow: string,
): NonNullable<ReplyOf<'approvals.noted'>['known']> {
  // A window that lost its outbox has none of the retired ones.
  const isSame = [[...ended, ...retired], ended].some(
    (ids) => digestOfIds(ids) === endedInTheWindow,
  );
  return isSame ? { open, ended: 'same', retired: [] } : { open, ended, retired };
}

/** A field that crossed as `undefined` was not given. */
function givenFieldsOf(change: RequestOf<'settings.change'>): SettingsChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** What the renderer knows of the program it runs in. */
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

/** The present sign-in, or null when signed out. */
export function signInIdOf(session: Pick<Session, 'state'>): string | null {
  const now = session.state.get();
  return now.kind === 'signedIn' ? now.signInId : null;
}

/** Calls `listener` with each new value, beginning with the next. */
export function announceChanges<Value>(
  source: Observable<Value>,
  listener: (value: Value) => void,
): () => void {
  return source.subscribe(() => listener(source.get()));
}

function pageOf<Item, Malformed>(page: {
  readonly items: readonly Item[];
  readonly malformed: readonly Malformed[];
  readonly nextCursor: string | null;
  readonly cutShort: boolean;
}) {
  return {
    items: [...page.items],
    malformed: [...page.malformed],
    nextCursor: page.nextCursor,
    cutShort: page.cutShort,
  };
}
