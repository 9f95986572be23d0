/**
 * Without Electron, Chromium has no `app://` scheme. An https origin in a reserved domain (RFC 2606 §2) replaces it. It
 * is secure and has persistent storage. No request reaches a network, because the stand-in answers all of them. Each
 * origin is a separate site, so that Chromium gives it a separate process, as Electron does.
 */
const DOMAIN = 'stand-in.invalid';

/** @returns the address Chromium sees for an address the app knows */
export function toPageUrl(appUrl: string): string {
  const { protocol, host, pathname, search, hash } = new URL(appUrl);
  if (['https:', 'http:', 'about:'].includes(protocol)) return appUrl;
  return `https://${protocol.slice(0, -1)}.${host}-${DOMAIN}${pathname}${search}${hash}`;
}

/** @returns the address the app knows for an address Chromium sees */
export function toAppUrl(pageUrl: string): string {
  const parsed = URL.parse(pageUrl);
  const match = /^([a-z][a-z0-9+-]*)\.(.+)-stand-in\.invalid$/.exec(parsed?.host ?? '');
  if (parsed === null || match === null) return pageUrl;
  return `${match[1]}://${match[2]}${parsed.pathname}${parsed.search}${parsed.hash}`;
}

/** Origin as Electron reports it; the text `null` when there is none. */
export function originOf(appUrl: string): string {
  const parsed = URL.parse(appUrl);
  if (parsed === null) return 'null';
  return parsed.origin === 'null' && parsed.host !== ''
    ? `${parsed.protocol}//${parsed.host}`
    : parsed.origin;
}
