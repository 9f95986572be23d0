import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Finding } from '../journal/journal-index.ts';
import { attemptOf, confirmed } from '../journal/testing/attempts.ts';
import { aKeyring, readFilesOf } from '../journal/testing/journal-fixture.ts';
import { verifyJournal } from '../journal/verify-journal.ts';
import {
  copyOf,
  createComputer,
  JOURNAL,
  OUTSIDE,
  restoreJournal,
  start,
  type Computer,
  type ProfileCopy,
  type Started,
} from './testing/profile-harness.ts';

/**
 * Target of an attacker who can write the files of the profile, and restore the window's databases
 * to a state before an approval was sent. The attacker cannot open the keyring, and cannot write
 * outside the profile.
 */
interface Target {
  readonly computer: Computer;
  readonly key: ReturnType<typeof aKeyring>['document'];
  readonly secrets: ReturnType<typeof aKeyring>['secrets'];
  /** Copy from before the approval *a* was sent. */
  readonly before: ProfileCopy & { readonly key: string };
}

const FIRST = `${JOURNAL}/approvals-000001.jsonl`;
const CHECKPOINT = `${JOURNAL}/checkpoint.json`;

/** The approval *a* was sent between two others, and *c* was being sent when Billfold was killed. */
async function aTarget(): Promise<Target> {
  const keyring = aKeyring();
  const { document: key, secrets } = keyring;
  const computer = createComputer(keyring);
  const first = await start(computer);
  await first.journal.writeAttempt(attemptOf('z'));
  await first.journal.writeOutcome('z', 1, confirmed);
  await first.quit();
  const before = { ...(await copyOf(computer)), key: key.text() ?? '' };
  const second = await start(computer);
  await second.journal.writeAttempt(attemptOf('a'));
  await second.journal.writeOutcome('a', 1, confirmed);
  await second.quit();
  const third = await start(computer);
  await third.journal.writeAttempt(attemptOf('b'));
  await third.journal.writeOutcome('b', 1, confirmed);
  await third.journal.writeAttempt(attemptOf('c'));
  await third.marks.close();
  computer.files.crash();
  return { computer, key, secrets, before };
}

type Line = Record<string, unknown>;

const linesOf = ({ computer }: Target, path = FIRST): Line[] =>
  parsed(computer.files.durable(path) ?? new Uint8Array());

const parsed = (bytes: Uint8Array): Line[] =>
  new TextDecoder()
    .decode(bytes)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const unchained = (lines: readonly Line[]): Uint8Array =>
  new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

/** Numbers and chains the lines again, from this one on. */
function chained(lines: readonly Line[], from = 0): Uint8Array {
  let prev = '0'.repeat(64);
  const all = lines.map((line, at) => {
    const text = JSON.stringify(at < from ? line : { ...line, seq: at + 1, prev });
    prev = createHash('sha256').update(text).digest('hex');
    return `${text}\n`;
  });
  return new TextEncoder().encode(all.join(''));
}

/** Removes the lines of approval *a*. */
const withoutA = (lines: readonly Line[]): Line[] =>
  lines.filter((line) => line['approvalId'] !== 'a');

const plant = ({ computer }: Target, bytes: Uint8Array): void => computer.files.plant(FIRST, bytes);
const dropCheckpoint = ({ computer }: Target) => computer.files.remove(CHECKPOINT);

/** A run without a keyring, appended by the attacker: it needs no key. */
function forgedRun(lines: readonly Line[], ...records: readonly Line[]): Uint8Array {
  const opened = { kind: 'opened', follows: null, key: null };
  const added = [opened, ...records].map((record) => ({
    ...{ v: 1, seq: 0, prev: '', atMs: 1_800_000_000_000 },
    ...record,
  }));
  return chained([...lines, ...added], lines.length);
}

const notSent = (approvalId: string): Line => ({
  ...{ kind: 'outcome', approvalId, attempt: 1 },
  outcome: { kind: 'notSent', reason: 'unreachable', retryAtMs: null, error: null },
});

