import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { JournalFile } from '../src/main/journal/journal-files.ts';
import type { JournalKey } from '../src/main/journal/journal-key.ts';
import {
  describeVerification,
  readKeyFile,
  verifyJournal,
} from '../src/main/journal/verify-journal.ts';

/**
 * `npm run journal:verify FILE…`: follows the chain of an approval journal through its files and prints where
 * it is broken. When a file holds a verification key, each line is also checked with its own key. Exit code:
 * 0 for a whole journal, 1 for a broken one, 2 when it could not be read.
 */
export async function run(
  paths: readonly string[],
  say: (line: string) => void,
): Promise<0 | 1 | 2> {
  if (paths.length === 0) {
    say('usage: npm run journal:verify [KEY FILE] FILE…');
    return 2;
  }
  const files: JournalFile[] = [];
  const keys: JournalKey[] = [];
  for (const path of paths) {
    try {
      const bytes = await readFile(path);
      const key = readKeyFile(bytes.toString('utf8', 0, 1_000));
      if (key === null) files.push({ name: basename(path), bytes });
      else keys.push(key);
    } catch (thrown) {
      say(`${path}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      return 2;
    }
  }
  const verification = verifyJournal(files, { keys });
  for (const line of describeVerification(verification)) say(line);
  return verification.verdict === 'broken' ? 1 : 0;
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2), console.log);
