import { expect, test } from 'vitest';
import { apiPaths } from '../contract/wire-names.ts';
import { authorizeUrl, createSandboxHarness, SANDBOX_URL } from './testing/harness.ts';

test('a request aborted beforehand never arrives', async () => {
  const harness = createSandboxHarness();
  const pending = harness.fetch(`${SANDBOX_URL}${apiPaths.bills}`, {
    signal: AbortSignal.abort('no'),
  });
  await expect(pending).rejects.toBe('no');
  expect(harness.sandbox.ledger().requestCount).toBe(0);
});

test('a redirect is returned, or refused if the sender asked for that', async () => {
  const harness = createSandboxHarness();
  const url = authorizeUrl({ scope: 'everything' });
  const given = await harness.fetch(url, { redirect: 'manual' });
  expect(given.status).toBe(303);
  await expect(harness.fetch(url, { redirect: 'error' })).rejects.toThrow('fetch failed');
});
