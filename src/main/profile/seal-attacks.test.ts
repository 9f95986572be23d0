import { expect, test } from 'vitest';
import { settle } from '../../base/testing/virtual-clock.ts';
import { aKeyring } from '../journal/testing/journal-fixture.ts';
import { createComputer, start, type Computer } from './testing/profile-harness.ts';

/** Edits of key and marks by an attacker who has the key of an earlier start. */
type KeyAttack = (
  key: ReturnType<typeof aKeyring>['document'],
  older: string,
  marks: Computer['marks'],
  olderMarks: string,
) => unknown;
const withoutNote = (marks: Computer['marks']) =>
  marks.damage(JSON.stringify({ ...JSON.parse(marks.text() ?? ''), seal: undefined }));
const looser = (marks: Computer['marks']) =>
  marks.damage((marks.text() ?? '').replaceAll('a limit', 'no limit'));

test.each<[string, KeyAttack, found: readonly string[], isNewRow?: boolean]>([
  ['the key is put back', (key, older) => key.damage(older), ['{"limits":["a limit"]}']],
  [
    'the key is put back without a note',
    (key, older, marks) => [key.damage(older), withoutNote(marks)],
    [],
  ],
  [
    'the key is put back without marks',
    (key, older, marks) => [key.damage(older), marks.remove()],
    [],
  ],
  ['the note is changed', (_key, _older, marks) => looser(marks), []],
  [
    'the key and the marks are put back',
    (key, older, marks, olderMarks) => [key.damage(older), marks.damage(olderMarks)],
    [],
  ],
  [
    'the key is removed, and the note changed',
    (key, _older, marks) => [key.remove(), looser(marks)],
    [],
    true,
  ],
])(
  'E-6, J-71 neither older settings nor a first key that was given out come back: %s',
  async (_, attack, found, isNewRow = false) => {
    const keyring = aKeyring();
    const { document } = keyring;
    const computer = createComputer(keyring);
    let now = '{"limits":[]}';
    const seen: string[] = [];
    const run = () =>
      start(computer, {
        protections: { currentText: () => now, applySealed: (text) => seen.push(text) },
      });
    await (await run()).quit();
    const { journal } = await run();
    const older = document.text() ?? '';
    const olderMarks = computer.marks.text() ?? '';
    const first = await journal.verificationKey();
    await journal.forgetKey();
    now = '{"limits":["a limit"]}';
    await journal.sealProtections();
    await settle();
    // Billfold was killed, so the attack begins with the files' content at this moment.
    seen.length = 0;
    attack(document, older, computer.marks, olderMarks);
    now = '{}';
    const given = await (await run()).journal.verificationKey();
    expect(first).not.toEqual(given);
    expect([seen, given !== 'given']).toEqual([found, isNewRow]);
  },
);

test('E-6 after a loss of marks, no earlier sealed state counts as the latest', async () => {
  const keyring = aKeyring();
  const { document } = keyring;
  const computer = createComputer(keyring);
  const found: string[] = [];
  const run = async (now: string): Promise<string> => {
    const protections = { currentText: () => now, applySealed: (text: string) => found.push(text) };
    await (await start(computer, { protections })).quit();
    return document.text() ?? '';
  };
  const oldest = await run('loose');
  for (let count = 0; count < 5; count += 1) await run('loose');
  const loose = await run('loose');
  await run('strict');
  document.damage(oldest);
  computer.marks.remove();
  await run('strict');
  document.damage(loose);
  found.length = 0;
  await run('strict');
  expect(found).toEqual(['strict']);
});
