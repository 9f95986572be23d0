/** Progress of a long script. */
export interface Progress {
  show(text: string): void;
  /** Removes the line from a terminal. Call it before other output. */
  end(): void;
}

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const ERASE_LINE = '\r\u001B[2K';
/** Lines at most where there is no terminal, for example in a log. */
const MAX_LINES = 10;

/** Redraws one line on a terminal; elsewhere, prints at most ten lines, at growing distances. */
export function createProgress(output: Output): Progress {
  let [shown, lines, next] = [0, 0, 1];
  return {
    show: (text) => {
      if (output.isTTY === true)
        return void output.write(ERASE_LINE + text.slice(0, (output.columns ?? 80) - 1));
      shown += 1;
      if (shown < next || lines === MAX_LINES) return;
      next = shown * 2;
      lines += 1;
      output.write(`${text}\n`);
    },
    end: () => {
      if (output.isTTY === true) output.write(ERASE_LINE);
    },
  };
}

/** Warnings of Dexie about faults that tests and simulations cause on purpose. */
export const expectedWarning = /^(?:Dexie: |Dexie SchemaDiff: |Unable to patch indexes of table )/;

/** Leaves these warnings out of a script's output. */
export function hideExpectedWarnings(output: Pick<Console, 'warn'>): void {
  const warn = output.warn.bind(output);
  output.warn = (...said: unknown[]) => {
    if (!expectedWarning.test(String(said[0]))) warn(...said);
  };
}
