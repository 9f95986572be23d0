import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Conf from 'conf';
import { expect, onTestFinished, test } from 'vitest';
import { succeed } from '../../src/base/result.ts';
import { createSystemClock } from '../../src/base/system-clock.ts';
import { createSystemIds, createSystemRandom } from '../../src/base/system-random.ts';
import { snapshotOf } from '../../src/bridge/snapshot.ts';
import { createApi } from '../../src/main/api/create-api.ts';
import { createApprovalSender } from '../../src/main/approvals/approval-sender.ts';
import { createBillReadings } from '../../src/main/approvals/bill-readings.ts';
import { createSession } from '../../src/main/auth/session.ts';
import { createMemorySecrets } from '../../src/main/auth/testing/memory-secrets.ts';
import { requestText, sendRaw } from '../../src/main/auth/testing/raw-http.ts';
import { createRecordingLog } from '../../src/main/auth/testing/recording-log.ts';
import { createJournal } from '../../src/main/journal/journal.ts';
import { createNodeFiles } from '../../src/main/journal/node-files.ts';
import type { Fetch } from '../../src/main/ports.ts';
import { createConfDocument } from '../../src/main/settings/conf-document.ts';
import { createNotices } from '../../src/main/settings/notices.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { sampleClient } from '../../src/sandbox/sample-client.ts';
import { approveConsent } from '../../src/sandbox/testing/consent.ts';
import { firstOrganization, testBill, testCompany } from '../../src/sandbox/testing/harness.ts';
import { createSandboxFetch } from '../../src/sandbox/transport.ts';

/** Where the sandbox is said to be; its network is this process. */
const SERVICE_URL = 'http://127.0.0.1:1';
const clock = createSystemClock();
const random = createSystemRandom();
const ids = createSystemIds();

/** The whole of main over the sandbox, with a real listener, a real journal and real files. */
function startBillfold() {
  const profile = mkdtempSync(join(tmpdir(), 'billfold-nowhere-'));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }));
  const companies = [testCompany(firstOrganization, [testBill(1), testBill(2)])];
  const sandbox = createSandboxFetch(createSandbox({ clock, random, ids, companies }));
  const secrets = new Set<string>([sampleClient.clientSecret]);
  const fetch: Fetch = async (url, init) => {
    const body = typeof init.body === 'string' ? init.body : '';
    const response = await sandbox(url, init);
    if (url.endsWith('/oauth/token')) noteSecrets(secrets, body, await response.clone().text());
    return response;
  };
  const open = (name: string) =>
    createConfDocument(profile, name, ({ name: configName, ...options }) => {
      return new Conf({ ...options, configName });
    });
  const log = createRecordingLog();
  const pages: string[] = [];
  const session = createSession({
    clock,
    random,
    ids,
    fetch,
    log,
    secrets: createMemorySecrets(),
    documents: { connection: open('connection'), tokens: open('tokens') },
    notices: createNotices(),
    serviceNowMs: clock.nowMs,
    allowWeak: () => false,
    onFront: () => undefined,
    limits: { lingerMs: 1_000 },
    openInBrowser: (link) => {
      secrets.add(new URL(link).searchParams.get('state') ?? '');
      void browse(link, sandbox, pages);
      return Promise.resolve(succeed(undefined));
    },
  });
  const signInId = (): string | null => {
    const state = session.state.get();
    return state.kind === 'signedIn' ? state.signInId : null;
  };
  const { tokens, connection } = session;
  const document = open('quota');
  const backgroundShare = (): number => 0.3;
  const api = createApi({
    ...{ clock, random, fetch, tokens, connection, signInId, log, document, backgroundShare },
  });
  const files = createNodeFiles();
  const journal = createJournal({ files, folder: join(profile, 'journal'), clock, log });
  const sessionFacts = () => ({ connectionId: connection()?.id ?? null, signInId: signInId() });
  const readings = createBillReadings({
    client: api,
    session: sessionFacts,
    clock,
    recheckSkipMinutes: () => 0,
  });
  const sender = createApprovalSender({
    journal,
    client: api,
    session: sessionFacts,
    readings,
    profileEpoch: () => '',
    log,
  });
  onTestFinished(async () => {
    api.close();
    await sender.close();
    await session.close();
  });
  return { profile, secrets, log, pages, session, api, readings, journal, sender, signInId };
}

