import { expect, test } from 'vitest';
import type { ReplyOf } from '../../../bridge/methods.ts';
import type { Bridge } from '../../../bridge/client.ts';
import { nodeCipher, testKey } from '../testing/node-cipher.ts';
import { createConnectionKeyring } from './connection-keys.ts';

type Answer = ReplyOf<'keys.open'>;
const keysOf = (cache: string | null, local: string | null): Answer => ({
  kind: 'keys',
  keys: { cache: cache && testKey(cache), local: local && testKey(local), lasts: true },
});

/** A keyring, and a main that gives it these answers in turn. */
function arrange(...answers: Answer[]) {
  const call = async (name: string): Promise<unknown> =>
    name === 'keys.open' ? answers.shift() : true;
  const bridge = { call } as unknown as Bridge;
  return createConnectionKeyring(bridge, { cipher: nodeCipher });
}

test('T-40 main gives each key once, and the page keeps using the cipher made from it', async () => {
  const keyring = arrange(keysOf('a', 'b'), keysOf(null, null));
  const first = await keyring.open('one');
  expect(await keyring.open('one')).toEqual(first);
});

test('T-40 after a sign-out, the page uses the new key for bills and keeps the cipher of the notes', async () => {
  const keyring = arrange(keysOf('a', 'b'), keysOf('c', null));
  const first = await keyring.open('one');
  await keyring.destroy('one', ['cache']);
  const second = await keyring.open('one');
  const sealed = await first.cache.seal(['place'], 'text');
  expect([second.local === first.local, await second.cache.open(['place'], sealed)]).toEqual([
    true,
    null,
  ]);
});

test('T-40 the page uses neither a destroyed key nor one of another connection', async () => {
  const keyring = arrange(keysOf('a', 'b'), keysOf(null, null), keysOf(null, null));
  await keyring.open('one');
  await expect(keyring.open('two')).rejects.toThrow('has lost the keys');
  await keyring.destroy('one', ['local']);
  await expect(keyring.open('one')).rejects.toThrow('has lost the keys');
});
