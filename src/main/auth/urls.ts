import { baseUrlOf } from '../../contract/base-url.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import { completeAddress } from '../../bridge/typed-address.ts';
import { CALLBACK_PATH } from './callback.ts';
import type { LoopbackHost } from './loopback-listener.ts';

/** Whether plain http to this host stays on this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]';
}

type UrlProblem = 'missing' | 'notAUrl' | 'badPort' | 'notHttps' | 'hasUser' | 'hasQuery';

const PORT = /^(https?:\/\/[^/?#]*):\d+/;

/**
 * Problem of a service or authorization URL, or null. Only https is allowed, except on loopback.
 */
export function urlProblem(text: string): UrlProblem | null {
  if (text.trim() === '') return 'missing';
  const url = URL.parse(text.trim());
  if (!url) return URL.canParse(text.trim().replace(PORT, '$1')) ? 'badPort' : 'notAUrl';
  if (!isSafeUrl(url.href)) return 'notHttps';
  if (url.username !== '' || url.password !== '') return 'hasUser';
  return /[?#]/.test(baseUrlOf(text)) ? 'hasQuery' : null;
}

/** Normalizes a base URL as the URL standard does, without a trailing slash or endpoint. */
export function normalizeUrl(text: string): string {
  return baseUrlOf(new URL(text.trim()).href);
}

/** Whether Billfold may open the URL in the browser or send a request to it. */
export function isSafeUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}

interface RedirectUri {
  /** URI as typed, because the service compares it. A loopback URI for any port has no port (RFC 8252 §7.3). */
  readonly uri: string;
  /** Address of the listener on this computer; null when the user pastes the answer. */
  readonly loopback: LoopbackPlace | null;
}

interface LoopbackPlace {
  readonly host: LoopbackHost;
  /** Port; 0 means any free one. */
  readonly port: number;
  /** Path as registered; may be empty. */
  readonly path: string;
}

type RedirectUriProblem = 'missing' | 'notAUrl' | 'notHttps' | 'hasQuery' | 'hasFragment';

const loopbackForm = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(?::(\d{1,5}))?(\/.*)?$/i;
/** Earlier versions asked for the port only. */
const portForm = /^(?:(127\.0\.0\.1|localhost|\[::1\]):)?(\d{1,5})$/i;
/** Schemes that a browser handles itself, so they cannot return an answer. */
const noRedirect = /^(?:about|blob|data|file|ftp|javascript|vbscript|wss?):/i;

/**
 * Reads a redirect URI: a loopback address over http, an https address, or one with another scheme
 * (`com.example.app:/callback`, `urn:ietf:wg:oauth:2.0:oob`). A bare port means `/callback` on
 * 127.0.0.1.
 */
export function readRedirectUri(typed: string): Result<RedirectUri, RedirectUriProblem> {
  const [, portHost = '127.0.0.1', bare] = portForm.exec(typed.trim()) ?? [];
  const text = completeAddress(typed);
  if (text === '') return fail('missing');
  if (bare !== undefined) return readRedirectUri(`http://${portHost}:${bare}${CALLBACK_PATH}`);
  const url = URL.parse(text);
  if (!url || !/^[\x21-\x7e]+$/.test(text) || noRedirect.test(text)) return fail('notAUrl');
  if (url.username !== '' || url.password !== '') return fail('notAUrl');
  if (url.protocol !== 'http:')
    return text.includes('#') ? fail('hasFragment') : succeed({ uri: text, loopback: null });
  if (!isLoopbackHost(url.hostname)) return fail('notHttps');
  if (/[?#]/.test(text)) return fail('hasQuery');
  const [, host, port = '0', path = ''] = loopbackForm.exec(text) ?? [];
  // The browser would request a different path, or read the path as a host.
  if (host === undefined || url.pathname !== (path || '/') || path.startsWith('//'))
    return fail('notAUrl');
  const loopback = { host: host.toLowerCase() as LoopbackHost, port: Number(port), path };
  return succeed({ uri: loopback.port === 0 ? loopbackUri(loopback) : text, loopback });
}

/** Redirect URI of an address on this computer, without a port when any will do. */
export function loopbackUri({ host, port, path }: LoopbackPlace): string {
  return `http://${host}${port === 0 ? '' : `:${port}`}${path}`;
}

/** Redirect URI for any free port of this computer. */
export const ANY_PORT_REDIRECT = `http://127.0.0.1${CALLBACK_PATH}`;
