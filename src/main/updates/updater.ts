import * as z from '../../base/zod.ts';
import type { Clock } from '../../base/clock.ts';
import { createObservable, type Observable } from '../../base/observable.ts';
import type { Random } from '../../base/random.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import type { InstallWhen, UpdateProblem, UpdateState } from '../../bridge/updates.ts';
import type { DocumentStore, Fetch, Log } from '../ports.ts';
import { downloadFile, downloadText } from './download.ts';
import type { DownloadFolder } from './download-folder.ts';
import { isNewer, readRelease, type Release, type ReleaseFile, type Target } from './release.ts';
import { applyUpdateEvent, type UpdateEventName, type UpdateEvents } from './update-table.ts';

/** Delay of the first check, so that it does not slow the start, and interval of the later ones. */
export const FIRST_CHECK_MS = 60_000;
export const CHECK_EVERY_MS = 6 * 60 * 60 * 1000;

/**
 * Address of this build's releases, and the public key of their signatures (Ed25519, SPKI, base64).
 */
export interface UpdateFeed {
  readonly url: string;
  readonly key: string;
}

/** Replaces the running program by a file of a release. The error is a line for the log. */
export type Install = (
  path: string,
  options: { relaunch: boolean },
) => Promise<Result<void, string>>;

export interface UpdaterDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly fetch: Fetch;
  readonly log: Log;
  readonly folder: DownloadFolder;
  readonly document: DocumentStore;
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
  /** Resolves when no approval is under way. */
  readonly rest: () => Promise<void>;
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
  installWhen(when: InstallWhen): Promise<void>;
  /**
   * Installs the update that the user agreed to; called last before the end.
   * @param allPutAway true when no approval is under way; otherwise nothing is installed
   */
  finish(allPutAway: boolean): Promise<void>;
}

const memorySchema = z.object({
  version: z.literal(1),
  /**
   * Place of this installation among all, 0 to 1: a staged release is offered to those below its
   * percentage.
   */
  standing: z.number().check(z.minimum(0), z.maximum(1)),
  /** Version given to the installer, whose result is not known yet. */
  installing: z.nullable(z.string()),
  /** Version whose failure the user was notified of. */
  toldOf: z.nullable(z.string()),
});
type Memory = Readonly<z.infer<typeof memorySchema>>;

/** State of an updater. */
interface Parts {
  readonly deps: UpdaterDeps;
  readonly closing: AbortController;
  readonly state: Observable<UpdateState>;
  readonly apply: <Name extends UpdateEventName>(name: Name, brought: UpdateEvents[Name]) => void;
  memory: Memory;
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
    memory: remembered(deps),
    file: null,
    stop: new AbortController(),
  };
  return {
    state,
    start: () => {
      noticeInstalled(parts);
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
      if (when !== 'now') return parts.apply('agree', when === 'atQuit');
      parts.apply('install', null);
      if (state.get().kind !== 'installing') return;
      await deps.rest();
      deps.quit();
    },
    finish: (allPutAway) => finish(parts, allPutAway),
  };
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

function remembered({ document, random }: UpdaterDeps): Memory {
  const stored = document.read();
  const parsed = memorySchema.safeParse(stored.ok ? stored.value : null);
  if (parsed.success) return parsed.data;
  return { version: 1, standing: random.next(), installing: null, toldOf: null };
}

function remember(parts: Parts, change: Partial<Memory>): void {
  parts.memory = { ...parts.memory, ...change };
  const written = parts.deps.document.write(parts.memory);
  if (!written.ok) parts.deps.log.warn('updates: not remembered', { problem: written.error });
}

/** The installer ran before this start: either this is the new version, or it failed. */
function noticeInstalled(parts: Parts): void {
  const { installing } = parts.memory;
  if (installing === null) return;
  const isHere = !isNewer(installing, parts.deps.version);
  if (!isHere) failed(parts, installing, 'notInstalled');
  remember(parts, { installing: null });
}

function failed(parts: Parts, version: string, problem: UpdateProblem): void {
  parts.deps.log.warn('updates: failed', { version, problem });
  parts.apply('fail', { version, problem, isNews: parts.memory.toldOf !== version });
  remember(parts, { toldOf: version });
}

async function checkByTime(parts: Parts): Promise<void> {
  const { clock, random } = parts.deps;
  const { signal } = parts.closing;
  // Spreads the checks, so that not all installations check at the same moment.
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
  if (feed === null || state.get().kind !== 'checking') return;
  parts.stop = new AbortController();
  const { signal } = parts.stop;
  const found = await findRelease(deps, feed, signal);
  // Updates were switched off meanwhile, or Billfold is closing.
  if (signal.aborted || parts.closing.signal.aborted) return;
  if (!found.ok) {
    log.warn('updates: the check failed', { problem: found.error });
    return apply('checkFailed', { atMs: clock.nowMs(), problem: found.error });
  }
  const release = found.value;
  const isForUs =
    isNewer(release.version, deps.version) && parts.memory.standing * 100 < release.staging;
  if (!isForUs) {
    await deps.folder.keepOnly(null);
    return apply('nothingNewer', { atMs: clock.nowMs() });
  }
  // Saves `standing`, so that the next start has the same.
  remember(parts, {});
  await take(parts, feed, release);
}

async function findRelease(
  deps: UpdaterDeps,
  feed: UpdateFeed,
  signal: AbortSignal,
): Promise<Result<Release, UpdateProblem>> {
  const text = await downloadText({ ...deps, signal }, feed.url);
  if (text.ok) return readRelease(text.value, feed.key);
  return fail(text.error === 'interrupted' ? 'unreachable' : text.error);
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

async function finish(parts: Parts, allPutAway: boolean): Promise<void> {
  const { deps, file } = parts;
  const now = parts.state.get();
  parts.stop.abort();
  parts.closing.abort();
  const isNow = now.kind === 'installing';
  const isWanted = isNow || (now.kind === 'ready' && now.atQuit);
  if (!isWanted || file === null) return;
  const installed = allPutAway
    ? await install(parts, now.release.version, file, isNow)
    : fail('an approval was still under way');
  if (installed.ok) return;
  deps.log.warn('updates: not installed', { why: installed.error });
  if (isNow) deps.relaunch();
}

async function install(
  parts: Parts,
  version: string,
  file: ReleaseFile,
  relaunch: boolean,
): Promise<Result<void, string>> {
  const { folder, log } = parts.deps;
  // The file may have changed since it was checked.
  const hash = await folder.hashOf(file.name);
  if (!hash.ok || hash.value !== file.sha512)
    return fail('the file is not the one that was checked');
  log.info('updates: installing', { version });
  remember(parts, { installing: version });
  const installed = await parts.deps.install(folder.pathOf(file.name), { relaunch });
  return installed.ok ? succeed(undefined) : installed;
}
