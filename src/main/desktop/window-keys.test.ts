import { expect, test } from 'vitest';
import { createSeededRandom } from '../../base/testing/seeded-random.ts';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { createDataKeys } from '../auth/data-keys.ts';
import { createMemorySecrets } from '../auth/testing/memory-secrets.ts';
import { createRecordingLog } from '../auth/testing/recording-log.ts';
import { createNotices } from '../settings/notices.ts';
import { createMemoryDocument } from '../settings/testing/memory-document.ts';
import { createRedactor } from './redact.ts';
import { createWindowKeys } from './window-keys.ts';

function arrange(document = createMemoryDocument('keys')) {
  const secrets = createMemorySecrets();
  const notices = createNotices();
  const dataKeys = createDataKeys({
    secrets,
    document,
    notices,
    log: createRecordingLog(),
    clock: createVirtualClock(),
    random: createSeededRandom(1),
    allowWeak: () => false,
  });
  const redactor = createRedactor();
  let present = 'one';
  const session = { connection: () => ({ id: present }) as never };
  const keys = createWindowKeys({ session, dataKeys, redactor, notices });
  const open = async (connectionId = 'one') => {
    const answer = await keys.open(connectionId);
    return answer.kind === 'keys' ? answer.keys : answer.kind;
  };
  const use = (connectionId: string): void => void (present = connectionId);
  return { keys, open, use, redactor, secrets, document, notices };
}

test('work that the key does not open is lost if this run made the key, and the user is notified once', async () => {
  const first = arrange();
  await first.open();
  const second = arrange(first.document);
  await second.open();
  first.document.remove();
  const third = arrange(first.document);
  await third.open();
  for (const each of [second, third, third]) each.keys.reportLost('rows');
  expect([second.notices.list(), third.notices.list()]).toEqual([
    [],
    [{ kind: 'keysLost', about: '' }],
  ]);
});

test('a missing database of notes is reported if their key is older', async () => {
  const first = arrange();
  await first.open();
  const second = arrange(first.document);
  await second.open();
  for (const each of [first, second, second]) each.keys.reportLost('database');
  expect([first.notices.list(), second.notices.list()]).toEqual([
    [],
    [{ kind: 'notesLost', about: '' }],
  ]);
});

test('T-40 each key is answered once per page; a page that is loaded again gets the same', async () => {
  const { keys, open } = arrange();
  const first = await open();
  const again = await open();
  keys.pageLoaded();
  expect([again, await open()]).toEqual([{ cache: null, local: null, lasts: true }, first]);
});

test('T-40 after a sign-out the page gets only the new key of bills, not the key of notes again', async () => {
  const { keys, open } = arrange();
  await open();
  keys.destroy('one', ['cache']);
  expect(await open()).toEqual({ cache: expect.any(String), local: null, lasts: true });
});

test('T-40 a page destroys no keys of another connection, so their notes still open', async () => {
  const { keys, open, use } = arrange();
  const ofOne = await open();
  use('two');
  const answers = [keys.destroy('one', ['cache', 'local']), keys.destroy('__proto__', ['local'])];
  use('one');
  keys.pageLoaded();
  expect([answers, await open()]).toEqual([[false, false], ofOne]);
});

test('T-40 main gives out no keys of another connection, also if the connection changes while they are opened', async () => {
  const { open, use } = arrange();
  const opening = open();
  use('two');
  expect([await opening, await open(), typeof (await open('two'))]).toEqual([
    'unavailable',
    'unavailable',
    'object',
  ]);
});

test('T-40 keys opened for a page that is gone go to the next page', async () => {
  const { keys, open } = arrange();
  const opening = open();
  keys.pageLoaded();
  expect([await opening, await open()]).toEqual([
    'unavailable',
    { cache: expect.any(String), local: expect.any(String), lasts: true },
  ]);
});

test('D-38 while locked, main has no key of the bills in memory; after unlocking, the keyring returns the same key', async () => {
  const { keys, open, redactor, secrets } = arrange();
  const before = await open();
  if (typeof before === 'string') throw new Error(before);
  const opened = secrets.calls.open;
  keys.locked();
  const text = `${before.cache} ${before.local}`;
  const isForgotten = redactor.redact(text) === text;
  keys.pageLoaded();
  expect([isForgotten, await open(), secrets.calls.open - opened]).toEqual([true, before, 2]);
});

test('D-38 keys that no keyring stores stay in memory when the window is locked', async () => {
  const { keys, open, secrets } = arrange();
  secrets.strength = { backend: 'basic_text', strength: 'weak' };
  const before = await open();
  keys.locked();
  keys.pageLoaded();
  expect(await open()).toEqual(before);
});
