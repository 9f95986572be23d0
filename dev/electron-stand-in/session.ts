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
>;

let requestHandler: Parameters<Session['setPermissionRequestHandler']>[0] = null;
let proxy: ProxyConfig = {};

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
  setSpellCheckerEnabled: () => {},
  setProxy: async (config) => {
    proxy = config;
  },
} satisfies Supported);

/** Another session, of no page: it has the system's proxy. */
export const fromPartition = (): Session =>
  strict('session', {
    resolveProxy: async (url) => proxyFor(url),
  } satisfies Pick<Session, 'resolveProxy'> as Partial<Session> as Session);

/** The proxy as Chromium takes it when it starts. */
export function proxyArguments(): string[] {
  const { proxyRules, proxyBypassRules = '' } = proxy;
  return proxyRules === undefined
    ? []
    : [`--proxy-server=${proxyRules}`, `--proxy-bypass-list=${proxyBypassRules}`];
}

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
  const found = URL.parse(process.env['https_proxy'] ?? process.env['HTTPS_PROXY'] ?? '');
  return found === null || !url.startsWith('https:') ? 'DIRECT' : `PROXY ${found.host}`;
}
