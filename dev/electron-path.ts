import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '..', 'node_modules', 'electron');

/**
 * @returns the path of Electron's runtime, or null where it could not be fetched. Importing `electron`
 * would try to fetch it again, each time.
 */
export function findElectron(): string | null {
  const pointer = join(folder, 'path.txt');
  const given = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (!existsSync(pointer) && given === undefined) return null;
  const name = existsSync(pointer) ? readFileSync(pointer, 'utf8') : 'electron';
  const path = join(given ?? join(folder, 'dist'), name);
  return existsSync(path) ? path : null;
}
