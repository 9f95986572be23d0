import type { App, Session, WebContents } from 'electron';

/**
 * Keeps every page there will ever be where main has loaded it: it navigates nowhere, opens nothing, embeds
 * nothing, and has no way out beside its session's proxy. No address of a page's own reaches the browser.
 */
export function lockPages(app: Pick<App, 'on'>): void {
  app.on('web-contents-created', (_event, page) => lockPage(page));
}

function lockPage(page: WebContents): void {
  const stay = (event: { preventDefault(): void }): void => event.preventDefault();
  page.on('will-navigate', stay);
  // It comes first, for the main frame too; prevented there, `will-navigate` never comes.
  page.on('will-frame-navigate', stay);
  page.on('will-redirect', stay);
  page.on('will-attach-webview', stay);
  page.setWindowOpenHandler(() => ({ action: 'deny' }));
  // TURN and STUN go by themselves, past the proxy and the page's policy.
  page.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/** A proxy that nobody can be: port 0 takes no connection. Loopback goes there as well. */
const NOWHERE = {
  mode: 'fixed_servers',
  proxyRules: 'http://127.0.0.1:0',
  proxyBypassRules: '<-loopback>',
} as const;

/**
 * Leaves the pages of a session no network, and grants them nothing: notifications and the clipboard are
 * main's. The system's own proxy has to be asked of another session.
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
  >,
  platform: NodeJS.Platform,
): Promise<void> {
  // The renderer asks the browser not to evict its databases; the outbox must not be evicted.
  const granted: readonly string[] = ['persistent-storage', 'clipboard-sanitized-write'];
  session.setPermissionRequestHandler((_page, permission, answer) =>
    answer(granted.includes(permission)),
  );
  session.setPermissionCheckHandler((_page, permission) => granted.includes(permission));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  // Elsewhere Electron would fetch its dictionaries, past this or not.
  session.setSpellCheckerEnabled(platform === 'darwin');
  await session.setProxy(NOWHERE);
}
