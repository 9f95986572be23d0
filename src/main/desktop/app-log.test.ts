import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { noPolicy, type Policy } from '../../bridge/policy.ts';
import { createAppLog } from './app-log.ts';
import { createRedactor } from './redact.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const now = Date.parse('2026-03-31T12:00:00Z');

function open(policy: Partial<Policy> = {}, redactor = createRedactor()) {
  const clock = createVirtualClock(now);
  const options = { folder, alsoToConsole: false, clock, policy: { ...noPolicy, ...policy } };
  return createAppLog(options, redactor);
}

test('lines are on disk at once, without secrets, readable by the user alone', () => {
  const redactor = createRedactor();
  redactor.addSecret('not-a-real-one');
  const log = open({}, redactor);
  log.info('started', { version: '1' });
  log.error('failed', { error: new Error('secret not-a-real-one'), header: 'Bearer abc.def' });
  const path = join(folder, 'main.log');
  const [first = '', second = ''] = readFileSync(path, 'utf8').split('\n');
  expect({
    first: first.replace(/^\S+ /, ''),
    hasStack: second.includes('app-log.test.ts'),
    leaks: /not-a-real-one|abc\.def/.test(second),
    mode: process.platform === 'win32' ? 0o600 : statSync(path).mode & 0o777,
  }).toEqual({
    first: '[info]  started {"version":"1"}',
    hasStack: true,
    leaks: false,
    mode: 0o600,
  });
});

test('the log escapes characters that would hide or reorder a line', () => {
  open().warn('vendor \u202eecruoS\u009b2J', { memo: '\u2066a\u0085b' });
  expect(readFileSync(join(folder, 'main.log'), 'utf8')).toContain(
    String.raw`vendor \u202eecruoS\u009b2J {"memo":"\u2066a\u0085b"}`,
  );
});

test('D-37 a line is cut after the redactor has seen all of it', () => {
  const redactor = createRedactor();
  redactor.addSecret('not-a-real-one');
  open({}, redactor).error(`${'x'.repeat(4_090)}not-a-real-one`, { rest: 'y'.repeat(1_000_000) });
  const line = readFileSync(join(folder, 'main.log'), 'utf8').replace(/^\S+ /, '');
  expect([line.length < 4_200, line.includes('not-'), line.includes('xx[redac… (')]).toEqual([
    true,
    false,
    true,
  ]);
});

test('D-37 a page that repeats a call cannot push other lines out of the log', () => {
  const log = open();
  log.error('a fault that matters');
  for (let time = 0; time < 100_000; time++) log.error('renderer: fault', { x: 'x'.repeat(4_000) });
  const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const lines = kept.join('').split('\n');
  expect([
    lines.some((line) => line.includes('a fault that matters')),
    lines.length < 1_000,
    lines.some((line) => line.includes('renderer: fault (65536 times) {')),
  ]).toEqual([true, true, true]);
});

test('D-37 the count of lines begins again each day', async () => {
  const clock = createVirtualClock(now);
  const log = createAppLog(
    { folder, alsoToConsole: false, clock, policy: noPolicy },
    createRedactor(),
  );
  for (let time = 0; time < 1_000; time++) log.info('synced');
  const before = readFileSync(join(folder, 'main.log'), 'utf8').split('\n').length;
  await clock.advance(24 * 60 * 60 * 1000);
  log.info('synced');
  expect([before, readFileSync(join(folder, 'main.log'), 'utf8').endsWith('synced\n')]).toEqual([
    502,
    true,
  ]);
});

test('the log drops lines older than the policy’s period, and files without newer lines', () => {
  const line = (day: string, text: string) => `2026-03-${day}T08:00:00.000Z [info]  ${text}\n`;
  writeFileSync(join(folder, 'main.old.log'), line('01', 'old'));
  writeFileSync(
    join(folder, 'main.log'),
    `${line('02', 'old')}  at its stack\n${line('30', 'new')}  at its stack\n`,
  );
  writeFileSync(join(folder, 'other.log'), line('01', 'not ours'));
  // An earlier version left a folder that others could read.
  chmodSync(folder, 0o755);
  open({ logRetentionDays: 7 });
  const mode = process.platform === 'win32' ? 0o700 : statSync(folder).mode & 0o777;
  expect([mode, readdirSync(folder), readFileSync(join(folder, 'main.log'), 'utf8')]).toEqual([
    0o700,
    ['main.log', 'other.log'],
    `${line('30', 'new')}  at its stack\n`,
  ]);
});

test.each([
  [null, ['main.log', 'main.old-2.log', 'main.old-3.log', 'main.old-4.log', 'main.old.log']],
  [1, ['main.log']],
  [4, ['main.log', 'main.old-2.log', 'main.old-3.log', 'main.old.log']],
])('a log that overflows keeps as many files as the policy says: %s', (logFiles, kept) => {
  const log = open({ logFiles });
  // Enough lines to fill a file of one megabyte seven times.
  for (let line = 0; line < 1_900; line++) log.info(`${line} ${'x'.repeat(4_000)}`);
  expect(readdirSync(folder)).toEqual(kept);
});

test('a pipe or device in the place of the log is replaced, because writing to it would never end', () => {
  const path = join(folder, 'main.log');
  symlinkSync('/dev/null', path);
  open().info('started');
  expect(readFileSync(path, 'utf8')).toContain('started');
});
