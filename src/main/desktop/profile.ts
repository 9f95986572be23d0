import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { App } from 'electron';

const FOLDER_MODE = 0o700;

/**
 * Makes `folder` (from where Billfold was started if relative; the user's own when null) the profile and takes it for this process. Before ready.
 * @returns false when another Billfold has it; that one is notified and comes to the front
 */
export function takeProfile(
  app: Pick<App, 'requestSingleInstanceLock' | 'setPath'>,
  folder: string | null,
): boolean {
  if (folder !== null) {
    // `setPath` refuses a relative path, and a folder that does not exist.
    const path = resolve(folder);
    mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
    app.setPath('userData', path);
  }
  return app.requestSingleInstanceLock();
}
