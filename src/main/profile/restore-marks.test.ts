import { expect, test } from 'vitest';
import { fail } from '../../base/result.ts';
import { settle } from '../../base/testing/virtual-clock.ts';
import { AWAY_EPOCH } from '../../bridge/approval.ts';
import { aKeyring, loadJournalFiles } from '../journal/testing/journal-fixture.ts';
import { readJournal } from '../journal/testing/read-journal.ts';
import { attemptOf, confirmed } from '../journal/testing/attempts.ts';
import { CLOCK_SLACK_MS, LONGEST_AWAY_MS } from './restore-marks.ts';
import {
  copyOf,
  createComputer,
  JOURNAL,
  OUTSIDE,
  restoreProfile,
  restoreJournal,
  restoreMarks,
  start,
  type Computer,
  type ProfileCopy,
} from './testing/profile-harness.ts';

const FIRST = `${JOURNAL}/approvals-000001.jsonl`;

/** A copy of the profile was made after an offline approval; then the approval was sent. */
async function sentSinceCopy(): Promise<{ computer: Computer; copy: ProfileCopy }> {
  const computer = createComputer();
  const { attempt, ...approved } = attemptOf('a');
  const offline = await start(computer);
  await offline.journal.writeNotes([{ kind: 'approved', ...approved }]);
  await offline.quit();
  const copy = await copyOf(computer);
  const online = await start(computer);
  await online.journal.writeAttempt({ ...approved, attempt });
  await online.journal.writeOutcome('a', 1, { ...confirmed });
  await online.quit();
  return { computer, copy };
}

/** Reasons in the journal's last start. */
async function reasonsIn({ files }: Computer): Promise<readonly string[]> {
  const loaded = await loadJournalFiles(files, JOURNAL);
  if (!loaded.ok) throw new Error(loaded.error.technical);
  const { records } = readJournal(loaded.value);
  const last = records.findLastIndex(({ kind }) => kind === 'opened');
  return records.slice(last).flatMap((each) => (each.kind === 'restored' ? each.reasons : []));
}

async function rewriteLast({ files }: Computer, change: (line: string) => string): Promise<void> {
  const lines = new TextDecoder().decode(files.durable(FIRST) ?? undefined).split('\n');
  const last = lines.length - 2;
  lines[last] = change(lines[last] ?? '');
  const text = lines[last] === '' ? lines.toSpliced(last, 1) : lines;
  files.plant(FIRST, new TextEncoder().encode(text.join('\n')));
}

type Way = (computer: Computer, copy: ProfileCopy) => unknown;

const plant = ({ files }: Computer, path: string, text: string): void =>
  files.plant(path, new TextEncoder().encode(text));
const remove = ({ files }: Computer, path: string) => files.remove(path);
const withState =
  (way: Way): Way =>
  async (computer, copy) => {
    await way(computer, copy);
    computer.files.plant(OUTSIDE, copy.outside ?? new Uint8Array());
  };
/** A snapshot below the file system: every file keeps its identity. */
const rolledBack: Way = async (computer, copy) => {
  await restoreProfile(computer, copy);
  computer.identities = copy.sameIdentities;
};
const later = (byMs: number, way: Way): Way => {
  return async (computer, copy) => {
    await way(computer, copy);
    computer.clock.jump(byMs);
  };
};

