import { succeed, fail, type Result } from '../../base/result.ts';
import type { Clock } from '../../base/clock.ts';
import type { UpdateProblem } from '../../bridge/updates.ts';
import { isSafeUrl } from '../auth/urls.ts';
import type { AppendFile, Fetch, FileProblem } from '../ports.ts';
import { whyNotWritten } from '../why-not-written.ts';
import type { DownloadFolder } from './download-folder.ts';
import type { ReleaseFile } from './release.ts';

/** Silence after which a server counts as gone, milliseconds. */
const SILENCE_LIMIT_MS = 30_000;
/** Waits before an interrupted download is resumed, milliseconds. After the last one, the next check resumes it. */
export const RETRY_WAITS_MS = [2_000, 10_000, 60_000] as const;
/** Time for the whole release list, milliseconds: a server that sends it byte by byte is given up. */
const TEXT_LIMIT_MS = 60_000;
/**
 * Maximum time for a file with all tries, milliseconds. Then Billfold reads the list again, which may no longer offer
 * the file. The bytes received so far stay.
 */
const FILE_LIMIT_MS = 6 * 60 * 60 * 1000;
const MAX_REDIRECTS = 5;
const LONGEST_TEXT = 1_000_000;

export interface DownloadDeps {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Ends the download; the bytes received so far stay. */
  readonly signal: AbortSignal;
}

type FileDeps = DownloadDeps & { readonly folder: DownloadFolder };

/** Downloads a short text. */
export function downloadText(
  deps: DownloadDeps,
  url: string,
): Promise<Result<string, UpdateProblem>> {
  return within(TEXT_LIMIT_MS, deps, (limited) => readText(limited, url));
}

/** Runs work whose signal also aborts after `limitMs` milliseconds. */
async function within<Value, Deps extends DownloadDeps>(
  limitMs: number,
  deps: Deps,
  work: (limited: Deps) => Promise<Value>,
): Promise<Value> {
  const [done, tooLong] = [new AbortController(), new AbortController()];
  const limit = deps.clock.sleep(limitMs, AbortSignal.any([deps.signal, done.signal]));
  void limit.then(() => tooLong.abort());
  try {
    return await work({ ...deps, signal: AbortSignal.any([deps.signal, tooLong.signal]) });
  } finally {
    done.abort();
  }
}

async function readText(deps: DownloadDeps, url: string): Promise<Result<string, UpdateProblem>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const ended = await transfer(deps, url, {}, async (_answer, bytes) => {
    pieces.push(bytes);
    length += bytes.length;
    return length > LONGEST_TEXT ? 'malformed' : null;
  });
  return ended.ok ? succeed(Buffer.concat(pieces).toString('utf8')) : ended;
}

/**
 * Downloads a file of a release into the folder, and resumes an earlier try. Succeeds only when the
 * whole file matches the signed hash.
 * @param onProgress gets the downloaded part, 0 to 1
 */
export function downloadFile(
  deps: FileDeps,
  url: string,
  file: ReleaseFile,
  onProgress: (part: number) => void,
): Promise<Result<void, UpdateProblem>> {
  return within(FILE_LIMIT_MS, deps, (limited) => tryFile(limited, url, file, onProgress));
}

async function tryFile(
  deps: FileDeps,
  url: string,
  file: ReleaseFile,
  onProgress: (part: number) => void,
): Promise<Result<void, UpdateProblem>> {
  await deps.folder.keepOnly(file.name);
  for (const waitMs of RETRY_WAITS_MS) {
    const tried = await goOn(deps, url, file, onProgress);
    const mayComeLater =
      !tried.ok && (tried.error === 'interrupted' || tried.error === 'unreachable');
    if (!mayComeLater) return tried;
    await deps.clock.sleep(waitMs, deps.signal);
    if (deps.signal.aborted) return tried;
  }
  return goOn(deps, url, file, onProgress);
}

/** Makes one try, from the end of the last one. */
async function goOn(
  deps: FileDeps,
  url: string,
  file: ReleaseFile,
  onProgress: (part: number) => void,
): Promise<Result<void, UpdateProblem>> {
  const { folder } = deps;
  let got = await folder.sizeOf(file.name);
  if (got < file.size) {
    const opened = await folder.open(file.name);
    if (!opened.ok) return notWritten(opened);
    const ended = await append(deps, url, file, { to: opened.value, from: got, onProgress });
    await opened.value.close();
    if (!ended.ok) return ended;
    got = await folder.sizeOf(file.name);
    if (got < file.size) return fail('interrupted');
  }
  const hash = await folder.hashOf(file.name);
  if (hash.ok && hash.value === file.sha512) return succeed(undefined);
  // The file is not the signed one, so none of it is useful.
  await folder.keepOnly(null);
  return hash.ok ? fail('badFile') : notWritten(hash);
}

