import type { EventName } from '../bridge/events.ts';
import type { MethodName } from '../bridge/methods.ts';
import { eventChannel, methodChannel, type PreloadBridge } from '../bridge/wire.ts';

type Listener = (event: unknown, payload: unknown) => void;

/** The part of Electron's `ipcRenderer` that the bridge needs. */
export interface RendererIpc {
  invoke(channel: string, request: unknown): Promise<unknown>;
  on(channel: string, listener: Listener): unknown;
  removeListener(channel: string, listener: Listener): unknown;
}

/**
 * Every name of the bridge. The preload does not include the schemas: each start would compile 200 KB for a list of
 * names.
 */
export interface BridgeNames {
  readonly methods: readonly MethodName[];
  readonly events: readonly EventName[];
}

/**
 * Everything the page can do: call the bridge's methods and listen to its events, by name. Other names are refused, so
 * a compromised page has no other channel to try.
 */
export function createPreloadBridge(ipc: RendererIpc, names: BridgeNames): PreloadBridge {
  const calls = channelsOf(names.methods, methodChannel);
  const announcements = channelsOf(names.events, eventChannel);
  return {
    call: async (name, request) => ipc.invoke(channelFor(calls, name), request),
    on: (name, listener) => {
      const channel = channelFor(announcements, name);
      // The event object stays here: its `sender` would give the page all of `ipcRenderer`.
      const forward: Listener = (_event, payload) => listener(payload);
      ipc.on(channel, forward);
      return () => {
        ipc.removeListener(channel, forward);
      };
    },
  };
}

function channelsOf<Name extends string>(
  names: readonly Name[],
  channelOf: (name: Name) => string,
): ReadonlyMap<unknown, string> {
  return new Map(names.map((name) => [name, channelOf(name)]));
}

function channelFor(channels: ReadonlyMap<unknown, string>, name: unknown): string {
  const channel = channels.get(name);
  if (channel === undefined) throw new Error(`The bridge has no ${String(name)}.`);
  return channel;
}
