import { createObservable, type Observable } from '../../../base/observable.ts';
import type { Bridge } from '../../../bridge/client.ts';
import type { ConnectionForm, ConnectionProblem, SignInFailure } from '../../../bridge/session.ts';

/** State of the sign-in screens besides the session. */
export interface SignInView {
  readonly busy: 'sample' | 'saving' | 'signIn' | null;
  /** Failure of the last attempt; null for none. */
  readonly failure: SignInFailure | null;
  /** Technical reason why the sample did not start, or empty; null for no failure. */
  readonly sampleFailure: string | null;
  readonly problems: readonly ConnectionProblem[];
}

/** Steps from Welcome to a session. Ignores a second step during the first. */
export interface SignInFlow {
  readonly view: Observable<SignInView>;
  /** @param how `inBrowser` demonstrates the sign-in of a real service */
  trySample(how: 'atOnce' | 'inBrowser'): Promise<void>;
  connect(form: ConnectionForm): Promise<void>;
  /**
   * Signs in. The sample needs no browser.
   * @param moreScopes scopes besides the usual ones; the browser asks for them
   * @param anyway continue although the host did not answer
   */
  signIn(moreScopes?: readonly string[], anyway?: boolean): Promise<void>;
  /** Clears the last failure, for example when the user goes back to change the connection. */
  clear(): void;
}

const idle: SignInView = { busy: null, failure: null, sampleFailure: null, problems: [] };

export function createSignInFlow(bridge: Bridge): SignInFlow {
  const view = createObservable(idle);

  const step = async (
    busy: 'sample' | 'saving',
    atOnce: boolean,
    work: () => Promise<SignInView | null>,
  ) => {
    if (view.get().busy !== null) return;
    view.set({ ...idle, busy });
    try {
      const stopped = await work();
      if (stopped) view.set(stopped);
      else await finishSignIn([], atOnce);
    } catch (fault) {
      view.set(idle);
      throw fault;
    }
  };

  const finishSignIn = async (
    moreScopes: readonly string[],
    atOnce: boolean,
    anyway = false,
  ): Promise<void> => {
    view.set({ ...idle, busy: 'signIn' });
    let failure: SignInFailure | null = null;
    try {
      const outcome = await bridge.call('session.signIn', {
        moreScopes: [...moreScopes],
        atOnce,
        anyway,
      });
      failure = outcome.kind === 'signedIn' ? null : outcome;
    } finally {
      view.set({ ...idle, failure });
    }
  };

  return {
    view,
    trySample: (how) =>
      step('sample', how === 'atOnce', async () => {
        const started = await bridge.call('connection.useSample');
        return started.ok ? null : { ...idle, sampleFailure: started.technical ?? '' };
      }),
    connect: (form) =>
      step('saving', false, async () => {
        const problems = await bridge.call('connection.save', form);
        return problems.length === 0 ? null : { ...idle, problems };
      }),
    signIn: async (moreScopes = [], anyway = false) => {
      if (view.get().busy === null) await finishSignIn(moreScopes, moreScopes.length === 0, anyway);
    },
    clear: () => {
      if (view.get().busy === null) view.set(idle);
    },
  };
}
