import { expect, test } from 'vitest';
import { afterFailedOpen } from './indexed-db.ts';

const named = (name: string): DOMException => new DOMException('', name);

test('C-12 only another version and proven damage begin a mirror anew; what may pass is waited for', () => {
  const full = { name: 'AbortError', inner: named('QuotaExceededError') };
  const fullUpgrade = { name: 'UpgradeError', inner: named('QuotaExceededError') };
  const after = (problem: unknown): string[] => [1, 2, 3].map((n) => afterFailedOpen(problem, n));
  const names = ['VersionError', 'UpgradeError', 'SchemaError', 'UnknownError', 'AbortError'];
  names.push('TimeoutError', 'QuotaExceededError', 'InvalidStateError', 'DatabaseClosedError');
  names.push('SecurityError', 'constructor');
  const odd = [full, fullUpgrade, null, 'text', {}];
  expect({
    named: names.map((name) => [name, ...after(named(name))]),
    odd: odd.map(after),
  }).toEqual({
    named: [
      ['VersionError', 'beginAnew', 'beginAnew', 'beginAnew'],
      ['UpgradeError', 'beginAnew', 'beginAnew', 'beginAnew'],
      ['SchemaError', 'beginAnew', 'beginAnew', 'beginAnew'],
      ['UnknownError', 'tryAgain', 'tryAgain', 'beginAnew'],
      ['AbortError', 'giveUp', 'giveUp', 'giveUp'],
      ['TimeoutError', 'giveUp', 'giveUp', 'giveUp'],
      ['QuotaExceededError', 'giveUp', 'giveUp', 'giveUp'],
      ['InvalidStateError', 'giveUp', 'giveUp', 'giveUp'],
      ['DatabaseClosedError', 'giveUp', 'giveUp', 'giveUp'],
      ['SecurityError', 'giveUp', 'giveUp', 'giveUp'],
      ['constructor', 'giveUp', 'giveUp', 'giveUp'],
    ],
    odd: odd.map(() => ['giveUp', 'giveUp', 'giveUp']),
  });
});
