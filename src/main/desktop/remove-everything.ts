import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What Billfold keeps on this computer. */
export interface Kept {
  /** The profile's folder. */
  readonly profile: string;
  /** The file that is kept outside of it. */
  readonly outsidePath: string;
}

export interface RemoveEverythingDeps {
  readonly kept: Kept;
  /** The window is locked: whoever is here may neither export nor remove. */
  readonly isLocked: () => boolean;
  readonly ask: () => Promise<'cancel' | 'export' | 'remove'>;
  /** The audit log, to a place the user chooses. */
  readonly exportJournal: () => Promise<unknown>;
  readonly signOut: () => Promise<void>;
  /** Nothing starts Billfold by itself any more. */
  readonly leaveSystem: () => Promise<void>;
  readonly quit: () => void;
  /** Runs it as the last thing of this process. */
  readonly atExit: (last: () => void) => void;
}

/** Its presence says that the user wanted everything gone, and not all of it is. */
const MARK = 'remove-everything';
/** What holds a profile for its process. */
const LOCKS = /^(Singleton|lockfile$|stand-in\.)/;

/**
 * Asks, lets the user export the audit log first, signs out, quits, and leaves nothing behind. What the
 * system does not let go while it is open is removed by the next start.
 */
export async function removeEverything(deps: RemoveEverythingDeps): Promise<void> {
  if (deps.isLocked()) return;
  const { profile, outsidePath } = deps.kept;
  for (let answer = await deps.ask(); answer !== 'remove'; answer = await deps.ask()) {
    if (answer === 'cancel' || deps.isLocked()) return;
    await deps.exportJournal();
  }
  if (deps.isLocked()) return;
  // The mark comes second: a sign-out that failed must not have the next start remove what was done since.
  await deps.signOut();
  await deps.leaveSystem();
  writeFileSync(join(profile, MARK), '');
  deps.atExit(() => {
    try {
      rmSync(outsidePath, { force: true });
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Windows keeps what is open.
      mkdirSync(profile, { recursive: true });
      writeFileSync(join(profile, MARK), '');
    }
  });
  deps.quit();
}

/** At a start that has the profile: removes what an earlier process was to remove, and could not. */
export function finishRemoval({ profile, outsidePath }: Kept): void {
  if (!existsSync(join(profile, MARK))) return;
  rmSync(outsidePath, { force: true });
  // The mark goes last.
  const names = readdirSync(profile).filter((name) => name !== MARK && !LOCKS.test(name));
  for (const name of [...names, MARK])
    rmSync(join(profile, name), { recursive: true, force: true, maxRetries: 3 });
}
