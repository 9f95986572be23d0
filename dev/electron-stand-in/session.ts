import type { ProxyConfig, Session, WebContents } from 'electron';
import { strict } from './strict.ts';

type Supported = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setProxy'
  | 'setSpellCheckerEnabled'
  | 'on'
>;

let requestHandler: Parameters<Session['setPermissionRequestHandler']>[0] = null;
let proxy: ProxyConfig = {};

/**
 * The only session. The stand-in calls only the request handler, for persistent storage. Headless Chromium
 * refuses every other permission, as Billfold's handlers do.
 */
export const defaultSession = strict('session', {
  setPermissionRequestHandler: (handler) => {
    requestHandler = handler;
  },
  setPermissionCheckHandler: () => {},
  setDevicePermissionHandler: () => {},
  setDisplayMediaRequestHandler: () => {},
  setSpellCheckerEnabled: () => {},
  // Headless Chromium refuses every download.
  on: ((): unknown => undefined) as Session['on'],
  setProxy: async (config) => {
    proxy = config;
  },
} satisfies Supported);

/** Another session, without a page, which uses the system's proxy. */
export const fromPartition = (): Session =>
  strict('session', {
    resolveProxy: async (url) => proxyFor(url),
  } satisfies Pick<Session, 'resolveProxy'> as Partial<Session> as Session);

/** Chromium's command-line arguments for the proxy. */
export function proxyArguments(): string[] {
  const { proxyRules, proxyBypassRules = '' } = proxy;
  return proxyRules === undefined
    ? []
    : [`--proxy-server=${proxyRules}`, `--proxy-bypass-list=${proxyBypassRules}`];
}

/** Asks the app; without a handler every permission is granted, as in Electron. */
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

/** Reads the proxy variables, as Chromium does on a Linux desktop without proxy settings. */
function proxyFor(url: string): string {
  const found = URL.parse(process.env['https_proxy'] ?? process.env['HTTPS_PROXY'] ?? '');
  return found === null || !url.startsWith('https:') ? 'DIRECT' : `PROXY ${found.host}`;
}
