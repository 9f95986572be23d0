import { afterEach, beforeEach, expect, test } from 'vitest';
import { cacheDatabaseName } from '../mirror/cache-database.ts';
import { OUTBOX_DATABASE_NAME } from '../outbox/outbox-database.ts';
import { failDatabaseCalls } from '../testing/failing-database.ts';
import {
  bills,
  harnessOfEachTest,
  MINUTE_MS,
  SECOND_MS,
  states,
} from '../testing/workspace-harness.ts';
import type { LocksPort } from './platform.ts';

const harness = harnessOfEachTest();
/** Open databases with this name. */
let openNow: (name: string) => IDBDatabase[];
let stops: (() => void)[] = [];
beforeEach(() => {
  const { disk } = harness;
  const open = new Set<IDBDatabase>();
  const really = disk.open.bind(disk);
  disk.open = (...asked) => {
    const request = really(...asked);
    request.addEventListener('success', () => {
      const database = request.result;
      const close = database.close.bind(database);
      open.add(database);
      database.close = () => {
        open.delete(database);
        close();
      };
    });
    return request;
  };
  openNow = (name) => [...open].filter((each) => each.name === name);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const cacheName = cacheDatabaseName('connection');

/** Makes these database calls fail. Returns a function that makes them succeed again. */
function breakDatabases(method: string, name = 'UnknownError') {
  let isBroken = true;
  const faults = failDatabaseCalls((_nth, each) => (isBroken && each === method ? name : null));
  stops.push(faults.stop);
  return () => {
    isBroken = false;
  };
}

test('P-40 while the connection cannot be opened, the user sees why and can retry, and nothing stays open', async () => {
  const mend = breakDatabases('get');
  const { workspace } = await harness.start();
  await harness.advance(MINUTE_MS);
  const meanwhile = {
    kind: workspace.connectionFault.get()?.kind,
    open: openNow(cacheName).length,
    bills: bills(workspace),
  };
  mend();
  workspace.commands.tryAgain();
  await harness.advance(0);
  const after = { fault: workspace.connectionFault.get(), open: openNow(cacheName).length };
  await workspace.commands.approveBills(['b1']);
  await harness.advance(10 * SECOND_MS);
  expect({ meanwhile, after, applied: harness.main.applied }).toEqual({
    meanwhile: { kind: 'notOpened', open: 0, bills: [] },
    after: { fault: null, open: 1 },
    applied: ['b1'],
  });
});

test('P-40 at most one retry waits, however often the session changes meanwhile', async () => {
  const mend = breakDatabases('get');
  await harness.start();
  const faults = (): number =>
    harness.main.timeline.filter((line) => line.includes('fault')).length;
  for (let change = 0; change < 20; change++) {
    harness.main.signIn(`sign-in-${change}`);
    await harness.advance(0);
  }
  const afterChanges = faults();
  await harness.advance(MINUTE_MS);
  const inAMinute = faults() - afterChanges;
  mend();
  expect([inAMinute >= 12, inAMinute <= 60]).toEqual([true, true]);
});

test.each([cacheName, OUTBOX_DATABASE_NAME])(
  'P-39 a database closed by the browser is opened again, and waiting approvals are sent: %s',
  async (name) => {
    const { workspace } = await harness.start();
    for (const database of openNow(name)) {
      database.close();
      database.onclose?.(new Event('close'));
    }
    await workspace.commands.approveBills(['b1']);
    await harness.advance(20 * SECOND_MS);
    // The user approves again, since the first approval could not be stored.
    await workspace.commands.approveBills(['b1']);
    await harness.advance(20 * SECOND_MS);
    expect([states(workspace), harness.main.applied, workspace.connectionFault.get()]).toEqual([
      ['b1 confirmed #1'],
      ['b1'],
      null,
    ]);
  },
);

test('a failing lock is reported and requested again, and losing it stops pull and push', async () => {
  let refuse: (problem: unknown) => void = () => undefined;
  let asked = 0;
  const locks: LocksPort = {
    request: async (_name, _options, hold) => {
      asked += 1;
      if (asked === 1) throw new DOMException('no storage', 'SecurityError');
      const { promise: stolen, reject } = Promise.withResolvers<never>();
      refuse = reject;
      // The second lock is taken away.
      return Promise.race([hold(), stolen]);
    },
  };
  const { workspace } = await harness.start(locks);
  const first = { fault: workspace.connectionFault.get(), bills: bills(workspace) };
  await harness.advance(10 * SECOND_MS);
  const held = { fault: workspace.connectionFault.get(), bills: bills(workspace) };
  refuse(new DOMException('stolen', 'AbortError'));
  await harness.advance(0);
  await workspace.commands.approveBills(['b1']);
  const stolen = { fault: workspace.connectionFault.get(), applied: [...harness.main.applied] };
  await harness.advance(20 * SECOND_MS);
  expect({ first, held, stolen, asked, applied: harness.main.applied }).toEqual({
    first: { fault: { kind: 'notOpened', technical: 'SecurityError: no storage' }, bills: [] },
    held: { fault: null, bills: ['b1 open', 'b2 open', 'b3 overdue'] },
    stolen: { fault: { kind: 'notOpened', technical: 'AbortError: stolen' }, applied: [] },
    asked: 3,
    applied: ['b1'],
  });
});

test.each([
  ['unavailable', 'keyringAway', 'KeyringAway: away'],
  ['unread', 'notOpened', 'Error: away'],
] as const)(
  'T-30 while the keys are %s, the user sees it and nothing is open; with the keys, all continues by itself',
  async (kind, fault, technical) => {
    const { keys } = harness.main;
    harness.main.keys = { kind, technical: 'away' };
    const { workspace } = await harness.start();
    await harness.advance(MINUTE_MS);
    const locked = {
      fault: workspace.connectionFault.get(),
      open: openNow(cacheName).length,
      bills: bills(workspace),
    };
    harness.main.keys = keys;
    await harness.advance(10 * SECOND_MS);
    expect({ locked, fault: workspace.connectionFault.get(), bills: bills(workspace) }).toEqual({
      locked: {
        fault: { kind: fault, technical },
        open: 0,
        bills: [],
      },
      fault: null,
      bills: ['b1 open', 'b2 open', 'b3 overdue'],
    });
  },
);
