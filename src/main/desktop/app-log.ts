import { join } from 'node:path';
import logger from 'electron-log/node';
import type { Log } from '../ports.ts';
import type { Redactor } from './redact.ts';

/**
 * The log, as a file in the profile. Every line goes through the redactor last, so that nothing that
 * was put together on the way slips past it. Lines are on disk when the call returns.
 */
export function createAppLog(
  options: { readonly folder: string; readonly alsoToConsole: boolean },
  redactor: Redactor,
): Log {
  const file = logger.create({ logId: 'billfold' });
  file.transports.file.resolvePathFn = () => join(options.folder, 'main.log');
  file.transports.file.format = '{iso} [{level}] {text}';
  // Readable by the user alone: the log tells what was approved and when.
  file.transports.file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' };
  file.transports.console.level = options.alsoToConsole ? 'info' : false;
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (message: string, facts?: Record<string, unknown>): void => {
      file[level](redactor.redact(facts ? `${message} ${textOf(facts)}` : message));
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

/** Facts as one line of JSON; errors with their stack, which JSON would drop. */
function textOf(facts: Record<string, unknown>): string {
  return JSON.stringify(facts, (_key, value: unknown) =>
    value instanceof Error ? (value.stack ?? value.message) : value,
  );
}
