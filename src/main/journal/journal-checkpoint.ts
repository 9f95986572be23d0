import { createHash } from 'node:crypto';
import * as z from '../../base/zod.ts';
import { parseJson } from '../../base/parse-json.ts';
import { journalProblemSchema } from '../../bridge/journal.ts';
import type { Files, Log } from '../ports.ts';
import type { JournalFile, JournalSummary } from './journal-files.ts';
import { macOf } from './journal-key.ts';
import { indexContentSchema, type IndexContent } from './journal-index.ts';

/**
 * State of the journal up to one line. A start that trusts it reads only later lines. It trusts a checkpoint only if
 * the HMAC fits the key sealed by the keyring, and the file holds that very line. Otherwise, and without a keyring, the
 * start reads the journal from its first line.
 */
export interface Checkpoint {
  readonly summary: JournalSummary & { readonly last: NonNullable<JournalSummary['last']> };
  readonly index: IndexContent;
  /** Time the line was written, epoch milliseconds. */
  readonly lastAtMs: number | null;
  /** Names of the files up to that line, in order. */
  readonly files: readonly string[];
}

const NAME = 'checkpoint.json';
const FILE_MODE = 0o600;

const checkpointSchema = z.object({
  // Version 1 had no HMAC. A start ignores it and overwrites it.
  version: z.literal(2),
  files: z.array(z.string()),
  lastAtMs: z.nullable(z.number()),
  problems: z.array(journalProblemSchema),
  lines: z.int(),
  head: z.object({ seq: z.int(), lastHash: z.string() }),
  startsInTheMiddle: z.boolean(),
  isKeyed: z.boolean(),
  retired: z.int().check(z.minimum(0)),
  first: z.nullable(z.string()),
  last: z.object({ name: z.string(), lines: z.int(), wholeBytes: z.int() }),
  index: indexContentSchema,
});

/**
 * Reads the checkpoint in a folder.
 * @returns null when there is none, its HMAC does not fit the key, or it describes other files
 */
export async function readCheckpoint(
  files: Files,
  folder: string,
  names: readonly string[],
  key: Uint8Array,
): Promise<Checkpoint | null> {
  const read = await files.read(`${folder}/${NAME}`);
  if (!read.ok || read.value === null) return null;
  const text = new TextDecoder().decode(read.value);
  const body = text.slice(text.indexOf('\n') + 1);
  if (text !== withMac(body, key)) return null;
  const parsed = checkpointSchema.safeParse(parseJson(body));
  if (!parsed.success) return null;
  const { files: covered, lastAtMs, index, last, version: _, ...summary } = parsed.data;
  const areThere = covered.every((name, at) => name === names[at]);
  if (!areThere || covered.at(-1) !== last.name) return null;
  const torn = new Uint8Array();
  return { files: covered, lastAtMs, index, summary: { ...summary, last: { ...last, torn } } };
}

/** Whether its last file holds the checkpoint's line at its place. */
export function fitsFile({ summary }: Checkpoint, { bytes }: JournalFile): boolean {
  const { last, head } = summary;
  const end = last.wholeBytes - 1;
  const start = bytes.lastIndexOf(LINE_END, end - 1) + 1;
  const hash = createHash('sha256').update(bytes.subarray(start, end)).digest('hex');
  return bytes[end] === LINE_END && hash === head.lastHash;
}

/** Writes a checkpoint. A failure only makes the next start slower. */
export async function writeCheckpoint(
  files: Files,
  folder: string,
  { files: covered, lastAtMs, index, summary }: Checkpoint,
  key: Uint8Array,
  log: Log,
): Promise<void> {
  const { torn: _, ...last } = summary.last;
  const content = { version: 2, files: covered, lastAtMs, ...summary, last, index };
  const text = withMac(JSON.stringify(content), key);
  const written = await files.writeAtomic(
    `${folder}/${NAME}`,
    new TextEncoder().encode(text),
    FILE_MODE,
  );
  if (!written.ok) log.warn('no checkpoint of the journal', { code: written.error.code });
}

const LINE_END = 0x0a;

function withMac(body: string, key: Uint8Array): string {
  return `${macOf({ key }, Buffer.from(body))}\n${body}`;
}