/** A user's browser: shows the consent page, presses Allow, follows the way back to its end. */
async function browse(
  link: string,
  service: Parameters<typeof approveConsent>[1],
  pages: string[],
) {
  const back = new URL(await approveConsent(link, service));
  for (let next: string | undefined = back.pathname + back.search; next !== undefined;) {
    const lines = [`GET ${next} HTTP/1.1`, `Host: ${back.host}`];
    const answer = await sendRaw(Number(back.port), requestText(lines));
    pages.push(JSON.stringify(answer));
    next = answer.headers['location'];
  }
}

function noteSecrets(secrets: Set<string>, sent: string, answered: string): void {
  const fields = new URLSearchParams(sent);
  for (const name of ['code', 'code_verifier', 'refresh_token'])
    secrets.add(fields.get(name) ?? '');
  for (const [, token] of answered.matchAll(/"(?:access|refresh)_token":"([^"]+)"/g)) {
    secrets.add(token ?? '');
  }
}

/** Every file below a folder, with its text. */
function filesBelow(folder: string): [string, string][] {
  return readdirSync(folder).flatMap((entry): [string, string][] => {
    const path = join(folder, entry);
    return statSync(path).isDirectory() ? filesBelow(path) : [[path, readFileSync(path, 'latin1')]];
  });
}

test('A-17 after the whole job no secret is in any answer, log line, page, journal or file', async () => {
  const billfold = startBillfold();
  const { session, api, readings, sender, secrets } = billfold;
  const crossed: unknown[] = [];
  session.state.subscribe(() => crossed.push(session.state.get()));
  session.start();
  await billfold.journal.open(null);
  const form = {
    ...sampleClient,
    serviceUrl: SERVICE_URL,
    authUrl: SERVICE_URL,
    redirectPort: '0',
  };
  crossed.push(await session.saveConnection(form));
  crossed.push(await session.signIn(['money_in']));
  crossed.push(await api.organizations({ priority: 'waiting' }));
  readings.hear('approval-1');
  const page = await readings.billsPage({
    ...{ organizationId: firstOrganization, status: 'open', limit: 50, after: null },
    priority: 'waiting',
  });
  crossed.push(page);
  const bill = page.ok ? page.value.items[0] : undefined;
  if (!bill) throw new Error('The sandbox has no bill to approve.');
  // A 401, as after a revocation at the service: the token is renewed and the work goes on.
  const held = await session.tokens.current();
  await session.tokens.renew(held.ok ? held.value.generation : 0);
  const sent = await sender.send({
    ...{ approvalId: 'approval-1', attempt: 1, organizationId: firstOrganization },
    connectionId: session.connection()?.id ?? '',
    profileEpoch: '',
    signInId: billfold.signInId() ?? '',
    approvedAtMs: clock.nowMs(),
    snapshot: snapshotOf(bill),
  });
  crossed.push(sent, await sender.recall([{ approvalId: 'approval-1', attempt: 1 }]));
  const files = filesBelow(billfold.profile);
  const places: [string, string][] = [
    ['bridge', JSON.stringify(crossed)],
    ['log', billfold.log.lines.join('\n')],
    ['pages', billfold.pages.join('\n')],
    ...files,
  ];
  const looked = [...secrets].filter((secret) => secret !== '');
  const found = places.filter(([, text]) => looked.some((secret) => text.includes(secret)));
  expect({
    sent: sent.kind,
    // Two access and two refresh tokens, the code, the verifier, the state and the client secret.
    secrets: looked.length,
    files: files.length >= 4,
    found: found.map(([place]) => place),
  }).toEqual({ sent: 'confirmed', secrets: 8, files: true, found: [] });
});
