import type { Clock } from '../../base/clock.ts';
import { createObservable, type Observable } from '../../base/observable.ts';
import type { Random } from '../../base/random.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import type { InstallWhen, UpdateProblem, UpdateState } from '../../bridge/updates.ts';
import type { DocumentStore, Fetch, Log } from '../ports.ts';
import type { NoticeBoard } from '../settings/notices.ts';
import { downloadFile, downloadText } from './download.ts';
import type { DownloadedFile, DownloadFolder } from './download-folder.ts';
import {
  isFresh,
  isNewer,
  readRelease,
  type Release,
  type ReleaseFile,
  type SignedRelease,
  type Target,
} from './release.ts';
import {
  openUpdateMemory,
  seenFrom,
  type UpdateFacts,
  type UpdateMemory,
} from './update-memory.ts';
import { applyUpdateEvent, type UpdateEventName, type UpdateEvents } from './update-table.ts';

/** Delay of the first check, so that it does not slow the start, and interval of later checks, milliseconds. */
export const FIRST_CHECK_MS = 60_000;
export const CHECK_EVERY_MS = 6 * 60 * 60 * 1000;
/** Age of the newest release list after which Billfold says that updates may be held back, milliseconds. */
const STALE_AFTER_MS = 60 * 24 * 60 * 60 * 1000;

/**
 * Address of this build's releases, and the root key: the public key that signs the list of release keys (Ed25519,
 * SPKI, base64).
 */
export interface UpdateFeed {
  readonly url: string;
  readonly key: string;
}

/** Replaces the running program by a file of a release. The error is a line for the log. */
export type Install = (
  file: DownloadedFile,
  options: { relaunch: boolean },
) => Promise<Result<void, string>>;

export interface UpdaterDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly fetch: Fetch;
  readonly log: Log;
  readonly folder: DownloadFolder;
  readonly document: DocumentStore;
  readonly notices: Pick<NoticeBoard, 'add' | 'remove'>;
  /** Version of the running program. */
  readonly version: string;
  /** Null when this build has no release server. */
  readonly feed: UpdateFeed | null;
  /**
   * Null when another program or an administrator installs Billfold here: the updater then only
   * announces releases.
   */
  readonly target: Target | null;
  readonly policy: { readonly updates: boolean };
  /** The user's setting for updates. */
  readonly isWanted: () => boolean;
  /** Asks the user, in a dialog that no page can answer, whether to install this version. */
  readonly askToInstall: (version: string, when: 'now' | 'atQuit') => Promise<boolean>;
  /** Resolves when no approval is under way. */
  readonly untilSettled: () => Promise<void>;
  readonly quit: () => void;
  /** Starts this version again after it has quit. */
  readonly relaunch: () => void;
  readonly install: Install;
}

export interface Updater {
  readonly state: Observable<UpdateState>;
  /** Starts the regular checks. */
  start(): void;
  /** Call it after a change of the setting. */
  reconsider(): void;
  check(): Promise<void>;
  /**
   * Installs the ready release now or at quit, if the user confirms in main's dialog. `notNow` cancels an installation
   * at quit.
   */
  installWhen(when: InstallWhen): Promise<void>;
  /**
   * Installs the update that the user agreed to; called last before the end.
   * @param isSettled true when no approval is under way; otherwise nothing is installed
   */
  finish(isSettled: boolean): Promise<void>;
}

interface Parts {
  readonly deps: UpdaterDeps;
  readonly closing: AbortController;
  readonly state: Observable<UpdateState>;
  readonly apply: <Name extends UpdateEventName>(name: Name, brought: UpdateEvents[Name]) => void;
  readonly memory: UpdateMemory;
  /** File that is downloaded, or being downloaded. */
  file: ReleaseFile | null;
  /** Aborts the download under way. */
  stop: AbortController;
}

/**
 * Downloads and checks releases, and installs them when the user wants it and no approval is under
 * way.
 */
