import type { Obstacle } from '../../contract/service-error.ts';

// Codes that prove the request never left: unknown host, no route, connection refused, no TLS session.
const neverSent: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_INVALID_URL',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'HOSTNAME_MISMATCH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
]);

/**
 * Meaning of an error thrown by fetch. `technical` holds codes only, never an address with a query.
 */
interface FetchFailure {
  readonly sent: boolean;
  readonly technical: string;
  /** Cause that a person can remove, if the failure has one. */
  readonly obstacle?: Obstacle;
}

/** The connection was not made, so no byte of the request has left. `code` comes from the system or from Billfold. */
export class NotConnected extends Error {
  readonly code: string;
  readonly obstacle: Obstacle | null;
  constructor(code: string, obstacle: Obstacle | null = null) {
    super(code);
    this.code = code;
    this.obstacle = obstacle;
  }
}

/**
 * Reads what Node's fetch threw: `TypeError: fetch failed` whose `cause` is the system's error, or
 * an AggregateError with one error per address tried. A request that is not provably unsent counts
 * as sent.
 */
export function readFetchFailure(thrown: unknown): FetchFailure {
  const parts = partsOf(thrown, 0);
  const codes = [...new Set(parts.map(codeOf))];
  const obstacle = parts.find((part) => part instanceof NotConnected)?.obstacle ?? null;
  return {
    sent: parts.length === 0 || !parts.every(isNeverSent),
    technical: codes.length === 0 ? 'no cause given' : codes.join(', '),
    ...(obstacle === null ? {} : { obstacle }),
  };
}

const DEEPEST_CAUSE = 5;

function partsOf(thrown: unknown, depth: number): readonly unknown[] {
  if (depth > DEEPEST_CAUSE || typeof thrown !== 'object' || thrown === null) return [thrown];
  if ('errors' in thrown && Array.isArray(thrown.errors) && thrown.errors.length > 0) {
    return thrown.errors.flatMap((each) => partsOf(each, depth + 1));
  }
  const isWrapper = !('code' in thrown && typeof thrown.code === 'string');
  if (isWrapper && 'cause' in thrown && thrown.cause !== undefined) {
    return partsOf(thrown.cause, depth + 1);
  }
  return [thrown];
}

function isNeverSent(part: unknown): boolean {
  if (part instanceof NotConnected) return true;
  const code = codeOf(part);
  if (neverSent.has(code) || code.startsWith('CERT_')) return true;
  switch (code) {
    // The system uses these codes both for a connection that was never made and for one that broke.
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'EHOSTDOWN':
    case 'ENETUNREACH':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
      return syscallOf(part) === 'connect';
    // An alert may also end an established session, so only alerts of the handshake count.
    case 'EPROTO':
      return /handshake failure|protocol version|unsupported protocol|wrong version/i.test(
        messageOf(part),
      );
    // Node's own wording when the other side hangs up before the TLS session exists.
    case 'ECONNRESET':
      return /before secure TLS connection was established/.test(messageOf(part));
    // Fetch itself rejects some ports and every unknown scheme (Fetch standard, *Port blocking*).
    case 'Error':
      return /^(bad port|unknown scheme)$/.test(messageOf(part));
    default:
      return false;
  }
}

function codeOf(part: unknown): string {
  if (typeof part !== 'object' || part === null) return typeof part;
  if ('code' in part && typeof part.code === 'string') return part.code;
  return part instanceof Error ? part.name : 'object';
}

function syscallOf(part: unknown): string | null {
  if (typeof part !== 'object' || part === null || !('syscall' in part)) return null;
  return typeof part.syscall === 'string' ? part.syscall : null;
}

function messageOf(part: unknown): string {
  return part instanceof Error ? part.message : '';
}
