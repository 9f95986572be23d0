import { expect, test } from 'vitest';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { createSealer } from './sealing.ts';
import type { SecretPurpose } from './sealing.ts';
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

test.each(others)('T-7 a secret sealed for one purpose does not open for %j', async (other) => {
  const sealer = createSealer({ secrets: createMemorySecrets(), clock: createVirtualClock() });
  const sealed = await sealer.seal(purpose, 'the secret');
  const opened = sealed.ok && (await sealer.open(other, sealed.value));
  expect(opened).toEqual({
    ok: false,
    error: { kind: 'cannotOpen', technical: 'sealed for another purpose' },
  });
});

test('T-3 a keyring is asked four times within five seconds, then left alone', async () => {
  const clock = createVirtualClock();
  const secrets = createMemorySecrets();
  secrets.awayFor = Infinity;
  const sealed = createSealer({ secrets, clock }).seal(purpose, 'the secret');
  await clock.advance(5_000);
  expect([(await sealed).ok, secrets.calls.seal, clock.sleepers()]).toEqual([false, 4, 0]);
});
