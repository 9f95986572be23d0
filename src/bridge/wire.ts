import type { EventName } from './events.ts';
import type { MethodName } from './methods.ts';

/** IPC channel of a method's requests. */
export const methodChannel = (name: MethodName): string => `billfold:call:${name}`;
export const eventChannel = (name: EventName): string => `billfold:event:${name}`;

/** The object that the preload exposes to the window. It does not parse payloads: main and the renderer do. */
export interface PreloadBridge {
  call(name: MethodName, request: unknown): Promise<unknown>;
  on(name: EventName, listener: (payload: unknown) => void): () => void;
}

/** Name of the bridge on the renderer's window. */
export const BRIDGE_KEY = 'billfold';
