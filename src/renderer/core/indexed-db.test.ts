import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { afterFailedOpen, isStorageFault } from './indexed-db.ts';

const named = (name: string): DOMException => new DOMException('', name);

const full = named('QuotaExceededError');
const recreate = ['recreate', 'recreate', 'recreate'];
const giveUp = ['giveUp', 'giveUp', 'giveUp'];
const problems: readonly (readonly [unknown, readonly string[]])[] = [
  ...['VersionError', 'UpgradeError', 'SchemaError'].map(
    (name) => [named(name), recreate] as const,
  ),
  [named('UnknownError'), ['tryAgain', 'tryAgain', 'recreate']],
  ...['AbortError', 'TimeoutError', 'QuotaExceededError', 'InvalidStateError'].map(
    (name) => [named(name), giveUp] as const,
  ),
  ...['DatabaseClosedError', 'SecurityError', 'constructor'].map(
    (name) => [named(name), giveUp] as const,
  ),
  ...[
    { name: 'AbortError', inner: full },
    { name: 'UpgradeError', inner: full },
    null,
    'text',
    {},
  ].map((odd) => [odd, giveUp] as const),
];

test.each(problems)(
  'only another version and proven damage recreate a mirror, and other errors are waited out: %s',
  (problem, expected) => {
    expect([1, 2, 3].map((nth) => afterFailedOpen(problem, nth))).toEqual(expected);
  },
);

test('only errors of a database or a lock count as faults of the disk', () => {
  const faults = [full, new Dexie.OpenFailedError('no disk'), new Dexie.BulkError('', {})];
  const others = [new RangeError('Invalid language tag'), new TypeError('bug'), 'text', null];
  expect([faults.map(isStorageFault), others.map(isStorageFault)]).toEqual([
    [true, true, true],
    [false, false, false, false],
  ]);
});
