import { baseUrlOf } from '../../contract/base-url.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import { completeAddress } from '../../bridge/typed-address.ts';
import { CALLBACK_PATH } from './callback.ts';
import type { LoopbackHost } from './loopback-listener.ts';

/** Whether plain http to this host stays on this machine. */
export function isLoopbackHost(hostname: string): boolean {
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

/** A redirect URI as registered with the service. */
export interface RedirectUri {
  /** As typed, for the service to compare; a loopback address of any port names none (RFC 8252 §7.3). */
  readonly uri: string;
  /** Place of the listener on this computer; null where the user pastes the answer. */
  readonly loopback: LoopbackPlace | null;
}

export interface LoopbackPlace {
  readonly host: LoopbackHost;
  /** 0 is any free port. */
  readonly port: number;
  /** As registered, perhaps empty. */
  readonly path: string;
}

type RedirectUriProblem = 'missing' | 'notAUrl' | 'notHttps' | 'hasQuery' | 'hasFragment';

const loopbackForm = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(?::(\d{1,5}))?(\/.*)?$/i;
/** Earlier versions asked for the port alone. */
const portForm = /^(?:(127\.0\.0\.1|localhost|\[::1\]):)?(\d{1,5})$/i;
/** A browser runs or opens these itself, whatever stands behind them. */
const noRedirect = /^(?:about|blob|data|file|ftp|javascript|vbscript|wss?):/i;

/**
 * Reads a redirect URI: a loopback address over http, an https address, or one of another scheme
 * (`com.example.app:/callback`, `urn:ietf:wg:oauth:2.0:oob`). A bare port stands for `/callback` on 127.0.0.1.
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
  // The browser would ask for another path than this one, or take it for a host.
  if (host === undefined || url.pathname !== (path || '/') || path.startsWith('//'))
    return fail('notAUrl');
  const loopback = { host: host.toLowerCase() as LoopbackHost, port: Number(port), path };
  return succeed({ uri: loopback.port === 0 ? loopbackUri(loopback) : text, loopback });
}

/** The redirect URI of a place on this computer; it names no port where any will do. */
export function loopbackUri({ host, port, path }: LoopbackPlace): string {
  return `http://${host}${port === 0 ? '' : `:${port}`}${path}`;
}

/** Any free port of this computer. */
export const ANY_PORT_REDIRECT = `http://127.0.0.1${CALLBACK_PATH}`;
