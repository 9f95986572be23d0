import type { EventName } from './events.ts';
import type { MethodName } from './methods.ts';

/** The IPC channel of a method's requests. */
export const methodChannel = (name: MethodName): string => `billfold:call:${name}`;
/** The IPC channel of an event. */
export const eventChannel = (name: EventName): string => `billfold:event:${name}`;

/** What the preload puts on the window. Payloads are parsed on both sides of it, not in it. */
export interface PreloadBridge {
  call(name: MethodName, request: unknown): Promise<unknown>;
  on(name: EventName, listener: (payload: unknown) => void): () => void;
}

/** Name of the bridge on the renderer's window. */
export const BRIDGE_KEY = 'billfold';
