import { EventEmitter } from 'node:events';
import type { UtilityProcess } from 'electron';
import { expect, test } from 'vitest';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import type { DesktopState } from './desktop-state.ts';
import { createSampleService } from './sample-service.ts';

type Behaviour = 'listens' | 'ends' | 'is silent' | 'babbles';

/** A sandbox with one of these behaviors at each start, in turn. */
function arrange(behaviours: Behaviour[], samplePort: number | null) {
  const clock = createVirtualClock();
  const timeline: string[] = [];
  const window = { bounds: null, maximized: false, locked: false, toldOfBackground: false };
  const removedConnections: string[] = [];
  let state: DesktopState = { version: 1, ...window, samplePort, removedConnections };
  const service = createSampleService({
    clock,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    modulePath: 'sandbox.js',
    statePath: 'sample.json',
    state: { get: () => state, update: (change) => (state = { ...state, ...change }) },
    fork: (_path, args) => {
      const port = Number(args[args.indexOf('--port') + 1]);
      const child = Object.assign(new EventEmitter(), {
        stdout: null,
        stderr: null,
        kill: () => timeline.push('kill'),
      });
      const behaviour = behaviours.shift();
      timeline.push(`start on ${port}`);
      const url = `http://127.0.0.1:${port === 0 ? 5000 : port}`;
      queueMicrotask(() => {
        if (behaviour === 'listens') child.emit('message', { url, authUrl: url, controlUrl: null });
        if (behaviour === 'babbles') child.emit('message', 'hello');
        if (behaviour === 'ends') child.emit('exit', 1);
      });
      return child as object as UtilityProcess;
    },
  });
  return { clock, service, timeline, state: () => state };
}

const place = (port: number) => ({
  ok: true,
  value: { url: `http://127.0.0.1:${port}`, authUrl: `http://127.0.0.1:${port}` },
});

test('the sample company restarts on the port it had', async () => {
  const { service, timeline } = arrange(['listens'], 4000);
  const both = await Promise.all([service.start(), service.start()]);
  expect({ both, again: await service.start(), timeline }).toEqual({
    both: [place(4000), place(4000)],
    again: place(4000),
    timeline: ['start on 4000'],
  });
});

test('if another program has the port, the sample company uses a new one and remembers it', async () => {
  const { service, timeline, state } = arrange(['ends', 'listens'], 4000);
  expect([await service.start(), timeline, state().samplePort]).toEqual([
    place(5000),
    ['start on 4000', 'kill', 'start on 0'],
    5000,
  ]);
});

test.each([
  ['is silent', 'the sample company did not start in time'],
  ['babbles', 'the sample company sent an unknown message'],
  ['ends', 'the sample company ended with code 1'],
] as const)('a start of a sample company that %s fails with a reason', async (behaviour, error) => {
  const { clock, service } = arrange([behaviour], null);
  const started = service.start();
  await clock.advance(60_000);
  expect([await started, clock.sleepers()]).toEqual([{ ok: false, error }, 0]);
});
