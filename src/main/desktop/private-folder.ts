import { chmodSync, mkdirSync } from 'node:fs';

const FOLDER_MODE = 0o700;

/** A folder for the user alone, also where it was there before. */
export function ensurePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  chmodSync(path, FOLDER_MODE);
}
