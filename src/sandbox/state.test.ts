import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiPaths } from '../contract/wire-names.ts';
import type { Company } from './company/company.ts';
import { companyOfSize } from './company/sample-companies.ts';
import type { SandboxOptions } from './sandbox.ts';
import { createStateFile } from './state-file.ts';
import {
  createSandboxHarness,
  fieldOf,
  firstOrganization,
  refreshFields,
} from './testing/harness.ts';
import type { SandboxHarness } from './testing/harness.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-state-'));
  path = join(folder, 'kept', 'sandbox.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const madeForDay = (today: string): readonly Company[] => [companyOfSize(200, today)];

function start(options: Partial<SandboxOptions> = {}): SandboxHarness {
  return createSandboxHarness({ store: createStateFile(path), ...options });
}

test('tokens, approvals and edits survive a restart', async () => {
  const before = start();
  const { accessToken, refreshToken } = await before.signIn();
  await before.approve('bill-1');
  before.sandbox.edit.changeBill('bill-2', { total_cents: 777 });
  before.sandbox.edit.removeBill('bill-3');
  const added = before.sandbox.edit.addBill(firstOrganization);

  const after = start();
  const called = await after.call(apiPaths.bills, { token: accessToken });
  const refreshed = await after.token(refreshFields(refreshToken));
  const reused = await start().token(refreshFields(refreshToken));
  const { sandbox } = after;
  expect({
    statuses: [called.status, refreshed.status, reused.status],
    approvals: sandbox.ledger().timesApproved,
    bills: ['bill-2', 'bill-3', added.id].map((id) => sandbox.bill(id)?.total_cents ?? null),
  }).toEqual({
    statuses: [200, 200, 400],
    approvals: { 'bill-1': 1 },
    bills: [777, null, added.total_cents],
  });
});

test("a change that can't be saved is not answered as done", async () => {
  const failing = {
    read: () => null,
    write: () => {
      throw new Error('ENOSPC');
    },
    quarantine: () => {},
  };
  const harness = createSandboxHarness({ store: failing });
  const answer = await harness.token(refreshFields('any'));
  expect([answer.status, fieldOf(answer.body, 'code')]).toEqual([500, 'state_not_kept']);
});

test('days later the sample is the same, except for bills that have become overdue', async () => {
  const before = start({ companies: madeForDay, today: '2026-03-10' });
  await before.signIn();
  const after = start({ companies: madeForDay, today: '2026-03-20' });
  const [{ id } = { id: '' }] = before.sandbox.organizations;
  const changed = after.sandbox.bills(id).filter((bill) => {
    return JSON.stringify(bill) !== JSON.stringify(before.sandbox.bill(bill.id));
  });
  expect([
    changed.length > 3,
    changed.every(({ status, due_date }) => status === 'overdue' && due_date < '2026-03-20'),
    after.sandbox
      .bills(id)
      .some(({ status, due_date }) => status === 'open' && due_date < '2026-03-20'),
  ]).toEqual([true, true, false]);
});

test('the file holds no token or code, and only its owner can read it', async () => {
  const harness = start();
  const code = await harness.code();
  const { accessToken, refreshToken } = await harness.signIn();
  const text = readFileSync(path, 'utf8');
  expect([
    [code, accessToken, refreshToken].filter((secret) => text.includes(secret)),
    (statSync(path).mode & 0o777).toString(8),
    readdirSync(join(folder, 'kept')),
  ]).toEqual([[], '600', ['sandbox.json']]);
});

test.each([
  ['is not JSON', '{"version":1,'],
  ['is of another version', '{"version":99}'],
])('a file that %s is quarantined, and the sandbox starts fresh', async (_, text) => {
  await start().signIn();
  writeFileSync(path, text);
  const harness = start();
  const { accessToken } = await harness.signIn();
  expect([
    readFileSync(`${path}.unreadable`, 'utf8'),
    (await start().call(apiPaths.bills, { token: accessToken })).status,
  ]).toEqual([text, 200]);
});
