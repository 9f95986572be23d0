import type { CustomScheme, Privileges, Protocol } from 'electron';
import { standInApp } from './app.ts';

type Handler = Parameters<Protocol['handle']>[1];

const privileges = new Map<string, Privileges>();
const handlers = new Map<string, Handler>();

/** `protocol`: the app's own schemes. */
export const protocol = {
  registerSchemesAsPrivileged: (schemes: CustomScheme[]): void => {
    if (standInApp.isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges: given } of schemes) privileges.set(scheme, given ?? {});
  },
  handle: (scheme: string, handler: Handler): void => {
    standInApp.requireReady('protocol.handle');
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    handlers.set(scheme, handler);
  },
  unhandle: (scheme: string): void => {
    handlers.delete(scheme);
  },
  isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
} satisfies Partial<Protocol>;

/** Whether a handler exists for the address. Loading an address without one fails. */
export function isServed(url: string): boolean {
  return /^(https?|about):/.test(url) || handlers.has(new URL(url).protocol.slice(0, -1));
}

/**
 * Answers a request for an address of an app scheme; null for other schemes.
 * @throws when the scheme was not registered as standard and secure: it would have no storage in Electron
 */
export async function answerProtocolRequest(request: {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
}): Promise<Response | null> {
  const scheme = new URL(request.url).protocol.slice(0, -1);
  const handler = handlers.get(scheme);
  if (handler === undefined) return null;
  const given = privileges.get(scheme);
  if (given?.standard !== true || given.secure !== true)
    throw new Error(`${scheme}: is not registered as a standard and secure scheme.`);
  return handler(new Request(request.url, { method: request.method, headers: request.headers }));
}
