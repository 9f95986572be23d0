import { chmodSync, mkdirSync } from 'node:fs';

const FOLDER_MODE = 0o700;

/** Makes a folder that only the user can read, also when it already exists. */
export function ensurePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  chmodSync(path, FOLDER_MODE);
}