async function append(
  deps: DownloadDeps,
  url: string,
  { size }: ReleaseFile,
  place: {
    readonly to: AppendFile;
    readonly from: number;
    readonly onProgress: (part: number) => void;
  },
): Promise<Result<void, UpdateProblem>> {
  let got = place.from;
  const headers: Record<string, string> = got > 0 ? { range: `bytes=${got}-` } : {};
  const ended = await transfer(deps, url, headers, async ({ status, isFirst }, bytes) => {
    // A server that does not support ranges sends the file from its start.
    if (isFirst && status !== 206 && got > 0) {
      const emptied = await place.to.truncate(0);
      if (!emptied.ok) return notWritten(emptied).error;
      got = 0;
    }
    got += bytes.length;
    if (got > size) return 'badFile';
    const written = await place.to.append(bytes);
    if (!written.ok) return notWritten(written).error;
    place.onProgress(got / size);
    return null;
  });
  if (!ended.ok && ended.error === 'badFile') await place.to.truncate(0);
  return ended;
}

/** Handles a piece of the answer; a problem ends the transfer. */
type TakePiece = (
  answer: { readonly status: number; readonly isFirst: boolean },
  bytes: Uint8Array,
) => Promise<UpdateProblem | null>;

/** Requests an address and passes on the answer, piece by piece. Gives up a silent server. */
async function transfer(
  deps: DownloadDeps,
  url: string,
  headers: Readonly<Record<string, string>>,
  take: TakePiece,
): Promise<Result<void, UpdateProblem>> {
  const ending = new AbortController();
  const signal = AbortSignal.any([deps.signal, ending.signal]);
  try {
    const answer = await soon(deps, ask(deps, url, { headers, signal }), ending);
    if (!answer.ok) return answer;
    const { status, body } = answer.value;
    if (body === null) return fail('interrupted');
    const reader = body.getReader();
    for (let isFirst = true; ; isFirst = false) {
      const piece = await soon(deps, reader.read(), ending);
      if (piece.done) return succeed(undefined);
      const problem = await take({ status, isFirst }, piece.value);
      if (problem !== null) return fail(problem);
    }
  } catch {
    // The connection was lost, the server was silent too long, or the caller aborted.
    return fail('interrupted');
  } finally {
    ending.abort();
  }
}

/**
 * Waits for a step of a transfer.
 * @throws after `SILENCE_LIMIT_MS`, when it has ended the transfer
 */
async function soon<Value>(
  { clock, signal }: DownloadDeps,
  awaited: Promise<Value>,
  ending: AbortController,
): Promise<Value> {
  const arrived = new AbortController();
  const limit = clock.sleep(SILENCE_LIMIT_MS, AbortSignal.any([signal, arrived.signal]));
  try {
    return await Promise.race([
      awaited,
      limit.then(() => {
        throw new Error('the server sent nothing');
      }),
    ]);
  } catch (thrown) {
    ending.abort();
    awaited.catch(() => undefined);
    throw thrown;
  } finally {
    arrived.abort();
  }
}

/**
 * Requests an address and follows redirects, only to addresses whose traffic cannot be read or
 * changed on the way.
 */
async function ask(
  deps: Pick<DownloadDeps, 'fetch'>,
  url: string,
  init: RequestInit,
): Promise<Result<Response, UpdateProblem>> {
  let address = url;
  let isHttps = false;
  for (let turn = 0; turn <= MAX_REDIRECTS; turn++) {
    // Plain http is only for a server on this computer, and no https address may redirect there.
    if (!isSafeUrl(address) || (isHttps && !address.startsWith('https:'))) return fail('insecure');
    isHttps = address.startsWith('https:');
    const answer = await deps.fetch(address, { ...init, redirect: 'manual', cache: 'no-store' });
    const location = answer.headers.get('location');
    if (answer.ok) return succeed(answer);
    if (answer.status < 300 || answer.status >= 400 || location === null)
      return fail(answer.status >= 500 || answer.status === 429 ? 'unreachable' : 'notFound');
    address = URL.parse(location, address)?.href ?? '';
  }
  return fail('notFound');
}

function notWritten({ error }: { readonly error: FileProblem }): {
  readonly ok: false;
  readonly error: UpdateProblem;
} {
  return fail(whyNotWritten(error.code) === 'noRoom' ? 'noRoom' : 'notWritten');
}
