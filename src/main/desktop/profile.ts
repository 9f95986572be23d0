import { mkdirSync } from 'node:fs';
import type { App } from 'electron';

const FOLDER_MODE = 0o700;

/**
 * Makes `folder` (the user's own when null) the profile and takes it for this process. Before ready.
 * @returns false when another Billfold has it; that one is told and comes to the front
 */
export function takeProfile(
  app: Pick<App, 'requestSingleInstanceLock' | 'setPath'>,
  folder: string | null,
): boolean {
  if (folder !== null) {
    // `setPath` refuses a folder that does not exist.
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    app.setPath('userData', folder);
  }
  return app.requestSingleInstanceLock();
}
