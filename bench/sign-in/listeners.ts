import { registerHooks } from 'node:module';
import { createServer, connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSystemClock } from '../../src/base/system-clock.ts';
import { listenOnLoopback } from '../../src/main/auth/loopback-listener.ts';
import type {
  LoopbackFeature,
  LoopbackTarget,
} from '../../tests/attack/testing/loopback-target.ts';
import { ISSUER, STATE } from '../../tests/attack/testing/loopback-target.ts';
import { standingOf, targetOf } from '../../tests/attack/testing/our-listener.ts';
import type { Standing } from '../../tests/attack/testing/loopback-target.ts';

/** A listener under test. `features`: what it has at all; cases about others are counted apart. */
export interface MeasuredListener {
  readonly name: string;
  readonly version: string;
  readonly features: readonly LoopbackFeature[];
  /** @throws when it says, or shows by breaking, that it cannot listen there */
  open(options?: { readonly port?: number }): Promise<LoopbackTarget>;
}

const clock = createSystemClock();
const modules = join(import.meta.dirname, 'node_modules');

/** Ours, with the limits the app uses. */
export const billfold: MeasuredListener = {
  name: 'Billfold',
  version: 'this tree',
  features: ['issuer', 'fetchMetadata', 'cancel', 'registeredPort'],
  open: async ({ port = 0 } = {}) => {
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const request = { host: '127.0.0.1', ports: [port], state: STATE, issuer: ISSUER } as const;
    const listening = await listenOnLoopback({ clock, log }, request);
    if (!listening.ok) throw new Error(`Port ${listening.error.port} is taken`);
    return targetOf(listening.value);
  },
};

interface MsalLoopbackClient {
  listenForAuthCode(state: string): Promise<{ readonly code?: string }>;
  getRedirectUri(): string;
  closeServer(): void;
}
type MsalModule = { LoopbackClient: new (preferredPort?: number) => MsalLoopbackClient };

/**
 * MSAL Node's LoopbackClient: internal, used by `acquireTokenInteractive`, which closes it as soon as
 * there is an answer. It takes the answer as a form, on the root, on any port, under `localhost`.
 */
export function msalNode(version: string): MeasuredListener {
  return {
    name: '@azure/msal-node LoopbackClient',
    version,
    features: ['cancel'],
    open: async ({ port: preferred } = {}) => {
      const path = join(modules, '@azure/msal-node/dist/network/LoopbackClient.mjs');
      const { LoopbackClient } = (await import(pathToFileURL(path).href)) as MsalModule;
      const client = new LoopbackClient(preferred);
      let code: string | null = null;
      const end = client
        .listenForAuthCode(STATE)
        .then(
          (answer): Standing => {
            code = answer.code ?? null;
            return code === null ? 'error' : 'code';
          },
          (): Standing => 'over',
        )
        .finally(() => client.closeServer());
      await clock.sleep(50);
      const port = Number(new URL(client.getRedirectUri()).port);
      return {
        port,
        authority: `localhost:${port}`,
        otherName: '127.0.0.1',
        path: '/',
        delivery: 'formPost',
        standing: () => standingOf(end),
        code: () => code,
        close: async () => client.closeServer(),
      };
    },
  };
}

interface AppAuthAnswer {
  readonly response: { readonly code: string | null } | null;
}
interface AppAuthModule {
  readonly AuthorizationNotifier: new () => {
    setAuthorizationListener(listener: () => void): void;
  };
  readonly AuthorizationRequest: new (
    request: object,
    crypto: object,
    usePkce: boolean,
  ) => { readonly state: string };
  readonly AuthorizationServiceConfiguration: new (request: object) => object;
}
interface AppAuthNodeModule {
  readonly NodeCrypto: new () => object;
  readonly NodeBasedHandler: new (port: number) => {
    setAuthorizationNotifier(notifier: object): void;
    performAuthorizationRequest(configuration: object, request: object): void;
    readonly authorizationPromise: Promise<AppAuthAnswer> | null;
  };
}

/** What broke in a peer with nobody to catch it, by the port it was about. */
const crashes = new Map<number, string>();
process.on('uncaughtException', (cause: NodeJS.ErrnoException & { port?: number }) => {
  crashes.set(cause.port ?? 0, cause.code ?? cause.message);
});

/** AppAuth for JS: its Node handler. It opens a browser by itself, which is left out here. */
export function appAuth(version: string): MeasuredListener {
  makeAppAuthLoadable();
  return {
    name: '@openid/appauth NodeBasedHandler',
    version,
    features: ['registeredPort'],
    open: async ({ port: wanted } = {}) => {
      const port = wanted ?? (await freePort());
      const built = join(modules, '@openid/appauth/built/src');
      const core = (await import(pathToFileURL(join(built, 'index.js')).href)) as AppAuthModule;
      const node = (await import(
        pathToFileURL(join(built, 'node_support/index.js')).href
      )) as AppAuthNodeModule;
      const handler = new node.NodeBasedHandler(port);
      const notifier = new core.AuthorizationNotifier();
      notifier.setAuthorizationListener(() => undefined);
      handler.setAuthorizationNotifier(notifier);
      handler.performAuthorizationRequest(
        new core.AuthorizationServiceConfiguration({
          authorization_endpoint: `${ISSUER}/authorize`,
          token_endpoint: `${ISSUER}/token`,
          revocation_endpoint: `${ISSUER}/revoke`,
        }),
        new core.AuthorizationRequest(
          {
            client_id: 'bench',
            redirect_uri: `http://127.0.0.1:${port}/callback`,
            scope: 'x',
            response_type: 'code',
            state: STATE,
          },
          new node.NodeCrypto(),
          true,
        ),
      );
      let code: string | null = null;
      const end = Promise.resolve(handler.authorizationPromise).then((answer): Standing => {
        code = answer?.response?.code ?? null;
        return code === null ? 'error' : 'code';
      });
      await untilListening(port);
      const crash = crashes.get(port);
      if (crash !== undefined) throw new Error(`crash: nobody catches ${crash}`);
      return {
        port,
        authority: `127.0.0.1:${port}`,
        otherName: 'localhost',
        path: '/callback',
        delivery: 'query',
        standing: () => standingOf(end),
        code: () => code,
        // It has no way to stop waiting.
        close: async () => undefined,
      };
    },
  };
}

/** Its modules name one another without endings, as bundlers allow and Node does not. */
function makeAppAuthLoadable(): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      const isTheirs = context.parentURL?.includes('/@openid/appauth/') ?? false;
      if (isTheirs && specifier === 'opener')
        return { url: 'data:text/javascript,export default () => {}', shortCircuit: true };
      const needsEnding = isTheirs && specifier.startsWith('.') && !specifier.endsWith('.js');
      return next(needsEnding ? `${specifier}.js` : specifier, context);
    },
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    await clock.sleep(20);
    if (await answers(port)) break;
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
