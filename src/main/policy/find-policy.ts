import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FoundPolicy } from './policy.ts';

const OTHERS_WRITE = 0o022;

/** Looks at the policy's place. Synchronous: nothing of Billfold may begin before it. */
export function findPolicy(path: string): FoundPolicy {
  try {
    // What is read is what was looked at, whatever happens to the name; and no link leads elsewhere.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const parts = [fstatSync(file), statSync(dirname(path))];
      const owners = new Set(parts.map(({ uid }) => uid));
      const [owner = null] = owners;
      return {
        kind: 'file',
        path,
        text: readFileSync(file, 'utf8'),
        owner: owners.size === 1 ? owner : null,
        othersWrite: parts.some(({ mode }) => (mode & OTHERS_WRITE) !== 0),
      };
    } finally {
      closeSync(file);
    }
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
    return code === 'ENOENT' ? { kind: 'none' } : { kind: 'unreadable', path, code };
  }
}
