import { expect, test } from 'vitest';
import { settle } from '../../base/testing/virtual-clock.ts';
import { createWorkspaceWorld, MINUTE_MS } from '../sync/testing/workspace-world.ts';

test('F-14 what was looked at outlives the renderer and goes at sign-out, like the bills', async () => {
  const world = createWorkspaceWorld();
  const marks = async (): Promise<number> =>
    (await world.disk.databases()).filter(({ name }) => name?.startsWith('billfold-marks-')).length;
  const first = await world.start();
  await world.advance(MINUTE_MS);
  first.workspace.flags.looked('b1');
  await settle();
  first.kill();
  const second = await world.start();
  await world.advance(MINUTE_MS);
  second.workspace.flags.isSeen('b1');
  await settle();
  const told = [await marks(), second.workspace.flags.isSeen('b1')];
  await second.workspace.commands.signOut('keep');
  await settle();
  told.push(await marks());
  expect([told, await world.end()]).toEqual([[1, true, 0], 0]);
});