const ways: readonly (readonly [string, Way, readonly string[], readonly string[]])[] = [
  ['nothing', () => undefined, [], []],
  ['restored', restoreProfile, ['journalBehind', 'copied'], ['journalCut', 'profileRestored']],
  [
    'restored file over file',
    async (computer, copy) => {
      const { identities } = computer;
      await restoreProfile(computer, copy);
      computer.identities = identities;
      identities.putOver(copy.identities);
    },
    ['journalBehind', 'copied'],
    ['journalCut', 'profileRestored'],
  ],
  [
    'restored with the whole home folder',
    withState(restoreProfile),
    ['copied'],
    ['profileRestored'],
  ],
  [
    'opened on another machine',
    async (computer, copy) => {
      await restoreProfile(computer, copy);
      computer.machine = 'another';
      await remove(computer, OUTSIDE);
    },
    ['copied', 'otherMachine', 'marksGone'],
    ['profileRestored'],
  ],
  ['rolled back with the whole machine, at once', withState(rolledBack), [], []],
  [
    'rolled back with the whole machine, long ago',
    later(LONGEST_AWAY_MS + 1, withState(rolledBack)),
    ['longAgo'],
    ['profileStale'],
  ],
  ['rolled back without the state folder', rolledBack, ['journalBehind'], ['journalCut']],
  ['unused for a week', later(LONGEST_AWAY_MS, () => undefined), [], []],
  // No notice, because no approval waits here.
  ['unused for longer', later(LONGEST_AWAY_MS + 1, () => undefined), ['longAgo'], []],
  ['clock set back by two days', later(-CLOCK_SLACK_MS, () => undefined), [], []],
  ['clock set back by more', later(-CLOCK_SLACK_MS - 1, () => undefined), ['clockBehind'], []],
  [
    'only the journal restored',
    ({ files }, { journal }) => restoreJournal(files, journal),
    ['journalBehind'],
    ['journalCut'],
  ],
  [
    'journal deleted',
    ({ files }) => restoreJournal(files, new Map()),
    ['journalGone'],
    ['journalGone'],
  ],
  ['journal emptied', (computer) => plant(computer, FIRST, ''), ['journalGone'], ['journalGone']],
  [
    'last line cut',
    (computer) => rewriteLast(computer, () => ''),
    ['journalBehind'],
    ['journalCut'],
  ],
  [
    'last line changed',
    (computer) => rewriteLast(computer, (line) => line.replace('confirmed', 'unconfirmed')),
    ['journalBehind'],
    ['journalCut', 'journalBroken'],
  ],
  [
    'journal unreadable',
    ({ files }) => files.failNext('list', 'EACCES'),
    ['journalUnreadable'],
    [],
  ],
  ['marks removed', ({ marks }) => marks.remove(), ['marksGone'], ['profileRestored']],
  ['marks damaged', ({ marks }) => marks.damage('{'), ['marksGone'], ['profileRestored']],
  ['mark outside removed', (c) => remove(c, OUTSIDE), ['marksGone'], ['profileRestored']],
  ['mark outside damaged', (c) => plant(c, OUTSIDE, '{'), ['marksGone'], ['profileRestored']],
  [
    'profile begun from scratch',
    async (computer) => {
      await restoreJournal(computer.files, new Map());
      await restoreMarks(computer.marks, null);
    },
    ['journalGone'],
    ['journalGone'],
  ],
  [
    'everything but the session removed',
    async (computer) => {
      await restoreJournal(computer.files, new Map());
      await remove(computer, OUTSIDE);
      await restoreMarks(computer.marks, null);
      computer.isUsed = true;
    },
    ['marksGone'],
    ['profileRestored'],
  ],
  [
    'both marks removed',
    async (computer) => {
      await remove(computer, OUTSIDE);
      await restoreMarks(computer.marks, null);
    },
    ['marksGone'],
    ['profileRestored'],
  ],
  [
    'killed before the mark outside was written',
    ({ files }, { outside }) => files.plant(OUTSIDE, outside ?? new Uint8Array()),
    [],
    [],
  ],
];

test.each(ways)(
  'Y-1, Y-2 a new epoch begins, with the reasons, unless the profile is as this machine left it: %s',
  async (_, happen, reasons, notices) => {
    const { computer, copy } = await sentSinceCopy();
    await happen(computer, copy);
    const next = await start(computer);
    const epoch = next.marks.epoch();
    await next.journal.writeNotes([{ kind: 'ended', approvalId: 'x', how: 'withdrawn' }]);
    const found = await reasonsIn(computer);
    await next.quit();
    const after = await start(computer);
    expect({
      reasons: found,
      isNew: epoch !== '',
      notices: next.notices,
      isAskedOnce: after.marks.epoch() === epoch,
    }).toEqual({ reasons, isNew: reasons.length > 0, notices, isAskedOnce: true });
  },
);

test('Y-1 Billfold notices a copy made while it ran and restored after it closed, even together with the mark outside the profile', async () => {
  const computer = createComputer(aKeyring());
  await (await start(computer)).quit();
  const run = await start(computer);
  const { attempt, ...approved } = attemptOf('a');
  await run.journal.writeNotes([{ kind: 'approved', ...approved }]);
  const copy = await copyOf(computer);
  const key = computer.keyring?.document.text() ?? '';
  await run.journal.writeAttempt({ ...approved, attempt });
  await run.journal.writeOutcome('a', 1, { ...confirmed });
  await run.quit();
  await restoreJournal(computer.files, copy.journal);
  await restoreMarks(computer.marks, copy.marks);
  computer.keyring?.document.damage(key);
  computer.files.plant(OUTSIDE, copy.outside ?? new Uint8Array());
  const { notices } = await start(computer);
  expect([notices, await reasonsIn(computer)]).toEqual([['profileRestored'], ['copied']]);
});

test('Y-1 a birth mark that could not be made at the start is made with the next line', async () => {
  const computer = createComputer(aKeyring());
  await (await start(computer)).quit();
  const before = [...computer.identities.identities.keys()];
  const { make } = computer.identities;
  computer.identities.make = async () => fail({ code: 'EACCES', technical: 'read-only' });
  const run = await start(computer);
  const meanwhile = [...computer.identities.identities.keys()];
  computer.identities.make = make;
  await run.journal.writeNotes([{ kind: 'ended', approvalId: 'x', how: 'withdrawn' }]);
  await settle();
  const after = [...computer.identities.identities.keys()];
  expect([meanwhile, after.length, after[0] === before[0]]).toEqual([before, 1, false]);
  expect((await start(computer)).notices).toEqual([]);
});

