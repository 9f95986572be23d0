import { fail, succeed, type Result } from '../../base/result.ts';
import type { Policy } from '../../bridge/policy.ts';
import type { Connection, ConnectionForm, ConnectionProblem } from '../../bridge/session.ts';
import type { Session } from '../auth/session.ts';
import { ANY_PORT_REDIRECT } from '../auth/urls.ts';
import { allowsConnection, formUnder } from '../policy/policy.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../ports.ts';
import type { Notices } from '../settings/notices.ts';
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
  readonly journal: Pick<Journal, 'approvalsOf'>;
  /** Resolves once the journal can be asked for approvals. */
  readonly journalOpened: Promise<void>;
  readonly notices: Pick<Notices, 'add'>;
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
    await session.forgetConnection();
    void noteKeptApprovals(deps, stored);
  }
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

/** Shows a notice with the number of the connection's unfinished approvals, once the journal is open. */
async function noteKeptApprovals(
  { journal, journalOpened, notices }: FirstConnectionDeps,
  { id, kind }: Connection,
): Promise<void> {
  await journalOpened;
  const found = await journal.approvalsOf(id);
  const count = found.ok && kind === 'service' ? found.value.open.length : 0;
  if (count > 0) notices.add({ kind: 'connectionForbidden', about: String(count) });
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
