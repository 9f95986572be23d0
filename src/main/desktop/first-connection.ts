import { fail, succeed, type Result } from '../../base/result.ts';
import { MAX_NOTICE_BILLS } from '../../bridge/app.ts';
import type { Policy } from '../../bridge/policy.ts';
import type { ConnectionForm, ConnectionProblem } from '../../bridge/session.ts';
import { detailsOf } from '../auth/connection-store.ts';
import type { Session } from '../auth/session.ts';
import { ANY_PORT_REDIRECT } from '../auth/urls.ts';
import { allowsConnection, formUnder } from '../policy/policy.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../ports.ts';
import type { Notices } from '../settings/notices.ts';
import type { DesktopState } from './desktop-state.ts';
import { SAMPLE_CLIENT, type SampleService } from './sample-service.ts';

const VARIABLES: Record<ConnectionProblem['field'], string> = {
  serviceUrl: 'BILLFOLD_SERVICE_URL',
  authUrl: 'BILLFOLD_AUTH_URL',
  clientId: 'BILLFOLD_CLIENT_ID',
  clientSecret: 'BILLFOLD_CLIENT_SECRET',
  redirectUri: 'BILLFOLD_REDIRECT_PORT',
};
const PROBLEMS: Record<ConnectionProblem['problem'], string> = {
  missing: 'is missing',
  notAUrl: 'is not an address',
  notHttps: 'is not https (plain http is for addresses on this computer)',
  hasUser: 'has a user name or a password',
  badPort: 'has a port above 65535',
  hasQuery: 'has a query or a fragment',
  hasFragment: 'has a fragment',
  notConfirmed: 'was not confirmed',
  unknownClient: 'is not known to the service',
};

interface FirstConnectionDeps {
  readonly session: Pick<
    Session,
    | 'connection'
    | 'forgetConnection'
    | 'hasWeakSecrets'
    | 'saveConnection'
    | 'signIn'
    | 'state'
    | 'switchConnection'
  >;
  readonly policy: Policy;
  readonly sample: SampleService;
  /** Connection from the environment; null when there is none. */
  readonly form: ConnectionForm | null;
  readonly journal: Pick<Journal, 'approvalsOf' | 'readApprovals'>;
  /** Resolves once the journal can be asked for approvals. */
  readonly journalOpened: Promise<void>;
  readonly notices: Pick<Notices, 'add'>;
  readonly state: {
    get(): Pick<DesktopState, 'removedConnections'>;
    update(change: Pick<DesktopState, 'removedConnections'>): void;
  };
  readonly log: Log;
  /** Ends Billfold with a sentence. */
  readonly refuse: (sentence: string) => void;
}

/**
 * Chooses the connection at the start: the one from the environment, otherwise the stored one. An unusable environment
 * ends Billfold. A stored sample company is started again. Billfold forgets a connection that the organization does not
 * allow, with its tokens and secret, before anything can use it.
 */
export async function connectAtStart(deps: FirstConnectionDeps): Promise<void> {
  const { session, policy } = deps;
  const stored = session.connection();
  const isWeak = !policy.weakTokenStorage && session.hasWeakSecrets();
  if (stored !== null && (isWeak || !allowsConnection(policy, stored))) {
    const forbidden = isWeak ? 'weak token storage' : 'the connection';
    deps.log.warn(`the policy does not allow ${forbidden}: Billfold forgets the connection`);
    // Save this first, so that after a crash in between the next start still knows the connection.
    if (stored.kind === 'service') rememberRemoved(deps, stored.id);
    await session.forgetConnection();
  }
  void noteKeptApprovals(deps);
  if (deps.form !== null && policy.ownService) {
    const [problem] = await session.saveConnection(formUnder(policy, deps.form));
    if (problem === undefined) return;
    const sentence = `${VARIABLES[problem.field]} ${PROBLEMS[problem.problem]}.`;
    return deps.refuse(`${sentence} Change it or unset it.`);
  }
  if (session.connection()?.kind !== 'sample') return;
  const used = await connectToSample(deps);
  if (!used.ok) deps.log.error('the sample company did not start', { why: used.error });
  const now = session.state.get();
  // Without a keyring, Billfold forgets the session. The sample company is opened again at once.
  if (now.kind === 'signedOut' && now.why === 'notSaved')
    await session.signIn([], { atOnce: true });
}

function rememberRemoved({ state }: FirstConnectionDeps, id: string): void {
  const known = state.get().removedConnections;
  if (!known.includes(id)) state.update({ removedConnections: [...known, id] });
}

/**
 * Shows a notice of the unfinished approvals of removed connections, once the journal is open. Each start repeats it
 * until these approvals have ended or their connection is set up again.
 */
async function noteKeptApprovals(deps: FirstConnectionDeps): Promise<void> {
  const { journal, notices, session, state } = deps;
  const known = state.get().removedConnections;
  if (known.length === 0) return;
  await deps.journalOpened;
  const usable = new Set([session.connection()?.id, idOfManaged(deps.policy)]);
  const removed = await Promise.all(
    known
      .filter((id) => !usable.has(id))
      .map(async (id) => ({ id, found: await journal.approvalsOf(id) })),
  );
  // While the journal cannot be read, a connection may have unfinished approvals.
  const kept = removed.filter(({ found }) => !found.ok || found.value.open.length > 0);
  if (kept.length < known.length) state.update({ removedConnections: kept.map(({ id }) => id) });
  const open = kept.flatMap(({ found }) => (found.ok ? found.value.open : []));
  if (open.length === 0) return;
  const read = await journal.readApprovals(open.slice(0, MAX_NOTICE_BILLS));
  const bills = (read.ok ? read.value : []).map(({ snapshot }) => ({
    vendor: snapshot.vendorName,
    number: snapshot.billNumber,
    cents: snapshot.amountDueCents,
    currency: snapshot.currency,
  }));
  notices.add({ kind: 'connectionForbidden', about: String(open.length), bills });
}

/** Id of the policy's connection, which keeps the approvals made through it; undefined without one. */
function idOfManaged({ connection, ownService }: Policy): string | undefined {
  if (connection === null || !ownService) return undefined;
  return detailsOf({ kind: 'service', ...connection, clientSecret: '' }).connection.id;
}

/** Starts the sample company and makes it the connection. A saved session for it continues. */
export async function connectToSample({
  session,
  sample,
  policy,
}: Pick<FirstConnectionDeps, 'session' | 'sample' | 'policy'>): Promise<Result<void, string>> {
  if (!policy.sampleCompany) return fail('the organization allows no sample company');
  const started = await sample.start();
  if (!started.ok) return started;
  const problems = await session.switchConnection({
    kind: 'sample',
    serviceUrl: started.value.url,
    authUrl: started.value.authUrl,
    ...SAMPLE_CLIENT,
    redirectUri: ANY_PORT_REDIRECT,
  });
  return problems.length === 0
    ? succeed(undefined)
    : fail('the sample company’s address was refused');
}