export function createUpdater(deps: UpdaterDeps): Updater {
  const state = createObservable<UpdateState>(firstState(deps));
  const parts: Parts = {
    deps,
    closing: new AbortController(),
    state,
    apply: (name, brought) => state.set(applyUpdateEvent(state.get(), name, brought)),
    memory: openUpdateMemory({ ...deps, nowMs: deps.clock.nowMs() }),
    file: null,
    stop: new AbortController(),
  };
  return {
    state,
    start: () => {
      noticeInstalled(parts);
      // Saves this installation's position in rollouts, and the day since which it waits for a list.
      if (whyOff(deps) === null) parts.memory.change({});
      noticeLists(parts);
      void checkByTime(parts);
    },
    reconsider: () => {
      const off = whyOff(deps);
      if (off === null) return parts.apply('switchOn', null);
      parts.stop.abort();
      parts.apply('switchOff', off);
    },
    check: () => check(parts),
    installWhen: async (when) => {
      if (when === 'notNow') return parts.apply('agree', false);
      const version = readyVersion(state.get());
      if (version === null || !(await deps.askToInstall(version, when))) return;
      // While the user was asked, a newer list may have replaced the release.
      if (readyVersion(state.get()) !== version) return;
      if (when === 'atQuit') return parts.apply('agree', true);
      parts.apply('install', null);
      await deps.untilSettled();
      deps.quit();
    },
    finish: (isSettled) => finish(parts, isSettled),
  };
}

function readyVersion(now: UpdateState): string | null {
  return now.kind === 'ready' ? now.release.version : null;
}

function whyOff({ policy, feed, isWanted }: UpdaterDeps) {
  if (!policy.updates) return 'policy';
  if (feed === null) return 'noFeed';
  return isWanted() ? null : 'setting';
}

function firstState(deps: UpdaterDeps): UpdateState {
  const why = whyOff(deps);
  return why === null ? { kind: 'idle', checkedAtMs: null, problem: null } : { kind: 'off', why };
}

/** Handles a start after the installer ran: either this is the new version, or the installation failed. */
function noticeInstalled(parts: Parts): void {
  const { installing } = parts.memory.get();
  if (installing === null) return;
  const isHere = !isNewer(installing, parts.deps.version);
  if (!isHere) failed(parts, installing, 'notInstalled');
  parts.memory.change({ installing: null });
}

function failed(parts: Parts, version: string, problem: UpdateProblem): void {
  parts.deps.log.warn('updates: failed', { version, problem });
  parts.apply('fail', { version, problem, isNews: parts.memory.get().toldOf !== version });
  parts.memory.change({ toldOf: version });
}

async function checkByTime(parts: Parts): Promise<void> {
  const { clock, random } = parts.deps;
  const { signal } = parts.closing;
  // A random delay, so that not all installations check at the same moment.
  await clock.sleep(FIRST_CHECK_MS * (1 + random.next()), signal);
  while (!signal.aborted) {
    await check(parts);
    await clock.sleep(CHECK_EVERY_MS * (0.75 + random.next() / 2), signal);
  }
}

async function check(parts: Parts): Promise<void> {
  const { deps, state, apply } = parts;
  const { feed, clock, log } = deps;
  apply('check', null);
  const { kind } = state.get();
  if (feed === null || (kind !== 'checking' && kind !== 'ready')) return;
  parts.stop = new AbortController();
  const { signal } = parts.stop;
  const found = await findRelease(parts, feed, signal);
  // Updates were switched off meanwhile, or Billfold is closing.
  if (signal.aborted || parts.closing.signal.aborted) return;
  noticeLists(parts);
  if (!found.ok) {
    log.warn('updates: the check failed', { problem: found.error });
    return apply('checkFailed', { atMs: clock.nowMs(), problem: found.error });
  }
  const release = found.value;
  const isOffered = isForUs(parts, release);
  const before = state.get();
  if (before.kind === 'ready' && isOffered && before.release.version === release.version) return;
  apply('pulled', null);
  if (state.get().kind !== 'checking') return;
  if (!isOffered) {
    await deps.folder.keepOnly(null);
    return apply('nothingNewer', { atMs: clock.nowMs() });
  }
  await take(parts, feed, release);
}

