import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import logger from 'electron-log/node';
import { showControls } from '../../base/controls.ts';
import type { Clock } from '../../base/clock.ts';
import type { Policy } from '../../bridge/policy.ts';
import type { Log } from '../ports.ts';
import { ensurePrivateFolder } from './private-folder.ts';
import type { Redactor } from './redact.ts';

const FILE_MODE = 0o600;
const LOGS = /^main(\.old(-\d+)?)?\.log$/;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Maximum characters of a line: a longer one would push out the history. */
const MAX_LINE = 4_096;
/**
 * Maximum lines per message and day. After that, the log gets only the 512th, 1,024th, 2,048th … line, with the count.
 */
const MAX_ALIKE = 500;
/** Number of log files, including the current one, and days to keep lines. The policy may set both. */
const FILES = 5;
const DAYS = 90;

interface AppLogOptions {
  readonly folder: string;
  readonly alsoToConsole: boolean;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly policy: Pick<Policy, 'logFiles' | 'logRetentionDays'>;
}

/**
 * The log, as a file in the profile. The redactor gets the assembled line before it is cut, so that it also removes a
 * secret assembled from parts. Lines are on disk when the call returns.
 */
export function createAppLog(options: AppLogOptions, redactor: Redactor): Log {
  const { folder, policy } = options;
  const file = logger.create({ logId: 'billfold' });
  file.transports.file.resolvePathFn = () => join(folder, 'main.log');
  file.transports.file.format = '{iso} [{level}] {text}';
  // Only the user may read the log, because it shows their approvals and times.
  file.transports.file.writeOptions = { flag: 'a', mode: FILE_MODE, encoding: 'utf8' };
  file.transports.file.archiveLogFn = () => shiftFiles(folder, policy.logFiles ?? FILES);
  file.transports.console.level = options.alsoToConsole ? 'info' : false;
  const timesToday = createDailyCounts(options.clock);
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (message: string, facts?: Record<string, unknown>): void => {
      const times = timesToday(message);
      const isFrequent = times > MAX_ALIKE;
      if (isFrequent && !Number.isInteger(Math.log2(times))) return;
      const text = isFrequent ? `${message} (${times} times)` : message;
      const line = redactor.redact(facts ? `${text} ${textOf(facts)}` : text);
      // Cut the line last: the redactor would not recognize half a secret.
      file[level](cut(showControls(line)));
    };
  const log = { info: write('info'), warn: write('warn'), error: write('error') };
  try {
    ensurePrivateFolder(folder);
    dropLines(folder, options.clock.nowMs() - (policy.logRetentionDays ?? DAYS) * DAY_MS);
  } catch (error) {
    log.warn('the log folder was not created or not cleaned up', { error });
  }
  return log;
}

/**
 * Counts the lines of each message since midnight UTC, so that a page that repeats a call cannot push out other lines.
 */
function createDailyCounts(clock: Pick<Clock, 'nowMs'>): (message: string) => number {
  const counts = new Map<string, number>();
  let day = 0;
  return (message) => {
    const today = Math.floor(clock.nowMs() / DAY_MS);
    if (today !== day) counts.clear();
    day = today;
    const times = (counts.get(message) ?? 0) + 1;
    counts.set(message, times);
    return times;
  };
}

function cut(line: string): string {
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE)}… (${line.length} in all)`;
}

/** Facts as one line of JSON. Errors keep their stack, which JSON would drop. */
function textOf(facts: Record<string, unknown>): string {
  return JSON.stringify(facts, (_key, value: unknown) =>
    value instanceof Error ? (value.stack ?? value.message) : value,
  );
}

/** Renames the full `main.log` to the newest older file, and moves each older file up by one. The oldest is deleted. */
function shiftFiles(folder: string, files: number): void {
  const nameOf = (age: number): string =>
    join(folder, ['main.log', 'main.old.log'][age] ?? `main.old-${age}.log`);
  rmSync(nameOf(files - 1), { force: true });
  for (let age = files - 2; age >= 0; age--) {
    try {
      renameSync(nameOf(age), nameOf(age + 1));
    } catch {
      // No file of this age exists yet.
    }
  }
}

/** Removes lines older than `beforeMs` (epoch milliseconds), and files that have no newer lines. */
function dropLines(folder: string, beforeMs: number): void {
  for (const name of readdirSync(folder).filter((each) => LOGS.test(each))) {
    const path = join(folder, name);
    const found = statSync(path);
    // Reading a pipe or a device, or writing to it, would never end.
    if (!found.isFile() && !found.isDirectory()) rmSync(path);
    if (!found.isFile()) continue;
    const text = readFileSync(path, 'utf8');
    // A line without a time belongs to the line above.
    const starts = [...text.matchAll(/^(\d{4}-\d\d-\d\dT\S+) \[/gm)];
    const first = starts.find(([, at = '']) => Date.parse(at) >= beforeMs);
    if (first === undefined) rmSync(path);
    else if (first.index > 0) writeFileSync(path, text.slice(first.index), { mode: FILE_MODE });
  }
}
