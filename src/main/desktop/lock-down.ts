import type { Session, WebContents } from 'electron';
import { isSafeAddress } from './system-browser.ts';

/**
 * Keeps the window on its one page: it navigates nowhere, opens nothing, embeds nothing. A link to
 * the web opens in the system browser.
 */
export function lockNavigation(
  page: Pick<WebContents, 'on' | 'setWindowOpenHandler'>,
  openInBrowser: (url: string) => void,
): void {
  const toTheBrowser = (url: string): void => {
    if (url.startsWith('https:') && isSafeAddress(url)) openInBrowser(url);
  };
  page.on('will-navigate', (event) => {
    event.preventDefault();
    toTheBrowser(event.url);
  });
  // It comes first, for the main frame too; prevented there, `will-navigate` never comes.
  page.on('will-frame-navigate', (event) => {
    event.preventDefault();
    if (event.isMainFrame) toTheBrowser(event.url);
  });
  page.on('will-redirect', (event) => event.preventDefault());
  page.on('will-attach-webview', (event) => event.preventDefault());
  page.setWindowOpenHandler(({ url }) => {
    toTheBrowser(url);
    return { action: 'deny' };
  });
}

/** Grants nothing: notifications and the clipboard are main's, and nothing else is used. */
export function denyPermissions(
  session: Pick<
    Session,
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'setDisplayMediaRequestHandler'
  >,
): void {
  // The renderer asks the browser not to evict its databases; the outbox must not be evicted.
  const granted: readonly string[] = ['persistent-storage', 'clipboard-sanitized-write'];
  session.setPermissionRequestHandler((_page, permission, answer) =>
    answer(granted.includes(permission)),
  );
  session.setPermissionCheckHandler((_page, permission) => granted.includes(permission));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
}