/** The attempt's own line without its code, and an outcome. */
const neverLeft = (approvalId: string) => (target: Target) => {
  const isAttempt = (line: Line) => line['kind'] === 'attempt' && line['approvalId'] === approvalId;
  return [{ ...linesOf(target).find(isAttempt), mac: undefined }, notSent(approvalId)];
};

const agreed: Line = {
  ...{ kind: 'agreed', approvalId: 'd', snapshot: '0'.repeat(64), overLimit: true },
  twice: { attempt: 1, others: ['a'] },
};

/** The same lines without a trace of the key. */
const withoutCodes = (lines: readonly Line[]): Line[] =>
  parsed(chained(lines.map((line) => ({ ...line, mac: undefined, key: undefined }))));

/** Makes the mark outside the profile fit the journal. */
function plantOutside({ computer }: Target): void {
  const text = new TextDecoder().decode(computer.files.durable(FIRST) ?? undefined).trimEnd();
  const last = text.slice(text.lastIndexOf('\n') + 1);
  const lastHash = createHash('sha256').update(last).digest('hex');
  const mark = { version: 1, seq: text.split('\n').length, lastHash };
  computer.files.plant(OUTSIDE, new TextEncoder().encode(JSON.stringify(mark)));
}

const LOCKED =
  'the keyring is locked, and a log without codes, also outside, says that the user agreed';

type Attack = (target: Target) => unknown;

/** Appends a forged run. */
const forging =
  (recordsOf: (target: Target) => readonly Line[]): Attack =>
  (target) =>
    plant(target, forgedRun(linesOf(target), ...recordsOf(target)));

const unchecked =
  (attack: Attack): Attack =>
  async (target) => {
    await dropCheckpoint(target);
    await attack(target);
  };

/** Edits of the note about the last seal, in the text of the marks now and of those before. */
const notes: Readonly<Record<string, (now: string, before: string) => string>> = {
  'the note is taken away': (now) => JSON.stringify({ ...JSON.parse(now), seal: undefined }),
  'the number of the note is changed': (now) => now.replace(/"number":\d+/u, '"number":1'),
  'the note is put back': (now, before) =>
    JSON.stringify({ ...JSON.parse(now), seal: JSON.parse(before).seal }),
  'the marks are damaged': () => '{',
  'the epoch is changed': (now) => now.replace(/"epoch":"[^"]*"/u, '"epoch":"x"'),
};

