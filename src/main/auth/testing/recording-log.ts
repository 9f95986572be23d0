import type { Log } from '../../ports.ts';

/** A log that records each line as one text. */
export interface RecordingLog extends Log {
  readonly lines: string[];
}

export function createRecordingLog(): RecordingLog {
  const lines: string[] = [];
  const write =
    (level: string) =>
    (message: string, facts?: Record<string, unknown>): void => {
      lines.push(`${level} ${message} ${JSON.stringify(facts ?? {})}`);
    };
  return { lines, info: write('info'), warn: write('warn'), error: write('error') };
}
