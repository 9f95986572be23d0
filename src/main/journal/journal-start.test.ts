import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSeededRandom } from '../../base/testing/seeded-random.ts';
import type { SendOutcome } from '../../bridge/approval.ts';
import { type JournalKeySafe, macOf } from './journal-key.ts';
import type { Journal } from './journal.ts';
import { attemptOf, confirmed } from './testing/attempts.ts';
import {
  aKeyring,
  bytesOf,
  FOLDER,
  journalFilesOf,
  startJournal,
} from './testing/journal-fixture.ts';
import { createMemoryFiles, type MemoryFiles } from '../files/testing/memory-files.ts';

const PATH = `${FOLDER}/checkpoint.json`;
const IDS = ['sent', 'lost', 'waits', 'withdrawn', 'later'];
const unknown: SendOutcome = { kind: 'unknown', error: null };

const start = (files: MemoryFiles, keys: JournalKeySafe): Journal =>
  startJournal(files, { keys, maxFileBytes: 1_500 });

/** A journal that was closed, and got another line in a run that crashed. */
async function aJournal(sentId = 'sent') {
  const files = createMemoryFiles();
  const { keys } = aKeyring();
  const journal = start(files, keys);
  await journal.open(null);
  await journal.writeAttempt(attemptOf(sentId));
  await journal.writeOutcome(sentId, 1, confirmed);
  const older = await checkpointOf(files);
  await journal.writeAttempt(attemptOf('lost'));
  await journal.writeOutcome('lost', 1, unknown);
  const { attempt: _, ...facts } = attemptOf('waits');
  await journal.writeNotes([
    { kind: 'approved', ...facts },
    { kind: 'approved', ...facts, approvalId: 'withdrawn' },
    { kind: 'ended', approvalId: 'withdrawn', how: 'withdrawn' },
  ]);
  await journal.close();
  const checkpoint = await checkpointOf(files);
  const again = start(files, keys);
  await again.open(null);
  await again.writeAttempt(attemptOf('later'));
  files.crash();
  return { files, keys, older, checkpoint };
}

const checkpointOf = async (files: MemoryFiles): Promise<string> =>
  new TextDecoder().decode(await bytesOf(files, PATH));

/** Starts with this checkpoint. Returns what the start knows, and whether it read the first file. */
async function startOf(
  { files, keys }: { readonly files: MemoryFiles; readonly keys: JournalKeySafe },
  checkpoint: string,
) {
  const copy = createMemoryFiles();
  for (const { name, bytes } of await journalFilesOf(files)) copy.plant(`${FOLDER}/${name}`, bytes);
  copy.plant(PATH, new TextEncoder().encode(checkpoint));
  const read: string[] = [];
  const noted: MemoryFiles = {
    ...copy,
    read: (path) => {
      read.push(path);
      return copy.read(path);
    },
  };
  // The sealed state must not change, so that each start is the first one after the crash.
  const journal = start(noted, { ...keys, save: async () => true });
  const report = await journal.open(null);
  const finds = await Promise.all(IDS.flatMap((id) => [1, 2].map((at) => journal.find(id, at))));
  const isWhole = read.includes(`${FOLDER}/approvals-000001.jsonl`);
  const isNew = (await checkpointOf(copy)) !== checkpoint;
  return { knows: [report, finds, await journal.approvalsOf('connection-1')], isWhole, isNew };
}

/** Adds a plain SHA-256, which needs no key. */
const summed = (body: string): string =>
  `${createHash('sha256').update(body).digest('hex')}\n${body}`;
const bodyOf = (checkpoint: string): string => checkpoint.slice(checkpoint.indexOf('\n') + 1);

test('J-70 a start trusts only its own checkpoint, also after a crash', async () => {
  const ours = await aJournal();
  const theirs = await aJournal('other');
  const whole = await startOf(ours, '');
  const { version: _, isKeyed: _keyed, ...fields } = JSON.parse(bodyOf(ours.checkpoint));
  const cases = {
    'its own': ours.checkpoint,
    'an older one of its own': ours.older,
    'one of another journal': theirs.checkpoint,
    'one of the version before': summed(JSON.stringify({ version: 1, ...fields })),
    'with a plain sum': summed(bodyOf(ours.checkpoint)),
    'without a sum': bodyOf(ours.checkpoint),
    cut: ours.checkpoint.slice(0, -1),
  };
  const found: unknown[] = [];
  for (const [name, checkpoint] of Object.entries(cases)) {
    const { knows, isWhole, isNew } = await startOf(ours, checkpoint);
    expect({ name, knows }).toEqual({ name, knows: whole.knows });
    found.push([name, isWhole ? 'read whole' : 'read the rest', isNew]);
  }
  expect(found).toEqual([
    ['its own', 'read the rest', false],
    // The checkpoint ends in the first file, so it covers no line of this run.
    ['an older one of its own', 'read whole', false],
    ['one of another journal', 'read whole', true],
    ['one of the version before', 'read whole', true],
    ['with a plain sum', 'read whole', true],
    ['without a sum', 'read whole', true],
    ['cut', 'read whole', true],
  ]);
});

