import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createObservable } from '../../../base/observable.ts';
import { aBill } from '../../core/testing/fake-bridge.ts';
import {
  createWorkspaceWorld,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  type WorkspaceWorld,
} from '../../core/testing/workspace-world.ts';
import { addDays, plainDateAt } from '../../core/time/days.ts';
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

const tomorrow = (): string => addDays(plainDateAt(world.clock.nowMs()), 1);

test('K-8 approved without a network, sent later: one notification for all of them', async () => {
  const { workspace, said } = await start();
  world.main.isDown = true;
  workspace.commands.refresh();
  await world.advance(MINUTE_MS);
  await workspace.commands.approve(['b1', 'b2', 'b3']);
  await world.advance(10 * MINUTE_MS);
  world.main.isDown = false;
  await world.advance(5 * MINUTE_MS);
  expect([said, world.main.applied.toSorted()]).toEqual([
    ['3 approvals were sent'],
    ['b1', 'b2', 'b3'],
  ]);
});

test('K-8 approved in the moment before the service is reached again: it had to wait as well', async () => {
  const { workspace, said } = await start();
  world.main.isDown = true;
  workspace.commands.refresh();
  await world.advance(MINUTE_MS);
  await workspace.commands.approve(['b1']);
  await world.advance(100);
  await workspace.commands.approve(['b2']);
  world.main.isDown = false;
  workspace.commands.refresh();
  await world.advance(100);
  expect(workspace.connectivity.get().state).toBe('online');
  await world.advance(5 * MINUTE_MS);
  expect(said).toEqual(['2 approvals were sent']);
});

test('K-8, K-9 a choice of the user silences what it names, and nothing else', async () => {
  world.main.settings = { ...world.main.settings, notifySent: false };
  world.main.sendFault = ({ snapshot }) =>
    snapshot.billId === 'b2'
      ? { kind: 'rejected', error: { kind: 'notFound', technical: '404' } }
      : null;
  const { workspace, said } = await start();
  world.main.isDown = true;
  workspace.commands.refresh();
  await world.advance(MINUTE_MS);
  await workspace.commands.approve(['b1', 'b2', 'b3']);
  world.main.isDown = false;
  await world.advance(10 * MINUTE_MS);
  expect(said).toEqual(['1 approval needs attention']);
});

test('K-9 an approval that is held back, or whose bill had changed, is told as needing attention', async () => {
  world.main.organizations = [
    { id: 'acme', name: 'Acme' },
    { id: 'lumen', name: 'Lumen' },
  ];
  const { workspace, said } = await start();
  await world.advance(MINUTE_MS);
  world.main.sendFault = () => ({
    kind: 'confirmed',
    bill: aBill('b1', { total_cents: 999_00, amount_due_cents: 0, status: 'paid' }),
  });
  await workspace.commands.approve(['b1']);
  await world.advance(MINUTE_MS);
  const differing = [...said];
  world.main.isDown = true;
  workspace.commands.refresh();
  await world.advance(MINUTE_MS);
  await workspace.commands.approve(['b2']);
  world.main.organizations = [{ id: 'lumen', name: 'Lumen' }];
  world.main.isDown = false;
  await world.advance(2 * HOUR_MS);
  expect([differing, said, workspace.approvals.get().map((row) => row.waitingFor)]).toEqual([
    ['1 approval needs attention'],
    ['1 approval needs attention', '1 approval needs attention'],
    ['noOrganization', null],
  ]);
});

test('K-10 due tomorrow is told once a day, after a restart as well, and again past midnight', async () => {
  const [day, next] = [tomorrow(), addDays(plainDateAt(world.clock.nowMs()), 2)];
  world.main.service.set('acme', [
    aBill('b1', { due_date: day }),
    aBill('b2', { due_date: day }),
    aBill('b3', { due_date: next }),
  ]);
  const first = await start();
  await world.advance(MINUTE_MS);
  first.end();
  const second = await start();
  await world.advance(2 * HOUR_MS);
  const restarted = [...second.said];
  await world.advance(24 * HOUR_MS);
  expect([first.said, restarted, second.said]).toEqual([
    ['2 bills are due tomorrow'],
    [],
    ['1 bill is due tomorrow'],
  ]);
});

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