const attacks: Readonly<Record<string, Attack>> = {
  'nothing is done': () => undefined,
  'an amount is changed': (target) => {
    const change = (line: Line): Line =>
      line['approvalId'] === 'a' ? { ...line, connectionId: 'x' } : line;
    plant(target, unchained(linesOf(target).map(change)));
  },
  'lines are dropped': (target) => plant(target, unchained(withoutA(linesOf(target)))),
  'lines are dropped, the rest is chained again': (target) =>
    plant(target, chained(withoutA(linesOf(target)))),
  'lines are dropped with the checkpoint': unchecked((target) =>
    plant(target, unchained(withoutA(linesOf(target)))),
  ),
  'a line is repeated': (target) => {
    const lines = linesOf(target);
    plant(target, unchained([...lines, ...lines.slice(-2)]));
  },
  'lines are swapped': unchecked((target) => {
    const [one = {}, two = {}, three = {}, ...rest] = linesOf(target);
    plant(target, unchained([one, three, two, ...rest]));
  }),
  'the end is cut': (target) => plant(target, unchained(linesOf(target).slice(0, -1))),
  'the beginning is cut': unchecked(async (target) => {
    const lines = linesOf(target);
    await restoreJournal(target.computer.files, new Map());
    const from = lines.findIndex((line) => line['approvalId'] === 'a') + 2;
    target.computer.files.plant(`${JOURNAL}/approvals-000002.jsonl`, unchained(lines.slice(from)));
  }),
  'the journal is put back': ({ computer, before }) =>
    restoreJournal(computer.files, before.journal),
  'journal and key are put back': async ({ computer, before, key }) => {
    await restoreJournal(computer.files, before.journal);
    key.damage(before.key);
  },
  'journal, key and the mark outside are put back': async ({ computer, before, key }) => {
    await restoreJournal(computer.files, before.journal);
    key.damage(before.key);
    computer.files.plant(OUTSIDE, before.outside ?? new Uint8Array());
  },
  'the key is put back': ({ before, key }) => key.damage(before.key),
  ...Object.fromEntries(
    Object.entries(notes).map(([name, edit]): [string, Attack] => [
      `the key is put back, and ${name}`,
      ({ computer, before, key }) => {
        key.damage(before.key);
        computer.marks.damage(edit(computer.marks.text() ?? '', before.marks ?? ''));
      },
    ]),
  ),
  'the key is deleted': ({ key }) => key.remove(),
  'the key is deleted, lines are dropped, the rest is chained again': unchecked((target) => {
    target.key.remove();
    plant(target, chained(withoutA(linesOf(target))));
  }),
  'the key is deleted, every line is rewritten with forged HMACs': unchecked((target) => {
    target.key.remove();
    const lines = linesOf(target).map((line) => ({ ...line, mac: 'f'.repeat(64) }));
    plant(target, chained(lines));
  }),
  'the key is exchanged for another': ({ key }) => key.damage('{"version":1}'),
  'a forged run retires a sent approval': unchecked((target) => {
    const lines = linesOf(target);
    const upTo = { seq: 1, lastHash: String(lines[1]?.['prev']) };
    const approvals = [{ connectionId: attemptOf('a').connectionId, ids: ['a', 'c'] }];
    plant(target, forgedRun(lines, { kind: 'retired', upTo, files: [], approvals }));
  }),
  'a forged run says that the user agreed': forging(() => [agreed]),
  'the key cannot be read, and a line with a forged code says that the user agreed': (target) => {
    target.key.locked = true;
    const lines = linesOf(target);
    const { v, seq, prev, ...more } = { ...lines[0], ...agreed };
    plant(
      target,
      chained([...lines, { v, seq, prev, mac: 'f'.repeat(64), ...more }], lines.length),
    );
  },
  'the key cannot be read, and a log without HMACs says that the user agreed': unchecked(
    (target) => {
      target.key.locked = true;
      plant(target, forgedRun(withoutCodes(linesOf(target)), agreed));
    },
  ),
  [LOCKED]: unchecked((target) => {
    target.secrets.strength = { backend: 'x', strength: 'none' };
    plant(target, forgedRun(withoutCodes(linesOf(target)), agreed));
    plantOutside(target);
  }),
  'the same, and the key is removed': async (target) => {
    await attacks[LOCKED]?.(target);
    target.key.remove();
  },
  'key, HMACs and an approval are removed, also outside, but not the marks': unchecked((target) => {
    target.key.remove();
    plant(target, chained(withoutA(withoutCodes(linesOf(target)))));
    plantOutside(target);
  }),
  'key and HMACs are removed, and a line says that the user agreed': unchecked((target) => {
    target.key.remove();
    const lines = withoutCodes(linesOf(target));
    plant(target, chained([...lines, { ...lines.at(-1), ...agreed }]));
  }),
  'a line with a code elsewhere says that the user agreed': forging(() => [
    { ...agreed, mac: 'f'.repeat(64) },
  ]),
  'the checkpoint is put back': ({ computer, before }) =>
    computer.files.plant(CHECKPOINT, before.journal.get(CHECKPOINT) ?? new Uint8Array()),
  'a forged run says that a sent approval never left': forging(() => [notSent('a')]),
  'a forged run says that an approval in doubt never left': forging(() => [notSent('c')]),
  'the same, with the checkpoint dropped': unchecked(forging(() => [notSent('c')])),
  'the same, and the attempt is repeated without its code': forging(neverLeft('c')),
  'the same about a sent approval': forging(neverLeft('a')),
  'the attempt is repeated without its code, with the checkpoint dropped': unchecked(
    forging(neverLeft('c')),
  ),
  'a forged outcome has a forged key': (target) => {
    const lines = linesOf(target);
    plant(target, chained([...lines, { ...lines.at(-1), ...notSent('c') }], lines.length));
  },
  'a forged run allows the beginning that was cut': async (target) => {
    const lines = linesOf(target);
    const from = lines.findIndex((line) => line['approvalId'] === 'a') + 2;
    const upTo = { seq: lines[from - 1]?.['seq'], lastHash: lines[from]?.['prev'] };
    const bytes = forgedRun(lines, { kind: 'retired', upTo, files: [], approvals: [] });
    const kept = new TextDecoder().decode(bytes).split('\n').slice(from).join('\n');
    await restoreJournal(target.computer.files, new Map());
    target.computer.files.plant(
      `${JOURNAL}/approvals-000002.jsonl`,
      new TextEncoder().encode(kept),
    );
  },
};

