/**
 * Without Electron, Chromium has no `app://` scheme. An https origin in a reserved domain (RFC 2606 §2)
 * replaces it. It is secure and has persistent storage. No request reaches a network, because the stand-in
 * answers all of them.
 */
const DOMAIN = 'stand-in.invalid';

/** @returns the address Chromium sees for an address the app knows */
export function toPageUrl(appUrl: string): string {
  const { protocol, host, pathname, search, hash } = new URL(appUrl);
  if (protocol === 'https:' || protocol === 'http:') return appUrl;
  return `https://${host}.${protocol.slice(0, -1)}.${DOMAIN}${pathname}${search}${hash}`;
}

/** @returns the address the app knows for an address Chromium sees */
export function toAppUrl(pageUrl: string): string {
  const parsed = URL.parse(pageUrl);
  const match = /^(.+)\.([a-z][a-z0-9+-]*)\.stand-in\.invalid$/.exec(parsed?.host ?? '');
  if (parsed === null || match === null) return pageUrl;
  return `${match[2]}://${match[1]}${parsed.pathname}${parsed.search}${parsed.hash}`;
}

/** Origin as Electron reports it; the text `null` when there is none. */
export function originOf(appUrl: string): string {
  const parsed = URL.parse(appUrl);
  if (parsed === null) return 'null';
  return parsed.origin === 'null' && parsed.host !== ''
    ? `${parsed.protocol}//${parsed.host}`
    : parsed.origin;
}
