import { expect, test } from 'vitest';
import { harnessOfEachTest, MINUTE_MS, SECOND_MS } from '../testing/workspace-harness.ts';

const harness = harnessOfEachTest();

test('P-40 only a few approvals of a bulk are refused for a missing permission; the others wait for it', async () => {
  const ids = Array.from({ length: 50 }, (_, at) => `b${at}`);
  const [first] = harness.main.service.get('acme') ?? [];
  if (!first) throw new Error('no bill to copy');
  const bills = ids.map((id) => ({ ...first, id }));
  harness.main.service.set('acme', bills);
  const { workspace } = await harness.start();
  const forbidden = { kind: 'forbidden', scope: 'accounting', technical: '403' } as const;
  harness.main.sendFault = () => ({ kind: 'rejected', error: forbidden });
  const timeline = harness.timeline();
  const sends = (): number => timeline.since().filter((line) => line.includes('send')).length;
  await workspace.commands.approveBills(ids);
  await harness.advance(10 * MINUTE_MS);
  const used = sends();
  const waits = workspace.missingPermission.get();
  // The user signs in with the permission, and lets the new sign-in send the waiting approvals.
  harness.main.sendFault = null;
  harness.main.signIn('sign-in-2', ['money_out', 'accounting']);
  await harness.advance(SECOND_MS);
  const again = await workspace.commands.sendAgain(
    workspace.approvals
      .get()
      .filter(({ state }) => state === 'rejected')
      .map(({ id }) => id),
  );
  await harness.advance(MINUTE_MS);
  const confirmed = (): number =>
    workspace.approvals.get().filter(({ state }) => state === 'confirmed').length;
  const resent = confirmed();
  await workspace.commands.adopt(workspace.approvals.get().map(({ id }) => id));
  await harness.advance(10 * MINUTE_MS);
  expect({ used, waits, again: again.length, resent, confirmed: confirmed() }).toEqual({
    used: expect.toSatisfy((count: number) => count <= 4),
    waits: 'accounting',
    again: 0,
    resent: used,
    confirmed: 50,
  });
  expect(workspace.missingPermission.get()).toBeNull();
});
