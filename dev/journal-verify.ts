import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { describeVerification, verifyJournal } from '../src/main/journal/verify-journal.ts';

/**
 * `npm run journal:verify FILE…`: follows the chain of an approval journal through its files and says
 * where it is broken. Ends with 0 when it is whole, 1 when it is not, 2 when it could not be read.
 */
export async function run(
  paths: readonly string[],
  say: (line: string) => void,
): Promise<0 | 1 | 2> {
  if (paths.length === 0) {
    say('usage: npm run journal:verify FILE…');
    return 2;
  }
  const files: { name: string; bytes: Uint8Array }[] = [];
  for (const path of paths) {
    try {
      files.push({ name: basename(path), bytes: await readFile(path) });
    } catch (thrown) {
      say(`${path}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      return 2;
    }
  }
  const verification = verifyJournal(files);
  for (const line of describeVerification(verification)) say(line);
  return verification.verdict === 'broken' ? 1 : 0;
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2), console.log);
