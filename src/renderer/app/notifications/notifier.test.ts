import { afterEach, expect, test, vi } from 'vitest';
import { createObservable } from '../../../base/observable.ts';
import {
  harnessOfEachTest,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
} from '../../core/testing/workspace-harness.ts';
import type { Counts } from '../../../bridge/app.ts';
import { createNotifier } from './notifier.ts';

const harness = harnessOfEachTest();
let stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A running Billfold and the titles of its notifications. */
async function start(refuse: () => void = () => undefined) {
  const { workspace, kill } = await harness.start();
  const focus = createObservable(false);
  const said: string[] = [];
  const announced: string[] = [];
  const bodies: string[] = [];
  const shown: Counts[] = [];
  const { close } = createNotifier({
    workspace,
    clock: harness.clock,
    focus,
    announce: (text) => announced.push(text),
    notify: ({ title, body }) => {
      refuse();
      said.push(title);
      bodies.push(body);
      return Promise.resolve();
    },
    showCounts: async (counts) => shown.push(counts),
    report: (fault) => said.push(String(fault)),
  });
  stops.push(close);
  await harness.advance(SECOND_MS);
  const end = (): void => {
    close();
    kill();
  };
  return { workspace, focus, said, announced, bodies, shown, end };
}

test('a failed check is reported and does not stop the notifications', async () => {
  const { workspace, said, focus } = await start();
  harness.main.isDown = true;
  workspace.commands.refresh();
  await harness.advance(MINUTE_MS);
  await workspace.commands.approveBills(['b1']);
  vi.spyOn(focus, 'get').mockImplementationOnce(() => {
    throw new Error('broken');
  });
  focus.set(true);
  focus.set(false);
  await harness.advance(10 * MINUTE_MS);
  harness.main.isDown = false;
  await harness.advance(5 * MINUTE_MS);
  expect(said).toEqual(['Error: broken', '1 approval sent']);
});

test('a notification that the system refuses at once does not affect others', async () => {
  const { workspace, said } = await start(() => {
    throw new Error('no notifications here');
  });
  for (const billId of ['b1', 'b2']) {
    harness.main.isDown = true;
    workspace.commands.refresh();
    await harness.advance(MINUTE_MS);
    await workspace.commands.approveBills([billId]);
    await harness.advance(10 * MINUTE_MS);
    harness.main.isDown = false;
    await harness.advance(10 * MINUTE_MS);
  }
  expect(said).toEqual(['Error: no notifications here', 'Error: no notifications here']);
});

test('the count of pending approvals outside the window is updated once per change', async () => {
  const { workspace, shown } = await start();
  await workspace.commands.approveBills(['b1']);
  await harness.advance(SECOND_MS);
  await workspace.commands.approveBills(['b2']);
  await harness.advance(10 * MINUTE_MS);
  expect(shown).toEqual([0, 1, 2, 1, 0].map((waiting) => ({ attention: 0, waiting })));
});

test('approvals that turn out to need attention are announced in the focused window, once per event, with their total', async () => {
  const { workspace, focus, announced, said } = await start();
  focus.set(true);
  harness.main.sendFault = () => ({ kind: 'rejected', error: { kind: 'notFound', technical: '' } });
  await workspace.commands.approveBills(['b1', 'b2']);
  await harness.advance(MINUTE_MS);
  const first = [...announced];
  const ids = workspace.approvals.get().map(({ id }) => id);
  await workspace.commands.sendAgain(ids.slice(0, 1));
  await harness.advance(MINUTE_MS);
  expect([first, announced, said]).toEqual([
    ['2 approvals need attention'],
    ['2 approvals need attention', '2 approvals need attention'],
    [],
  ]);
});

test('K-15 the daily digest is off until turned on, replaces the notification of bills due tomorrow, and contains only counts', async () => {
  harness.edit('b1', { dueDate: '2026-01-02' });
  harness.edit('b2', { dueDate: '2025-12-30' });
  const first = await start();
  await harness.advance(5 * MINUTE_MS);
  const usual = [...first.said];
  await first.workspace.commands.changeSettings({ notifyDigest: true, dueTomorrowToldOn: null });
  first.end();
  const second = await start();
  await harness.advance(10 * MINUTE_MS);
  expect([usual, second.said, second.bodies]).toEqual([
    ['1 unapproved bill due tomorrow'],
    ['Open in Billfold'],
    ['1 bill overdue, 1 bill due tomorrow'],
  ]);
});

test('K-15 the daily digest appears at once when it is turned on, then once a day', async () => {
  harness.edit('b2', { dueDate: '2025-12-30' });
  const { workspace, bodies } = await start();
  await harness.advance(5 * MINUTE_MS);
  const before = [...bodies];
  await workspace.commands.changeSettings({ notifyDigest: true });
  await harness.advance(10 * MINUTE_MS);
  const after = [...bodies];
  await harness.advance(24 * HOUR_MS);
  expect([before, after, bodies.length]).toEqual([[], ['1 bill overdue'], 2]);
});
