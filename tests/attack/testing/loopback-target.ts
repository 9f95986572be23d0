/**
 * A listener for the browser's return, whoever wrote it: what the hostile cases need to know of it. The
 * same cases run over ours (`npm test`) and over peers (`bench/sign-in`).
 */
export interface LoopbackTarget {
  readonly port: number;
  /** What a browser sends as `Host`. */
  readonly authority: string;
  /** Another name of this machine than the registered one. */
  readonly otherName: string;
  /** Path of the redirect URI. */
  readonly path: string;
  /** How the answer is brought: in the address, or as a form (`response_mode=form_post`). */
  readonly delivery: 'query' | 'formPost';
  /** How the wait stands, without ending it. */
  standing(): Promise<Standing>;
  /** The code the wait ended with. */
  code(): string | null;
  close(): Promise<void>;
}

/** `over`: ended without an answer, as by a limit or a fault. */
export type Standing = 'waiting' | 'code' | 'error' | 'over';

/** What a listener may have or not; cases about it are counted apart where it is missing. */
export type LoopbackFeature = 'issuer' | 'fetchMetadata' | 'cancel' | 'registeredPort';

export const STATE = 'k'.repeat(43);
export const ISSUER = 'https://auth.example.com';
export const CODE = 'the-code';
/** The one valid answer. */
export const GOOD = `code=${CODE}&state=${STATE}`;

export interface AnswerParts {
  /** As it stands in the address or the form. */
  readonly query?: string;
  readonly path?: string;
  readonly method?: string;
  /** Lines of the `Host` header, none for none. */
  readonly hosts?: readonly string[];
  readonly version?: '1.0' | '1.1';
  readonly headers?: readonly string[];
}

/** An answer as the listener takes it; what is not given is right. */
export function answerText(target: LoopbackTarget, parts: AnswerParts = {}): string {
  const { query = GOOD, path = target.path, version = '1.1', headers = [] } = parts;
  const isForm = target.delivery === 'formPost';
  const method = parts.method ?? (isForm ? 'POST' : 'GET');
  const address = isForm || query === '' ? path : `${path}?${query}`;
  const form = [
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${Buffer.byteLength(query)}`,
  ];
  const hosts = (parts.hosts ?? [target.authority]).map((host) => `Host: ${host}`);
  const lines = [
    `${method} ${address} HTTP/${version}`,
    ...hosts,
    'Connection: close',
    ...(isForm ? form : []),
    ...headers,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${isForm ? query : ''}`;
}

/** The true answer, brought in the way that was not asked for. */
export function otherWayText(target: LoopbackTarget): string {
  const other = target.delivery === 'query' ? 'POST' : 'GET';
  return plainText(target, `${other} ${target.path}?${GOOD} HTTP/1.1`, 'Content-Length: 0');
}

/** A request with the right `Host` and otherwise the caller's lines. */
export function plainText(
  target: Pick<LoopbackTarget, 'authority'>,
  first: string,
  ...more: readonly string[]
): string {
  return `${[first, `Host: ${target.authority}`, 'Connection: close', ...more].join('\r\n')}\r\n\r\n`;
}
