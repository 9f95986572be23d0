import { fail, succeed } from '../../../src/base/result.ts';
import { createSeededRandom } from '../../../src/base/seeded-random.ts';
import type { VirtualClock } from '../../../src/base/testing/virtual-clock.ts';
import type { Api } from '../../../src/main/api/create-api.ts';
import {
  createTestApi,
  fetchFailure,
  testConnection,
} from '../../../src/main/api/testing/doubles.ts';
import type { AccessToken, AccessTokens, Fetch } from '../../../src/main/ports.ts';
import { joineryData } from '../../../src/sandbox/company/seed-data.ts';
import type { Company } from '../../../src/sandbox/company/company.ts';
import { generateCompany } from '../../../src/sandbox/company/generate-company.ts';
import {
  createSandboxHarness,
  fieldOf,
  refreshFields,
  SANDBOX_URL,
} from '../../../src/sandbox/testing/harness.ts';

/** 20,000 bills in three organizations, a tenth of them payable. */
const sizes = [12_000, 6_000, 2_000] as const;
const PAYABLE_SHARE = 0.1;
const BACKGROUND_SHARE = 0.3;

export interface SentRequest {
  readonly atMs: number;
  readonly method: string;
  readonly status: number;
  readonly billId: string | null;
}

/** Main's side of the service, with the embedded service and a virtual clock. */
export interface Installation {
  readonly api: Api;
  /** Requests in the order they left. Times are elapsed milliseconds. */
  readonly sent: SentRequest[];
  /** Ids of payable bills, by organization. */
  readonly payable: ReadonlyMap<string, readonly string[]>;
  readonly organizationIds: readonly string[];
  setOnline(online: boolean): void;
  close(): void;
}

export async function createInstallation(clock: VirtualClock): Promise<Installation> {
  const today = new Date(clock.nowMs()).toISOString().slice(0, 10);
  const companies = sizes.map((bills, index): Company => {
    const name = `Company ${index + 1}`;
    const plan = { seed: bills, name, currency: 'USD', data: joineryData, bills };
    return generateCompany({ ...plan, payableShare: PAYABLE_SHARE, today });
  });
  const harness = createSandboxHarness({ clock, companies });
  const random = createSeededRandom(7);
  const sent: SentRequest[] = [];
  let isOnline = true;

  const fetch: Fetch = async (url, init) => {
    if (!isOnline) throw fetchFailure('ENETUNREACH', { syscall: 'connect' });
    const atMs = clock.elapsedMs();
    // A delay of 40 to 100 ms in each direction.
    await clock.sleep(40 + random.next() * 60);
    const response = await harness.fetch(url, init);
    const billId = /bills\/([^/]+)\/approve/.exec(url)?.[1] ?? null;
    sent.push({ atMs, method: init.method ?? 'GET', status: response.status, billId });
    await clock.sleep(40 + random.next() * 60);
    return response;
  };

  const api = createTestApi({
    clock,
    random,
    fetch,
    tokens: await createTokens(clock, harness),
    connection: () => ({ ...testConnection, serviceUrl: SANDBOX_URL }),
    backgroundShare: () => BACKGROUND_SHARE,
  });
  return {
    api,
    sent,
    organizationIds: companies.map(({ id }) => id),
    payable: new Map(
      companies.map(({ id, bills }) => [
        id,
        bills.filter(({ status }) => status !== 'paid' && status !== 'void').map((bill) => bill.id),
      ]),
    ),
    setOnline: (online) => {
      isOnline = online;
    },
    close: () => {
      api.close();
      harness.sandbox.close();
    },
  };
}

const LIFETIME_MS = 7_200_000;
const EARLY_MS = 300_000;

/** Tokens for two hours, renewed five minutes early. Each resets the service's count. */
async function createTokens(
  clock: VirtualClock,
  harness: ReturnType<typeof createSandboxHarness>,
): Promise<AccessTokens> {
  let tokens = await harness.signIn();
  let generation = 1;
  let issuedMs = clock.nowMs();
  let refreshing: Promise<void> | null = null;
  const token = (): AccessToken => ({ value: tokens.accessToken, generation });
  const refresh = async (): Promise<void> => {
    const { body } = await harness.token(refreshFields(tokens.refreshToken));
    tokens = {
      accessToken: fieldOf(body, 'access_token'),
      refreshToken: fieldOf(body, 'refresh_token'),
    };
    generation += 1;
    issuedMs = clock.nowMs();
  };
  return {
    current: async () => {
      if (clock.nowMs() - issuedMs >= LIFETIME_MS - EARLY_MS) {
        refreshing ??= refresh().finally(() => {
          refreshing = null;
        });
        await refreshing;
      }
      return succeed(token());
    },
    renew: async () => fail({ kind: 'unauthenticated', technical: 'no token is refused here' }),
  };
}
