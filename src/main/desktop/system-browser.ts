import type { ChildProcess } from 'node:child_process';
import type { Clock } from '../../base/clock.ts';
import { fail, succeed } from '../../base/result.ts';
import { isMailAddress, LONGEST_MAIL_ADDRESS } from '../../bridge/mail-draft.ts';
import type { OpenInBrowser } from '../auth/sign-in.ts';

export interface SystemBrowserDeps {
  readonly openExternal: (url: string) => Promise<void>;
  /** Starts a program with arguments, without a shell. */
  readonly spawn: (
    program: string,
    args: readonly string[],
  ) => Pick<ChildProcess, 'once' | 'unref'>;
  /** Program to run instead of the system's browser, with the address as the last argument. */
  readonly command: readonly [string, ...string[]] | null;
  readonly clock: Pick<Clock, 'elapsedMs'>;
  /** Called for each address above `MAX_IN_A_MINUTE`. */
  readonly onFlood: () => void;
}

/** Maximum addresses per minute, more than a user opens. Each draft opens a window, so fewer are allowed. */
const MAX_IN_A_MINUTE = { page: 30, draft: 10 };
const MINUTE_MS = 60_000;

export function createSystemBrowser(deps: SystemBrowserDeps): OpenInBrowser {
  const opened: Record<'page' | 'draft', number[]> = { page: [], draft: [] };
  return async (url) => {
    if (!isSafeAddress(url)) return fail('not an https or loopback address, or a mail draft');
    // Pass the parsed address: the opening program may parse the original text differently.
    const { href, protocol } = new URL(url);
    const kind = protocol === 'mailto:' ? 'draft' : 'page';
    const nowMs = deps.clock.elapsedMs();
    const recent = opened[kind].filter((atMs) => nowMs - atMs < MINUTE_MS);
    if (recent.length >= MAX_IN_A_MINUTE[kind]) {
      deps.onFlood();
      return fail(`more than ${MAX_IN_A_MINUTE[kind]} ${kind}s in a minute`);
    }
    opened[kind] = [...recent, nowMs];
    try {
      await (deps.command === null ? deps.openExternal(href) : run(deps, deps.command, href));
      return succeed(undefined);
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error));
    }
  };
}

/**
 * Allows only web addresses and mail drafts: other schemes start programs. Plain http is allowed only on this
 * computer.
 */
function isSafeAddress(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return false;
  if (parsed.protocol === 'https:') return true;
  if (parsed.protocol === 'mailto:') return isDraft(parsed);
  return (
    parsed.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(parsed.hostname)
  );
}

/**
 * Whether a mail draft has at most one recipient, and no fields besides subject and body: others could attach a file.
 */
function isDraft({ href, pathname, hash, searchParams }: URL): boolean {
  const fields = [...searchParams.keys()].join();
  const isShort = href.length <= LONGEST_MAIL_ADDRESS;
  const isToOne = pathname === '' || isMailAddress(pathname);
  return isShort && isToOne && hash === '' && fields === 'subject,body';
}

function run(
  deps: SystemBrowserDeps,
  [program, ...args]: readonly [string, ...string[]],
  url: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = deps.spawn(program, [...args, url]);
    child.once('error', reject);
    child.once('spawn', () => resolve());
    child.unref();
  });
}
