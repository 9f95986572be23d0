import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAppLog } from './app-log.ts';
import { createRedactor } from './redact.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('D-13 lines are on disk at once, without secrets, for the user alone', () => {
  const redactor = createRedactor();
  redactor.addSecret('not-a-real-one');
  const log = createAppLog({ folder, alsoToConsole: false }, redactor);
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
