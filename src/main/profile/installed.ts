import { isAbsolute, join } from 'node:path';
import type { MachineParts } from './this-machine.ts';

/**
 * Id of an installed Billfold: Windows uses it for notifications and the taskbar, macOS for the
 * bundle. It never changes: with a different id it would be another app to the system.
 */
export const APP_ID = 'app.billfold.desktop';

/**
 * Folder of an installed Billfold's bills and approvals. The folder must never change (docs/adr/0016): otherwise an
 * updated app would not find its data.
 */
export function installedProfileOf({
  platform,
  variables,
  home,
}: Pick<MachineParts, 'platform' | 'variables' | 'home'>): string {
  if (platform === 'win32')
    // Electron's default folder roams between machines, and a roaming copy could send approvals again.
    return join(variables['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Billfold', 'Profile');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Billfold');
  const config = variables['XDG_CONFIG_HOME'] ?? '';
  return join(isAbsolute(config) ? config : join(home, '.config'), 'Billfold');
}
