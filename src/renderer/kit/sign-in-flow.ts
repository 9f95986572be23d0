import { createObservable, type Observable } from '../../base/observable.ts';
import type { Bridge } from '../../bridge/client.ts';
import type { ConnectionForm, ConnectionProblem, SignInFailure } from '../../bridge/session.ts';

/** What the sign-in screens show besides the session itself. */
export interface SignInView {
  readonly busy: 'sample' | 'saving' | 'signIn' | null;
  /** How the last attempt failed. */
  readonly failure: SignInFailure | null;
  /** Why the sample company did not start; the technical line, or empty. */
  readonly sampleFailure: string | null;
  readonly problems: readonly ConnectionProblem[];
}

/** The steps from Welcome to a session. One at a time: a step asked for during another is ignored. */
export interface SignInFlow {
  readonly view: Observable<SignInView>;
  /** @param how `inBrowser` shows how a service is signed in to */
  trySample(how: 'atOnce' | 'inBrowser'): Promise<void>;
  connect(form: ConnectionForm): Promise<void>;
  /**
   * The sample opens at once.
   * @param moreScopes beside the ones always asked for: those are asked for in the browser
   * @param anyway although the host did not answer
   */
  signIn(moreScopes?: readonly string[], anyway?: boolean): Promise<void>;
  /** Forgets what went wrong, as when the user goes back to change it. */
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
