import { baseUrlOf } from '../../contract/base-url.ts';
import { CALLBACK_PATH } from './callback.ts';
import type { LoopbackHost } from './loopback-listener.ts';

/** Whether plain http to this host stays on this machine. */
function isLoopbackHost(hostname: string): boolean {
  return hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]';
}

/** What is wrong with a service or authorization URL, or null. https only, except loopback. */
export function urlProblem(text: string): 'missing' | 'notAUrl' | 'notHttps' | 'hasQuery' | null {
  if (text.trim() === '') return 'missing';
  const url = URL.parse(text.trim());
  if (!url || url.username !== '' || url.password !== '') return 'notAUrl';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'notAUrl';
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return 'notHttps';
  return /[?#]/.test(baseUrlOf(text)) ? 'hasQuery' : null;
}

/** One spelling a base URL: as the URL standard writes it, without a slash or an endpoint at the end. */
export function normalizeUrl(text: string): string {
  return baseUrlOf(new URL(text.trim()).href);
}

/** Whether Billfold may send the browser or a request there. */
export function isSafeUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}

/** Where the registered redirect URI points: `8765`, `127.0.0.1:8765` or `[::1]:8765`. */
export interface RedirectPlace {
  readonly host: LoopbackHost;
  readonly port: number;
}

/** @returns null when the text names no port from 0 to 65535 */
export function parseRedirectPlace(text: string): RedirectPlace | null {
  const match = /^(?:(127\.0\.0\.1|\[::1\]):)?(\d{1,5})$/.exec(text.trim());
  if (!match) return null;
  const port = Number(match[2]);
  if (port > 65_535) return null;
  return { host: match[1] === '[::1]' ? '[::1]' : '127.0.0.1', port };
}

/** The redirect URI to register; port 0 stands for any (RFC 8252 §7.3). */
export function redirectUriOf({ host, port }: RedirectPlace): string {
  return `http://${host}${port === 0 ? '' : `:${port}`}${CALLBACK_PATH}`;
}
