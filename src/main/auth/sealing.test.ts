import { expect, test } from 'vitest';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { createSealer, isOfOtherKeyring, allowedStorage, type SecretPurpose } from './sealing.ts';
import { createMemorySecrets } from './testing/memory-secrets.ts';
import { holdSecretsContract } from './testing/secrets-contract.ts';

holdSecretsContract('a keyring in memory', () => {
  const secrets = createMemorySecrets();
  return {
    secrets,
    goAway: () => (secrets.awayFor = Infinity),
    comeBack: () => (secrets.awayFor = 0),
    loseKey: secrets.loseKey,
    rotateKey: secrets.rotateKey,
  };
});

const purpose: SecretPurpose = { kind: 'refreshToken', connectionId: 'one', generation: 3 };
const others: readonly SecretPurpose[] = [
  { ...purpose, kind: 'accessToken' },
  { ...purpose, connectionId: 'two' },
  { ...purpose, generation: 4 },
];

test.each(others)('a secret sealed for one purpose does not open for %j', async (other) => {
  const sealer = createSealer({ secrets: createMemorySecrets(), clock: createVirtualClock() });
  const sealed = await sealer.seal(purpose, 'the secret');
  const opened = sealed.ok && (await sealer.open(other, sealed.value));
  expect(opened).toEqual({
    ok: false,
    error: { kind: 'cannotOpen', technical: 'sealed for another purpose' },
  });
});

test('Billfold asks a keyring four times within five seconds, then stops', async () => {
  const clock = createVirtualClock();
  const secrets = createMemorySecrets();
  secrets.awayFor = Infinity;
  const sealed = createSealer({ secrets, clock }).seal(purpose, 'the secret');
  await clock.advance(5_000);
  expect([(await sealed).ok, secrets.calls.seal, clock.sleepers()]).toEqual([false, 4, 0]);
});

test('a sealed text in another form does not open', async () => {
  const secrets = createMemorySecrets();
  const sealer = createSealer({ secrets, clock: createVirtualClock() });
  const sealed = await sealer.seal(purpose, 'the secret');
  const plain = await secrets.seal('{}');
  if (!sealed.ok || !plain.ok) throw new Error('expected sealed texts');
  const other = { ...sealed.value, sealed: Buffer.from(plain.value).toString('base64') };
  expect(await sealer.open(purpose, other)).toEqual({
    ok: false,
    error: { kind: 'cannotOpen', technical: 'sealed for another purpose' },
  });
});

test.each([
  ['strong', false, 'strong'],
  ['weak', false, null],
  ['weak', true, 'weak'],
  ['none', true, null],
] as const)(
  'T-2 storage is %s, weaker storage chosen: %s',
  async (strength, isAllowed, keeping) => {
    const secrets = createMemorySecrets({ backend: 'keyring', strength });
    expect(await allowedStorage({ secrets, allowWeak: () => isAllowed })).toBe(keeping);
  },
);

test.each([
  ['the same keyring', 'keyring', 'strong', false],
  ['another keyring', 'other', 'strong', true],
  ['no keyring', 'other', 'none', false],
  ['a keyring without a name', 'unknown', 'strong', false],
] as const)('T-30 a secret is of another keyring: %s', async (_, backend, strength, isOther) => {
  const sealer = createSealer({
    secrets: createMemorySecrets({ backend: 'keyring', strength: 'strong' }),
    clock: createVirtualClock(),
  });
  const sealed = await sealer.seal(purpose, 'the secret');
  if (!sealed.ok) throw new Error(sealed.error.technical);
  const secrets = createMemorySecrets({ backend, strength });
  expect(await isOfOtherKeyring(sealed.value, { secrets })).toBe(isOther);
});
