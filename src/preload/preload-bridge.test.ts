import { expect, test } from 'vitest';
import { events, type EventName } from '../bridge/events.ts';
import { methods, type MethodName } from '../bridge/methods.ts';
import { eventChannel, methodChannel } from '../bridge/wire.ts';
import { type BridgeNames, createPreloadBridge, type RendererIpc } from './preload-bridge.ts';

const names: BridgeNames = {
  methods: Object.keys(methods) as MethodName[],
  events: Object.keys(events) as EventName[],
};

function recordingIpc() {
  const invoked: unknown[] = [];
  const listeners = new Map<string, Set<(event: unknown, payload: unknown) => void>>();
  const ipc: RendererIpc = {
    invoke: async (channel, request) => {
      invoked.push([channel, request]);
      return { ok: true };
    },
    on: (channel, listener) => {
      const known = listeners.get(channel) ?? new Set();
      listeners.set(channel, known.add(listener));
    },
    removeListener: (channel, listener) => listeners.get(channel)?.delete(listener),
  };
  const announce = (channel: string, payload: unknown): void => {
    for (const listener of listeners.get(channel) ?? []) listener({ sender: 'ipc' }, payload);
  };
  return { ipc, invoked, listeners, announce };
}

test('every method and event of the bridge uses its own channel', async () => {
  const { ipc, invoked, listeners } = recordingIpc();
  const bridge = createPreloadBridge(ipc, names);
  for (const name of names.methods) await bridge.call(name, 1);
  for (const name of names.events) bridge.on(name, () => {});
  expect({ invoked, received: [...listeners.keys()] }).toEqual({
    invoked: names.methods.map((name) => [methodChannel(name), 1]),
    received: names.events.map(eventChannel),
  });
});

test('a name unknown to the bridge reaches no channel', async () => {
  const { ipc, invoked, listeners } = recordingIpc();
  const bridge = createPreloadBridge(ipc, names);
  const junk = ['', 'app.start ', '__proto__', 'toString', 7, null, ['app.start']] as unknown[];
  const refusals = await Promise.all(
    junk.map((name) => bridge.call(name as MethodName, undefined).catch(() => 'refused')),
  );
  for (const name of junk)
    expect(() => bridge.on(name as 'quota.changed', () => {})).toThrow('The bridge has no');
  expect({ refusals, invoked, received: listeners.size }).toEqual({
    refusals: junk.map(() => 'refused'),
    invoked: [],
    received: 0,
  });
});

test('listeners get only the payload, until they unsubscribe', () => {
  const { ipc, announce } = recordingIpc();
  const received: unknown[][] = [];
  const stop = createPreloadBridge(ipc, names).on('power.changed', (...payload) =>
    received.push(payload),
  );
  announce(eventChannel('power.changed'), 'suspended');
  stop();
  announce(eventChannel('power.changed'), 'resumed');
  expect(received).toEqual([['suspended']]);
});
