import { succeed } from '../../src/base/result.ts';
import { createCountingIds, createSeededRandom } from '../../src/base/testing/seeded-random.ts';
import type { VirtualClock } from '../../src/base/testing/virtual-clock.ts';
import { apiPaths } from '../../src/contract/wire-names.ts';
import { createApi, type Api } from '../../src/main/api/create-api.ts';
import { createMemoryDocument as createQuotaDocument } from '../../src/main/api/testing/doubles.ts';
import type { CallbackEnd } from '../../src/main/auth/loopback-listener.ts';
import { createSession, type Session } from '../../src/main/auth/session.ts';
import { createMemorySecrets } from '../../src/main/auth/testing/memory-secrets.ts';
import { createRecordingLog } from '../../src/main/auth/testing/recording-log.ts';
import { createNotices } from '../../src/main/settings/notices.ts';
import { createMemoryDocument } from '../../src/main/settings/testing/memory-document.ts';
import { sampleClient } from '../../src/sandbox/sample-client.ts';
import type { SandboxSettingsPatch } from '../../src/sandbox/settings.ts';
import { approveConsent } from '../../src/sandbox/testing/consent.ts';
import { createSandboxHarness, type SandboxHarness } from '../../src/sandbox/testing/harness.ts';

// The client speaks https or to this machine, so the sandbox has an address of that kind.
const SERVICE_URL = 'https://service.test';
const REDIRECT_URI = 'http://127.0.0.1:47113/callback';

export const organizationId = 'org-1';

export interface SeenRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
}

/** Billfold's real sign-in, tokens and API client, and the embedded service, in one process. */
export interface ClientWorld {
  readonly clock: VirtualClock;
  readonly harness: SandboxHarness;
  readonly session: Session;
  readonly api: Api;
  /** Every request that left the client. */
  readonly requests: SeenRequest[];
  /** Links the browser was sent to. */
  readonly links: URL[];
  signIn(moreScopes?: readonly string[]): Promise<unknown>;
  /** The first page of open bills. */
  bills(asked?: Partial<Parameters<Api['billsPage']>[0]>): ReturnType<Api['billsPage']>;
  invoices(): ReturnType<Api['invoicesPage']>;
  approve(billId: string): ReturnType<Api['approve']>;
}

export interface ClientWorldOptions {
  readonly settings?: SandboxSettingsPatch;
  readonly tokenRequestBody?: 'form' | 'json';
  /** Changes an answer of the service on its way. */
  readonly bend?: (response: Response, url: URL) => Response | Promise<Response>;
}

export async function createClientWorld(options: ClientWorldOptions = {}): Promise<ClientWorld> {
  const harness = createSandboxHarness(options.settings);
  const { clock } = harness;
  const requests: SeenRequest[] = [];
  const links: URL[] = [];
  const log = createRecordingLog();

  const fetch = async (text: string, init: RequestInit): Promise<Response> => {
    const url = new URL(text);
    requests.push(seenRequest(url, init));
    const response = await harness.fetch(text, init);
    return options.bend ? options.bend(response, url) : response;
  };

  const answered = { end: Promise.withResolvers<CallbackEnd>() };
  const session = createSession({
    clock,
    random: createSeededRandom(1),
    ids: createCountingIds(),
    fetch,
    secrets: createMemorySecrets(),
    documents: {
      connection: createMemoryDocument('connection'),
      tokens: createMemoryDocument('tokens'),
    },
    notices: createNotices(),
    log,
    serviceNowMs: () => api.serviceNowMs(),
    allowWeak: () => false,
    onFront: () => undefined,
    listen: async () => {
      answered.end = Promise.withResolvers();
      const { promise: end } = answered.end;
      return succeed({
        port: 47_113,
        redirectUri: REDIRECT_URI,
        end,
        close: async () => undefined,
      });
    },
    openInBrowser: async (link) => {
      links.push(new URL(link));
      const location = await approveConsent(link, harness.fetch);
      answered.end.resolve({ kind: 'code', parameters: new URL(location).searchParams });
      return succeed(undefined);
    },
  });
  const api: Api = createApi({
    clock,
    random: createSeededRandom(2),
    fetch,
    tokens: session.tokens,
    connection: session.connection,
    signInId: () => {
      const state = session.state.get();
      return state.kind === 'signedIn' ? state.signInId : null;
    },
    log,
    document: createQuotaDocument(),
    backgroundShare: () => 0.3,
  });
  session.start();
  await session.useConnection({
    kind: 'service',
    serviceUrl: SERVICE_URL,
    authUrl: SERVICE_URL,
    clientId: sampleClient.clientId,
    clientSecret: sampleClient.clientSecret,
    redirectPort: 47_113,
    tokenRequestBody: options.tokenRequestBody ?? 'form',
  });
  const read = { organizationId, after: null, priority: 'waiting' } as const;
  return {
    clock,
    harness,
    session,
    api,
    requests,
    links,
    signIn: (moreScopes = []) => session.signIn(moreScopes),
    bills: (asked) => api.billsPage({ ...read, status: 'open', limit: 50, ...asked }),
    invoices: () => api.invoicesPage({ ...read, limit: 50 }),
    approve: (billId) =>
      api.approve({ organizationId, billId, beforeSend: async () => succeed(undefined) }),
  };
}

/** A world in which somebody is signed in, with these scopes more. */
export async function signedInWorld(
  options: ClientWorldOptions = {},
  moreScopes: readonly string[] = [],
): Promise<ClientWorld> {
  const world = await createClientWorld(options);
  await world.signIn(moreScopes);
  return world;
}

/** A bend that changes the JSON of one path and leaves status and headers. */
export function bendJson(
  path: string,
  change: (body: Record<string, unknown>) => unknown,
): (response: Response, url: URL) => Promise<Response> {
  return async (response, url) => {
    if (url.pathname !== path || !response.ok) return response;
    const body = change(Object(await response.json()));
    return Response.json(body, { status: response.status, headers: response.headers });
  };
}

/** A bend that changes the first bill of each page. */
export function bendFirstBill(
  change: (bill: Record<string, unknown>) => unknown,
): NonNullable<ClientWorldOptions['bend']> {
  return bendJson(apiPaths.bills, ({ data, ...rest }) => {
    const [first, ...others] = Array.isArray(data) ? data : [];
    return { ...rest, data: [change(Object(first)), ...others] };
  });
}

function seenRequest(url: URL, init: RequestInit): SeenRequest {
  const headers = Object.fromEntries(new Headers(init.headers));
  const text = typeof init.body === 'string' ? init.body : '';
  const isJson = headers['content-type']?.startsWith('application/json') && text !== '';
  const parsed: unknown = isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
  return { method: init.method ?? 'GET', url, headers, body: Object(parsed) };
}
