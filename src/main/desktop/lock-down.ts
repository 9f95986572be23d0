import type { App, Session, WebContents } from 'electron';

/**
 * Keeps every page where main loaded it, until main replaces it. Pages cannot navigate, open or embed anything, nor pass an
 * address to the browser, and reach the network only through their session's proxy.
 */
export function lockPages(app: Pick<App, 'on'>): void {
  app.on('web-contents-created', (_event, page) => lockPage(page));
}

function lockPage(page: WebContents): void {
  const stay = (event: { preventDefault(): void }): void => event.preventDefault();
  page.on('will-navigate', stay);
  // This event comes first, also for the main frame. Preventing it also prevents `will-navigate`.
  page.on('will-frame-navigate', stay);
  page.on('will-redirect', stay);
  page.on('will-attach-webview', stay);
  // Otherwise a page could prevent main from closing it, or from replacing it with the locked page.
  page.on('will-prevent-unload', stay);
  page.setWindowOpenHandler(() => ({ action: 'deny' }));
  // TURN and STUN bypass the proxy and the page's policy.
  page.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/** A proxy that never works, because port 0 accepts no connection. Loopback requests use it, too. */
const UNREACHABLE_PROXY = {
  mode: 'fixed_servers',
  proxyRules: 'http://127.0.0.1:0',
  proxyBypassRules: '<-loopback>',
} as const;

/**
 * Gives the pages of a session no network, and only the permissions below: main shows the notifications, and pages
 * cannot read the clipboard. To resolve the system's proxy, use another session.
 */
export async function lockSession(
  session: Pick<
    Session,
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'setDisplayMediaRequestHandler'
    | 'setProxy'
    | 'setSpellCheckerEnabled'
    | 'on'
  >,
  platform: NodeJS.Platform,
): Promise<void> {
  // The renderer asks the browser not to evict its databases, because the outbox must survive.
  const granted: readonly string[] = ['persistent-storage', 'clipboard-sanitized-write'];
  session.setPermissionRequestHandler((_page, permission, answer) =>
    answer(granted.includes(permission)),
  );
  session.setPermissionCheckHandler((_page, permission) => granted.includes(permission));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  // Main saves every export itself.
  session.on('will-download', (event) => event.preventDefault());
  // On other systems Electron would download dictionaries, possibly bypassing this proxy.
  session.setSpellCheckerEnabled(platform === 'darwin');
  await session.setProxy(UNREACHABLE_PROXY);
}