test.each<[string, (content: Content) => Content]>([
  ['of a later version', (content) => ({ ...content, version: 3 })],
  ['of another first file', ({ files, ...rest }) => ({ ...rest, files: files.with(0, 'gone') })],
  ['of no file', (content) => ({ ...content, files: [] })],
  [
    'that leaves out its last file',
    ({ files, ...rest }) => ({ ...rest, files: files.slice(0, -1) }),
  ],
  ['that ends in another file', (content) => endingAt(content, { name: content.files[0] ?? '' })],
  ['that ends before the first byte', (content) => endingAt(content, { wholeBytes: 0 })],
  ['that ends before the line end', (content) => endingAt(content, {}, -1)],
  ['that ends behind the line end', (content) => endingAt(content, {}, 1)],
  ['that ends behind the file', (content) => endingAt(content, { wholeBytes: 1e9 })],
  ['of another last line', (content) => ({ ...content, head: { ...content.head, lastHash: 'x' } })],
])('J-70 a start does not use a checkpoint %s, though its HMAC is right', async (_, change) => {
  const journal = await aJournal();
  const key = (await journal.keys.open())?.checkpointKey ?? new Uint8Array();
  const signed = (content: Content): string => {
    const body = JSON.stringify(content);
    return `${macOf({ key }, Buffer.from(body))}\n${body}`;
  };
  const content: Content = JSON.parse(bodyOf(journal.checkpoint));
  const whole = await startOf(journal, '');
  const [same, changed] = [await startOf(journal, signed(content)), signed(change(content))];
  expect([same, await startOf(journal, changed)]).toEqual([
    { ...whole, isWhole: false, isNew: false },
    { ...whole, isWhole: true, isNew: true },
  ]);
});

interface Content {
  readonly files: readonly string[];
  readonly head: { readonly lastHash: string };
  readonly last: { readonly name: string; readonly wholeBytes: number };
}

/** The content with another end, moved by some bytes. */
function endingAt(content: Content, end: Partial<Content['last']>, by = 0): Content {
  const { last } = content;
  return { ...content, last: { ...last, wholeBytes: last.wholeBytes + by, ...end } };
}

/** Paths to all values inside a value. */
function placesOf(value: unknown, place: readonly string[] = []): (readonly string[])[] {
  if (!(value instanceof Object)) return [place];
  return [
    place,
    ...Object.entries(value).flatMap(([key, each]) => placesOf(each, [...place, key])),
  ];
}

test('J-70 if any field of a checkpoint is edited or dropped, a start still has the content of all lines', async () => {
  const journal = await aJournal();
  const whole = await startOf(journal, '');
  const body = bodyOf(journal.checkpoint);
  const mac = journal.checkpoint.slice(0, journal.checkpoint.indexOf('\n'));
  const random = createSeededRandom(70);
  const others = [0, 7, -1, null, true, '', 'sent', [], {}, ['sent'], undefined];
  for (const place of placesOf(JSON.parse(body)).slice(1)) {
    const edited = JSON.parse(body);
    const holder = place.slice(0, -1).reduce((at, key) => at[key], edited);
    holder[place.at(-1) ?? ''] = others[Math.floor(random.next() * others.length)];
    const text = JSON.stringify(edited);
    if (text === body) continue;
    for (const forged of [summed(text), `${mac}\n${text}`]) {
      const found = await startOf(journal, forged);
      expect({ place, ...found }).toEqual({ place, ...whole, isNew: true });
    }
  }
});

test('J-70 a sealed state of the version before opens, and later checkpoints use its key', async () => {
  const files = createMemoryFiles();
  const { keys, document, secrets } = aKeyring();
  const first = start(files, keys);
  await first.writeAttempt(attemptOf('a'));
  await first.close();
  const { state, version } = JSON.parse(document.text() ?? '');
  const plain = await secrets.open(Buffer.from(state.sealed, 'base64'));
  const content = JSON.parse(plain.ok ? plain.value.plain : '');
  const { checkpointKey: _, damaged: _1, breaks: _2, ...secret } = JSON.parse(content.secret);
  const sealed = await secrets.seal(JSON.stringify({ ...content, secret: JSON.stringify(secret) }));
  if (!sealed.ok) throw new Error(sealed.error.kind);
  document.damage(
    JSON.stringify({
      version,
      state: { ...state, sealed: Buffer.from(sealed.value).toString('base64') },
    }),
  );
  const second = start(files, keys);
  const opened = await second.open(null);
  await second.close();
  const { isWhole, knows } = await startOf({ files, keys }, await checkpointOf(files));
  expect([opened.ok && opened.value.isAsLeft, isWhole, knows[0]]).toEqual([
    true,
    true,
    expect.objectContaining({ ok: true }),
  ]);
});

test('J-70 without a keyring, Billfold makes no checkpoint and trusts none', async () => {
  const { files, keys, checkpoint } = await aJournal();
  const away: JournalKeySafe = { ...keys, open: async () => null };
  const { isWhole } = await startOf({ files, keys: away }, checkpoint);
  const bare = createMemoryFiles();
  const journal = startJournal(bare);
  await journal.writeAttempt(attemptOf('a'));
  await journal.close();
  expect([isWhole, bare.durable(PATH)]).toEqual([true, null]);
});
