import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { finishRemoval, removeEverything } from './remove-everything.ts';

/** A profile with files, and a user who gives these answers in turn. */
function arrange(...answers: ('cancel' | 'export' | 'remove')[]) {
  const base = mkdtempSync(join(tmpdir(), 'remove-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const paths = { profile: join(base, 'profile'), outsidePath: join(base, 'outside.json') };
  const write = (): void => {
    mkdirSync(join(paths.profile, 'journal'), { recursive: true });
    for (const name of ['tokens.json', 'journal/1.jsonl', 'SingletonLock'])
      writeFileSync(join(paths.profile, name), 'x');
    writeFileSync(paths.outsidePath, 'x');
  };
  write();
  const timeline: string[] = [];
  let isLocked = false;
  let last = (): void => undefined;
  const deps = {
    paths,
    isLocked: () => isLocked,
    ask: async () => answers.shift() ?? 'cancel',
    exportJournal: async () => timeline.push('exported'),
    signOut: async () => void timeline.push('signed out'),
    leaveSystem: async () => void timeline.push('left'),
    quit: () => void timeline.push('quit'),
    atExit: (act: () => void) => void (last = act),
  };
  const lock = (): void => void (isLocked = true);
  return { base, paths, write, timeline, deps, lock, exit: () => last() };
}

test('D-42 the data is removed as the last step, after the user has exported the audit log', async () => {
  const { base, timeline, deps, exit } = arrange('export', 'remove');
  await removeEverything(deps);
  const before = readdirSync(base);
  exit();
  expect([timeline, before, readdirSync(base)]).toEqual([
    ['exported', 'signed out', 'left', 'quit'],
    ['profile'],
    [],
  ]);
});

test('D-42 the next process with the profile removes what an earlier one could not', async () => {
  const { paths, deps, write } = arrange('remove');
  await removeEverything(deps);
  // The first process was killed before its last step.
  finishRemoval(paths.profile);
  const left = [readdirSync(paths.profile), existsSync(paths.outsidePath)];
  write();
  finishRemoval(paths.profile);
  expect([left, readdirSync(paths.profile).length]).toEqual([[['SingletonLock'], false], 3]);
});

test('D-42 a locked Billfold exports and removes nothing, even if a dialog was already open', async () => {
  const [before, meanwhile] = [arrange('export', 'remove'), arrange('remove')];
  before.lock();
  await removeEverything(before.deps);
  const removing = removeEverything(meanwhile.deps);
  meanwhile.lock();
  await removing;
  expect([before.timeline, meanwhile.timeline]).toEqual([[], []]);
});

test('D-42 a mark that another program made removes no file outside the profile', () => {
  const { paths } = arrange('cancel');
  writeFileSync(join(paths.profile, 'remove-everything'), '');
  finishRemoval(paths.profile);
  expect([readdirSync(paths.profile), existsSync(paths.outsidePath)]).toEqual([
    ['SingletonLock'],
    true,
  ]);
});

test('D-42 cancelling loses nothing', async () => {
  const { paths, timeline, deps, exit } = arrange('cancel');
  await removeEverything(deps);
  exit();
  finishRemoval(paths.profile);
  expect([timeline, readdirSync(paths.profile).length]).toEqual([[], 3]);
});

test('D-42 a sign-out that fails leaves nothing for the next start to remove', async () => {
  const { paths, deps } = arrange('remove');
  const signOut = async (): Promise<never> => Promise.reject(new Error('the disk is away'));
  await expect(removeEverything({ ...deps, signOut })).rejects.toThrow('away');
  finishRemoval(paths.profile);
  expect([readdirSync(paths.profile).length, existsSync(paths.outsidePath)]).toEqual([3, true]);
});