/** Attacks that leave the meaning of the lines unchanged. */
const harmless: ReadonlySet<string> = new Set([
  'nothing is done',
  'the checkpoint is put back',
  // Billfold counts such lines but does not reject them, because it writes such lines itself without the keyring.
  'a forged run retires a sent approval',
  'a forged run says that the user agreed',
  // Until the key can be read, no line proves anything; then the start finds the forged lines.
  'the key cannot be read, and a line with a forged code says that the user agreed',
  LOCKED,
  'the same, and the key is removed',
]);

/**
 * Whether, after a restore of the window's databases, the gate would send *a*, *c* or another approval of their bills
 * without asking.
 */
async function isSentAgain({ journal, marks }: Started): Promise<boolean> {
  const isAnotherEpoch = marks.epoch() !== '';
  const found = await Promise.all(['a', 'c'].map((id) => journal.find(id, 1)));
  const asked = await journal.describeBills(
    ['a', 'c'].map((id) => ({ ...attemptOf(id), approvalId: 'd' })),
  );
  const isUnasked =
    !asked.ok ||
    asked.value.some(({ others, agreement }) => others.length === 0 || agreement !== null);
  return !isAnotherEpoch && (isUnasked || found.some((each) => each.ok && mayBeSent(each.value)));
}

const mayBeSent = (finding: Finding): boolean =>
  finding.kind === 'noAttempt' ||
  (finding.kind === 'outcome' && finding.outcome.kind === 'notSent');

async function verdictOf({ journal }: Started): Promise<string> {
  const { files, known } = await readFilesOf(journal);
  return verifyJournal(files, known).verdict;
}

test.each([
  ['is here', false],
  ['was given out', true],
])(
  'J-71 without the keyring, an attack on the journal sends no approval again and is found at every later check; its first key %s',
  async (_, isGiven) => {
    for (const [name, attack] of Object.entries(attacks)) {
      const target = await aTarget();
      if (isGiven) {
        const last = await start(target.computer);
        await last.journal.forgetKey();
        await last.marks.close();
        target.computer.files.crash();
      }
      await attack(target);
      const verdicts: string[] = [];
      const first = await start(target.computer);
      const sentAgain = await isSentAgain(first);
      verdicts.push(await verdictOf(first));
      await first.quit();
      for (let restart = 0; restart < 2; restart += 1) {
        const later = await start(target.computer);
        verdicts.push(await verdictOf(later));
        await later.quit();
      }
      const verdict = harmless.has(name) ? 'whole' : 'broken';
      expect({ name, sentAgain, verdicts: [...new Set(verdicts)] }).toEqual({
        ...{ name, sentAgain: false, verdicts: [verdict] },
      });
    }
  },
);

test.each(['marks', 'key'] as const)(
  'J-71 while the disk refuses the %s, a notice says so and no attempt begins',
  async (refused) => {
    const keyring = aKeyring();
    const computer = createComputer(keyring);
    await (await start(computer)).quit();
    const document = refused === 'key' ? keyring.document : computer.marks;
    document.readOnly = true;
    const { journal, notices, list } = await start(computer);
    await journal.writeNotes([{ kind: 'ended', approvalId: 'z', how: 'withdrawn' }]);
    const [before, shown] = [await journal.writeAttempt(attemptOf('a')), list()];
    document.readOnly = false;
    const after = await journal.writeAttempt(attemptOf('a'));
    const unwritable = ['journalUnwritable'];
    expect([notices, shown, before, after, list()]).toMatchObject([
      ...[unwritable, unwritable, { error: { code: 'EROFS' } }, { ok: true }, []],
    ]);
  },
);
