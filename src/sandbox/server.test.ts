import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Fault } from './faults/fault.ts';
import { createReach, listen } from './http-server.ts';
import { sampleClient } from './sample-client.ts';
import { approveConsent } from './testing/consent.ts';
import { codeFields, fieldOf, firstOrganization, REDIRECT_URI } from './testing/harness.ts';
import { startTestServer } from './testing/over-socket.ts';
import { socketFetch } from './testing/socket-fetch.ts';

type TestServer = Awaited<ReturnType<typeof startTestServer>>;
let started: TestServer;
let headers: Record<string, string>;

beforeEach(async () => {
  started = await startTestServer();
  const { url } = started.server;
  const query = new URLSearchParams({
    client_id: sampleClient.clientId,
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    scope: 'money_out',
  });
  const location = await approveConsent(`${url}/oauth/authorize?${query.toString()}`, socketFetch);
  const code = new URL(location).searchParams.get('code') ?? '';
  const body = new URLSearchParams(codeFields(code));
  const answer = await socketFetch(`${url}/oauth/token`, { method: 'POST', body });
  headers = {
    authorization: `Bearer ${fieldOf(await answer.json(), 'access_token')}`,
    'content-type': 'application/json',
  };
});

afterEach(() => started.server.close());

async function approveOverSocket(billId: string): Promise<unknown> {
  try {
    const url = `${started.server.url}/api/v1/bills/${billId}/approve`;
    const response = await socketFetch(url, { method: 'PATCH', headers });
    return [response.status, fieldOf(await response.json(), 'id')];
  } catch (problem) {
    if (!(problem instanceof TypeError)) return problem;
    const { cause } = problem;
    return [problem.message, cause instanceof Error && 'code' in cause ? cause.code : null];
  }
}

test('S-26 signs in, approves and reads over a socket', async () => {
  expect([await approveOverSocket('bill-1'), started.sandbox.ledger().timesApproved]).toEqual([
    [200, 'bill-1'],
    { 'bill-1': 1 },
  ]);
});

const broken: readonly [string, Fault, unknown, number][] = [
  ['dropBeforeApply', { kind: 'dropBeforeApply' }, ['fetch failed', 'UND_ERR_SOCKET'], 0],
  [
    'dropBeforeApply, reset',
    { kind: 'dropBeforeApply', reset: true },
    ['fetch failed', 'ECONNRESET'],
    0,
  ],
  ['dropAfterApply', { kind: 'dropAfterApply' }, ['fetch failed', 'UND_ERR_SOCKET'], 1],
  [
    'dropAfterApply, reset',
    { kind: 'dropAfterApply', reset: true },
    ['fetch failed', 'ECONNRESET'],
    1,
  ],
  ['truncateBody', { kind: 'truncateBody' }, ['terminated', 'UND_ERR_SOCKET'], 1],
];

test.each(broken)(
  'S-26 %s over a socket, and then all is well again',
  async (_, fault, failure, applied) => {
    started.sandbox.faults.add({ match: { times: 1 }, fault });
    expect([
      await approveOverSocket('bill-1'),
      started.sandbox.ledger().approvals.length,
      await approveOverSocket('bill-2'),
    ]).toEqual([failure, applied, [200, 'bill-2']]);
  },
);

test('S-26 unreachable: refused, and back on the same port', async () => {
  await started.control.goUnreachable();
  const refused = await approveOverSocket('bill-1');
  await started.control.comeBack();
  const back = await approveOverSocket('bill-1');
  expect([refused, back]).toEqual([
    ['fetch failed', 'ECONNREFUSED'],
    [200, 'bill-1'],
  ]);
});

test('S-26 close can be called twice, and the port is free again', async () => {
  await started.server.close();
  await started.server.close();
  const port = Number(new URL(started.server.url).port);
  const successor = createServer();
  expect(await listen(successor, port, '127.0.0.1')).toBe(port);
  await createReach(successor, port, '127.0.0.1').goUnreachable();
});

test('S-32 the control port sets faults, reads the ledger and edits the data', async () => {
  const { control } = started;
  const { id } = await control.addFault({
    match: { times: 1 },
    fault: { kind: 'status', status: 500 },
  });
  const failed = await approveOverSocket('bill-1');
  await control.removeFault({ id });
  await control.clearFaults();
  await approveOverSocket('bill-1');
  const changed = await control.changeBill({ billId: 'bill-2', fields: { total_cents: 777 } });
  const paid = await control.pay({ billId: 'bill-2', cents: 2 });
  const voided = await control.void({ billId: 'bill-3' });
  const added = await control.addBill({
    organizationId: firstOrganization,
    fields: { memo: 'late' },
  });
  await control.removeBill({ billId: 'bill-1' });
  await control.consumeQuota({ count: 5 });
  const settings = await control.configure({ requestsPerWindow: 7 });
  const left = await control.bills({ organizationId: firstOrganization });
  const ledger = await control.ledger();
  await control.expireTokens();
  await control.revokeSignIns();
  expect({
    failed,
    faults: (await control.faults()).map(({ fired }) => fired),
    changed: changed['total_cents'],
    paid: [paid.status, paid['amount_due_cents']],
    voided: voided.status,
    left: left.map((bill) => [bill.status, bill['memo']]),
    isAddedThere: left.some((bill) => bill.id === added.id),
    settings: [settings.requestsPerWindow, (await control.settings()).requestsPerWindow],
    timesApproved: ledger.timesApproved,
    organizations: (await control.organizations()).map(({ id: organizationId }) => organizationId),
    afterwards: await approveOverSocket('bill-2'),
  }).toEqual({
    failed: [500, 'undefined'],
    faults: [1],
    changed: 777,
    paid: ['partially_paid', 10_000],
    voided: 'void',
    left: [
      ['partially_paid', ''],
      ['void', ''],
      ['open', 'late'],
    ],
    isAddedThere: true,
    settings: [7, 7],
    timesApproved: { 'bill-1': 1 },
    organizations: [firstOrganization],
    afterwards: [401, 'undefined'],
  });
});

test('S-32 the control port refuses what it does not know, with words', async () => {
  const { control, server } = started;
  await expect(control.pay({ billId: 'bill-0' })).rejects.toThrow('No bill bill-0');
  await expect(control.configure({ requestsPerWindow: 0 })).rejects.toThrow('requestsPerWindow');
  const asForm = await socketFetch(`${server.controlUrl ?? ''}/ledger`, {
    method: 'POST',
    body: '{}',
  });
  const asPage = await socketFetch(`${server.controlUrl ?? ''}/ledger`);
  expect([asForm.status, asPage.status]).toEqual([404, 404]);
});
