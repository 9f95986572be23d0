import { expect, test } from 'vitest';
import { succeed } from '../src/base/result.ts';
import { createSeededRandom } from '../src/base/testing/seeded-random.ts';
import { createVirtualClock, type VirtualClock } from '../src/base/testing/virtual-clock.ts';
import { createApi, type Api } from '../src/main/api/create-api.ts';
import {
  createMemoryDocument,
  createMemoryLog,
  testConnection,
  type MemoryDocument,
} from '../src/main/api/testing/doubles.ts';
import type { AccessTokens, Fetch } from '../src/main/ports.ts';
import type { SandboxSettingsPatch } from '../src/sandbox/settings.ts';
import { createSandboxHarness, SANDBOX_URL, START_MS } from '../src/sandbox/testing/harness.ts';

const WINDOW_MS = 6_000;
const LIMIT = 60;
const READS = 150;
const CLICK_AT_MS = 1_500;
const WAY_MS = 10;

interface Service {
  readonly clock: VirtualClock;
  readonly fetch: Fetch;
  readonly tokens: AccessTokens;
  readonly statuses: number[];
  /** Elapsed milliseconds at which the approval was sent. */
  clickSentMs: number | null;
}

/** A small quota in a small window, ten milliseconds away. */
async function startService(settings: SandboxSettingsPatch = {}): Promise<Service> {
  const clock = createVirtualClock(START_MS);
  const quota = { requestsPerWindow: LIMIT, windowMs: WINDOW_MS };
  const harness = createSandboxHarness({ clock, ...quota, ...settings });
  const { accessToken } = await harness.signIn();
  const token = succeed({ value: accessToken, generation: 1 });
  const service: Service = {
    clock,
    statuses: [],
    clickSentMs: null,
    tokens: { current: async () => token, renew: async () => token, end: async () => undefined },
    fetch: async (url, init) => {
      if (init.method === 'PATCH') service.clickSentMs ??= clock.elapsedMs();
      await clock.sleep(WAY_MS);
      const response = await harness.fetch(url, init);
      // Only the other client asks for organizations here.
      if (!url.endsWith('organizations')) service.statuses.push(response.status);
      await clock.sleep(WAY_MS);
      return response;
    },
  };
  return service;
}

function startApi(service: Service, document: MemoryDocument): Api {
  return createApi({
    ...service,
    random: createSeededRandom(3),
    connection: () => ({ ...testConnection, serviceUrl: SANDBOX_URL }),
    signInId: () => 'sign-in-1',
    log: createMemoryLog(),
    document,
    backgroundShare: () => 0.9,
    documented: { requestsPerWindow: LIMIT, windowMs: WINDOW_MS },
  });
}

/** Pages that differ, so that none is the same request as another. */
async function readMany(api: Api, count: number): Promise<number> {
  const statuses = ['open', 'overdue', 'paid', 'void'];
  const pages = Array.from({ length: count }, (_none, index) =>
    api.billsPage({
      organizationId: 'org-1',
      status: statuses[index % statuses.length] ?? 'open',
      limit: 1 + Math.floor(index / statuses.length),
      after: null,
      priority: 'background',
      maxWaitMs: null,
    }),
  );
  return (await Promise.all(pages)).filter((page) => page.ok).length;
}

interface Course {
  readonly refused: number;
  readonly clickWaitedMs: number | null;
  readonly read: number;
  readonly windows: number;
}

/** So many background reads, and a click after a second and a half. */
async function run(service: Service, document: MemoryDocument, reads = READS): Promise<Course> {
  const { clock } = service;
  const api = startApi(service, document);
  const startMs = clock.elapsedMs();
  let endedMs = startMs;
  const count = async (): Promise<number> => {
    const read = await readMany(api, reads);
    endedMs = clock.elapsedMs();
    return read;
  };
  const reading = count();
  await clock.advance(CLICK_AT_MS);
  const beforeSend = async () => succeed(undefined);
  const click = api.approve({ organizationId: 'org-1', billId: 'bill-1', beforeSend });
  await clock.advance(10 * WINDOW_MS);
  await click;
  const read = await reading;
  api.close();
  return {
    refused: service.statuses.filter((status) => status === 429).length,
    clickWaitedMs:
      service.clickSentMs === null ? null : service.clickSentMs - startMs - CLICK_AT_MS,
    read,
    // A reset in whole seconds may be one late, and so is each window then.
    windows: Math.floor((endedMs - startMs) / (WINDOW_MS + 2 * 1_000)) + 1,
  };
}

const forms = ['epochSeconds', 'epochMs', 'deltaSeconds', 'httpDate', 'absent'] as const;
const offsets = [-600_000, 0, 600_000];

test.each(forms.flatMap((form) => offsets.map((offset) => [form, offset] as const)))(
  'G-40 a crawl fills window after window without a refusal, and the click goes at once: reset %s, clock %i ms off',
  async (resetForm, clockOffsetMs) => {
    const service = await startService({ resetForm, clockOffsetMs });
    expect(await run(service, createMemoryDocument())).toEqual({
      refused: 0,
      clickWaitedMs: 0,
      read: READS,
      windows: 2,
    });
  },
);

test('G-41 a restart in mid-window, two thirds of it used, causes no refusal', async () => {
  const service = await startService();
  const document = createMemoryDocument();
  const first = startApi(service, document);
  const before = readMany(first, 40);
  await service.clock.advance(1_000);
  await before;
  first.close();
  expect(await run(service, document, 100)).toEqual({
    refused: 0,
    clickWaitedMs: 0,
    read: 100,
    windows: 2,
  });
});

test('G-41 also when the count was not kept: the first answer tells it', async () => {
  const service = await startService();
  const first = startApi(service, createMemoryDocument());
  const before = readMany(first, 40);
  await service.clock.advance(1_000);
  await before;
  first.close();
  const { refused, clickWaitedMs } = await run(service, createMemoryDocument(), 100);
  expect({ refused, clickWaitedMs }).toEqual({ refused: 0, clickWaitedMs: 0 });
});

test('G-42 beside another client on the same token the click still goes at once', async () => {
  const service = await startService();
  const { accessToken } = await tokenOf(service);
  let othersLeft = 3 * 18;
  const other = async (): Promise<void> => {
    while (othersLeft > 0) {
      othersLeft -= 1;
      const headers = { authorization: `Bearer ${accessToken}` };
      await service.fetch(`${SANDBOX_URL}/api/v1/me/organizations`, { headers });
      await service.clock.sleep(WINDOW_MS / 18);
    }
  };
  const beside = other();
  const { refused, clickWaitedMs, read } = await run(service, createMemoryDocument());
  await beside;
  expect([refused, clickWaitedMs, read]).toEqual([0, 0, READS]);
});

async function tokenOf(service: Service): Promise<{ accessToken: string }> {
  const token = await service.tokens.current();
  return { accessToken: token.ok ? token.value.value : '' };
}