function isForUs({ deps, memory }: Parts, { version, staging, revoked }: Release): boolean {
  const isReached = memory.get().standing * 100 < staging;
  return isNewer(version, deps.version) && isReached && !revoked.includes(version);
}

/** Reads the release list, and remembers it as the newest. */
async function findRelease(
  { deps, memory }: Parts,
  feed: UpdateFeed,
  signal: AbortSignal,
): Promise<Result<Release, UpdateProblem>> {
  const text = await downloadText({ ...deps, signal }, feed.url);
  if (!text.ok) return fail(text.error === 'interrupted' ? 'unreachable' : text.error);
  const list = readRelease(text.value, feed.key);
  if (!list.ok) return list;
  const { seen } = memory.get();
  const age = isFresh(list.value, seen, deps.clock.nowMs());
  if (age !== 'fresh') return fail(age);
  if (!isSameList(list.value, seen)) memory.change({ seen: seenFrom(list.value) });
  return succeed(list.value.release);
}

/** Whether the list equals the newest one seen, and need not be saved again. */
function isSameList({ release, keys }: SignedRelease, seen: UpdateFacts['seen']): boolean {
  return seen?.serial === release.serial && seen.keysSerial === keys.serial;
}

/** Adds or removes two notices: no new list for long, and a list that revokes the running version. */
function noticeLists({ deps, memory }: Parts): void {
  const { notices, clock, version } = deps;
  const { seen, sinceMs } = memory.get();
  const nowMs = clock.nowMs();
  const newestMs = Math.min(seen?.signedAtMs ?? sinceMs, nowMs);
  const isStale = whyOff(deps) === null && nowMs - newestMs > STALE_AFTER_MS;
  const isRevoked = seen?.revoked.includes(version) ?? false;
  for (const [kind, isSo] of [
    ['updatesStale', isStale],
    ['versionRevoked', isRevoked],
  ] as const)
    if (isSo) notices.add({ kind, about: '' });
    else notices.remove(kind);
}

/** Downloads a release; only announces it where another program or an administrator installs it. */
async function take(parts: Parts, feed: UpdateFeed, release: Release): Promise<void> {
  const { deps, apply } = parts;
  const { version, notes, page } = release;
  const offered = { version, notes, page };
  const file = release.files.find((each) => deps.target !== null && fits(each, deps.target));
  if (file === undefined) return apply('offer', offered);
  apply('download', offered);
  parts.file = file;
  const { signal } = parts.stop;
  const url = new URL(file.name, feed.url).href;
  const got = await downloadFile({ ...deps, signal }, url, file, (part) =>
    apply('progress', Math.floor(part * 100) / 100),
  );
  if (signal.aborted) return;
  if (!got.ok) return failed(parts, version, got.error);
  deps.log.info('updates: ready', { version });
  apply('downloaded', null);
}

function fits(file: ReleaseFile, target: Target): boolean {
  const sameArch = file.arch === target.arch || file.arch === 'universal';
  return file.platform === target.platform && file.kind === target.kind && sameArch;
}

async function finish(parts: Parts, isSettled: boolean): Promise<void> {
  const { deps, file } = parts;
  const now = parts.state.get();
  parts.stop.abort();
  parts.closing.abort();
  const isNow = now.kind === 'installing';
  const isWanted = isNow || (now.kind === 'ready' && now.atQuit);
  if (!isWanted || file === null) return;
  const installed = isSettled
    ? await install(parts, now.release.version, file, isNow)
    : fail('an approval was still under way');
  if (installed.ok) return;
  deps.log.warn('updates: not installed', { why: installed.error });
  if (isNow) deps.relaunch();
}

function install(
  { deps, memory }: Parts,
  version: string,
  file: ReleaseFile,
  relaunch: boolean,
): Promise<Result<void, string>> {
  deps.log.info('updates: installing', { version });
  memory.change({ installing: version });
  return deps.install(deps.folder.take(file), { relaunch });
}
