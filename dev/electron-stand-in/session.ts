import type { Session, WebContents } from 'electron';
import { strict } from './strict.ts';

type Supported = Pick<
  Session,
  | 'resolveProxy'
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
>;

let requestHandler: Parameters<Session['setPermissionRequestHandler']>[0] = null;

/**
 * The one session. Of its permission handlers the first is asked, for what the page can ask for here:
 * storage that stays. Everything else headless Chromium refuses, as Billfold's handlers do.
 */
export const defaultSession = strict('session', {
  setPermissionRequestHandler: (handler) => {
    requestHandler = handler;
  },
  setPermissionCheckHandler: () => {},
  setDevicePermissionHandler: () => {},
  setDisplayMediaRequestHandler: () => {},
  resolveProxy: async (url) => proxyFor(url),
} satisfies Supported);

/** Asks the app; without a handler everything is granted, as in Electron. */
export function askPermission(
  page: WebContents,
  permission: 'persistent-storage',
): Promise<boolean> {
  return new Promise((resolve) => {
    if (requestHandler === null) return resolve(true);
    const details = { isMainFrame: true, requestingUrl: page.getURL() };
    requestHandler(page, permission, resolve, details);
  });
}

/** As Chromium does on a Linux desktop that has no settings of its own: by the variables. */
function proxyFor(url: string): string {
  const proxy = URL.parse(process.env['https_proxy'] ?? process.env['HTTPS_PROXY'] ?? '');
  return proxy === null || !url.startsWith('https:') ? 'DIRECT' : `PROXY ${proxy.host}`;
}
