import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createObservable } from '../../../base/observable.ts';
import {
  createWorkspaceWorld,
  MINUTE_MS,
  SECOND_MS,
  type WorkspaceWorld,
} from '../../core/testing/workspace-world.ts';
import { createNotifier } from './notifier.ts';

let world: WorkspaceWorld;
let stops: (() => void)[] = [];
beforeEach(() => {
  world = createWorkspaceWorld();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  expect(await world.end()).toBe(0);
});

/** A running Billfold, and what the system has said in its name. */
async function start(refuse: () => void = () => undefined) {
  const { workspace, kill } = await world.start();
  const focus = createObservable(false);
  const said: string[] = [];
  const { close } = createNotifier({
    workspace,
    clock: world.clock,
    focus,
    notify: ({ title }) => {
      refuse();
      said.push(title);
      return Promise.resolve();
    },
    report: (fault) => said.push(String(fault)),
  });
  stops.push(close);
  await world.advance(SECOND_MS);
  const end = (): void => {
    close();
    kill();
  };
  return { workspace, focus, said, end };
}

test('K-13 a look that breaks is reported, and does not end the notifications', async () => {
  const { workspace, said, focus } = await start();
  world.main.isDown = true;
  workspace.commands.refresh();
  await world.advance(MINUTE_MS);
  await workspace.commands.approve(['b1']);
  vi.spyOn(focus, 'get').mockImplementationOnce(() => {
    throw new Error('broken');
  });
  focus.set(true);
  focus.set(false);
  await world.advance(10 * MINUTE_MS);
  world.main.isDown = false;
  await world.advance(5 * MINUTE_MS);
  expect(said).toEqual(['Error: broken', '1 approval was sent']);
});

test('K-13 a notification the system refuses at once loses no other one', async () => {
  const { workspace, said } = await start(() => {
    throw new Error('no notifications here');
  });
  for (const billId of ['b1', 'b2']) {
    world.main.isDown = true;
    workspace.commands.refresh();
    await world.advance(MINUTE_MS);
    await workspace.commands.approve([billId]);
    await world.advance(10 * MINUTE_MS);
    world.main.isDown = false;
    await world.advance(10 * MINUTE_MS);
  }
  expect(said).toEqual(['Error: no notifications here', 'Error: no notifications here']);
});