test.each([8, 40, 400])(
  'Y-10 closed for %i days with an approval waiting: the time is the only reason, and the epoch says so',
  async (days) => {
    const computer = createComputer();
    const { attempt: _, ...approved } = attemptOf('a');
    const first = await start(computer);
    await first.journal.writeNotes([{ kind: 'approved', ...approved }]);
    await first.quit();
    computer.clock.jump(days * 24 * 60 * 60 * 1_000);
    const { marks, notices } = await start(computer);
    const reasons = await reasonsIn(computer);
    expect([reasons, notices, marks.epoch().startsWith(AWAY_EPOCH)]).toEqual([
      ...[['longAgo'], ['profileStale'], true],
    ]);
  },
);

test('Y-10 an epoch gives the time as its reason only if there is no other reason', async () => {
  const { computer, copy } = await sentSinceCopy();
  await restoreProfile(computer, copy);
  computer.clock.jump(LONGEST_AWAY_MS + 1);
  const { marks } = await start(computer);
  expect([marks.epoch() !== '', marks.epoch().startsWith(AWAY_EPOCH)]).toEqual([true, false]);
});

test('Y-1 a copy restored twice gets a new epoch each time', async () => {
  const { computer, copy } = await sentSinceCopy();
  const epochs: string[] = [];
  for (let time = 0; time < 3; time++) {
    await restoreProfile(computer, { ...copy, identities: copy.identities.copy() });
    const { marks, quit } = await start(computer);
    epochs.push(marks.epoch());
    await quit();
  }
  expect(new Set([...epochs, '']).size).toBe(4);
});

test('a start that ends before its marks are on disk leaves the mismatch for the next one', async () => {
  const { computer, copy } = await sentSinceCopy();
  await restoreJournal(computer.files, copy.journal);
  const { marks, files } = computer;
  marks.full = true;
  const first = await start(computer);
  await first.journal.writeAttempt(attemptOf('b'));
  await first.journal.writeAttempt(attemptOf('c'));
  await first.marks.close();
  const outsideBefore = files.durable(OUTSIDE);
  // Billfold was killed, and the disk has room again.
  marks.full = false;
  const second = await start(computer);
  await second.quit();
  const third = await start(computer);
  expect({
    epochs: new Set(['', first.marks.epoch(), second.marks.epoch()]).size,
    isKept: third.marks.epoch() === second.marks.epoch(),
    outsideAsBefore: JSON.parse(new TextDecoder().decode(outsideBefore ?? undefined)).seq,
    copyEnded: readJournal([
      { name: 'approvals-000001.jsonl', bytes: copy.journal.get(FIRST) ?? new Uint8Array() },
    ]).lines,
  }).toEqual({ epochs: 3, isKept: true, outsideAsBefore: 5, copyEnded: 2 });
});

test('the mark outside is written once there is room for the marks inside', async () => {
  const { computer, copy } = await sentSinceCopy();
  await restoreJournal(computer.files, copy.journal);
  computer.marks.full = true;
  const first = await start(computer);
  computer.marks.full = false;
  await first.journal.writeAttempt(attemptOf('b'));
  await first.quit();
  const second = await start(computer);
  expect(second.marks.epoch()).toBe(first.marks.epoch());
});

test('writing the mark outside does not delay the journal, and several heads share one write', async () => {
  const computer = createComputer();
  const gate = Promise.withResolvers<void>();
  const { writeAtomic } = computer.files;
  const written: unknown[] = [];
  computer.files.writeAtomic = async (path, bytes, mode) => {
    if (path !== OUTSIDE) return writeAtomic(path, bytes, mode);
    await gate.promise;
    written.push(JSON.parse(new TextDecoder().decode(bytes)).seq);
    return writeAtomic(path, bytes, mode);
  };
  const { journal, marks } = await start(computer);
  for (const id of ['a', 'b', 'c']) await journal.writeAttempt(attemptOf(id));
  gate.resolve();
  await marks.close();
  expect(written).toEqual([1, 4]);
});

test('an unwritable state folder causes neither a question nor a failure', async () => {
  const computer = createComputer();
  computer.files.writeAtomic = async () => ({
    ok: false,
    error: { code: 'EACCES', technical: '' },
  });
  const epochs: string[] = [];
  for (let time = 0; time < 2; time++) {
    const { journal, marks, quit } = await start(computer);
    const written = await journal.writeAttempt(attemptOf(`${time}`));
    epochs.push(`${written.ok} ${marks.epoch()}`);
    await quit();
  }
  expect(epochs).toEqual(['true ', 'true ']);
});
