import type { Session } from 'electron';
import { strict } from './strict.ts';

type Supported = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
>;

/**
 * The one session. Permission handlers are taken and never called: without a grant, headless Chromium
 * refuses every permission, which is what Billfold's handlers say too. Tests of the handlers are the
 * handlers' own.
 */
export const defaultSession = strict('session', {
  setPermissionRequestHandler: () => {},
  setPermissionCheckHandler: () => {},
  setDevicePermissionHandler: () => {},
  setDisplayMediaRequestHandler: () => {},
} satisfies Supported);
