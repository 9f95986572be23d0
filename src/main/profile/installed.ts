import { isAbsolute, join } from 'node:path';
import type { MachineParts } from './this-machine.ts';

/**
 * What the systems know an installed Billfold by: Windows its notifications and taskbar entry, macOS its
 * bundle. It never changes: another one is another app to them.
 */
export const APP_ID = 'app.billfold.desktop';

/**
 * Where an installed Billfold keeps bills and approvals. It never changes either (docs/adr/0016): an app
 * that looks elsewhere has lost them.
 */
export function installedProfileOf({
  platform,
  variables,
  home,
}: Pick<MachineParts, 'platform' | 'variables' | 'home'>): string {
  if (platform === 'win32')
    // Electron's own choice roams between machines, and a copied profile could send approvals again.
    return join(variables['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Billfold', 'Profile');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Billfold');
  const config = variables['XDG_CONFIG_HOME'] ?? '';
  return join(isAbsolute(config) ? config : join(home, '.config'), 'Billfold');
}
