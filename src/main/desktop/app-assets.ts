import { decodeEscapes } from '../../base/decode-escapes.ts';
import { extname, resolve, sep } from 'node:path';

/** The renderer's origin. A custom scheme gives it its own origin; `file://` does not. */
export const APP_SCHEME = 'app';
export const APP_ORIGIN = 'app://billfold';
export const APP_START_URL = `${APP_ORIGIN}/index.html`;
/** Origin of the locked page. It differs from `APP_ORIGIN`, so that the locked page cannot open the app's databases. */
export const LOCKED_ORIGIN = 'app://locked';
export const APP_LOCKED_URL = `${LOCKED_ORIGIN}/index.html?locked`;

/** Placeholder in index.html for the nonce of its policy. */
const NONCE_PLACE = 'CSP_NONCE';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

export interface AssetFolder {
  /** Absolute path of the folder with the built renderer. */
  readonly root: string;
  /** Bytes of a file; null when there is none. */
  read(path: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Whether only the locked page is served. */
  isLocked(): boolean;
  /** A fresh CSP nonce for each page. */
  nonce(): string;
}

/**
 * Answers a request to `app://billfold/`, or `app://locked/` while the window is locked, with a file of the built
 * renderer, and with no other file on the disk.
 */
export async function answerAssetRequest(
  request: { readonly method: string; readonly url: string },
  folder: AssetFolder,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405);
  const origin = folder.isLocked() ? LOCKED_ORIGIN : APP_ORIGIN;
  const path = pathInside(folder.root, origin, request.url);
  if (path === null) return refusal(403);
  const contentType = CONTENT_TYPES[extname(path)];
  const bytes = contentType === undefined ? null : await folder.read(path);
  if (contentType === undefined || bytes === null) return refusal(404);
  const nonce = folder.nonce();
  const body = path.endsWith('.html')
    ? new TextDecoder().decode(bytes).replaceAll(NONCE_PLACE, nonce)
    : bytes;
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: { 'content-type': contentType, ...protectiveHeaders(nonce) },
  });
}

/**
 * Content security policy of every page: code and styles only from the app, no text that becomes code or elements, and
 * no network. The renderer reaches the service only through the bridge.
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function protectiveHeaders(nonce: string): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(nonce),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}

function refusal(status: 403 | 404 | 405): Response {
  return new Response(null, { status, headers: protectiveHeaders('none') });
}

/** Path of a URL inside `root`; null when the URL is foreign or points outside. */
function pathInside(root: string, origin: string, url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null || `${parsed.protocol}//${parsed.host}` !== origin) return null;
  const name = decodeEscapes(parsed.pathname === '/' ? '/index.html' : parsed.pathname);
  // A backslash is a separator on Windows, and a NUL ends a path in system calls.
  if (name === null || /[\\\0]/.test(name)) return null;
  const path = resolve(root, `.${name}`);
  return path.startsWith(resolve(root) + sep) ? path : null;
}
