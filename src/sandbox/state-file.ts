import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { StateStore } from './state.ts';

/** Readable and writable only by its owner. */
const FILE_MODE = 0o600;

/**
 * Stores the state in one file. Each write replaces the whole file, so that it always holds either the old
 * state or the new one.
 */
export function createStateFile(path: string): StateStore {
  const quarantine = (): void => renameSync(path, `${path}.unreadable`);
  return {
    read: () => {
      const text = readText(path);
      if (text === null) return null;
      try {
        return JSON.parse(text);
      } catch {
        quarantine();
        return null;
      }
    },
    write: (state) => {
      mkdirSync(dirname(path), { recursive: true });
      writeDurably(`${path}.new`, JSON.stringify(state));
      renameSync(`${path}.new`, path);
    },
    quarantine,
  };
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (problem) {
    if (isMissing(problem)) return null;
    throw problem;
  }
}

function isMissing(problem: unknown): boolean {
  return problem instanceof Error && 'code' in problem && problem.code === 'ENOENT';
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'w', FILE_MODE);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
