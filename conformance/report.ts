import { tableOf } from '../dev/markdown-table.ts';

/** A row of the table: the check, its operation, and its peer. */
export interface Row {
  readonly operation: string;
  readonly check: string;
  readonly peer: string;
  /** The problem; null for none. */
  readonly problem: string | null;
}

export type Question = Omit<Row, 'problem'>;

/** Collects rows while the reference peers run. */
export interface Report {
  add(row: Row): void;
  /** Runs a check. An exception is its failure. */
  check(question: Question, action: () => Promise<void>): Promise<void>;
  /** The table, the problems of its failed rows, and a total. */
  text(): string;
  failed(): number;
}

const CHECK_LIMIT_MS = 60_000;

export function createReport(): Report {
  const rows: Row[] = [];
  const failures = (): readonly Row[] => rows.filter(({ problem }) => problem !== null);
  return {
    add: (row) => void rows.push(row),
    check: async (question, action) => {
      rows.push({ ...question, problem: await problemOf(action) });
    },
    text: () => {
      const total = `${rows.length - failures().length} passed, ${failures().length} failed`;
      return [tableOf(columns, rows.map(lineOf)), ...failures().map(details), total].join('\n\n');
    },
    // A run without checks proves nothing, so it counts as failed.
    failed: () => (rows.length === 0 ? 1 : failures().length),
  };
}

async function problemOf(action: () => Promise<void>): Promise<string | null> {
  const ended = new AbortController();
  const tooLong = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error('took too long')), CHECK_LIMIT_MS);
    ended.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  try {
    await Promise.race([action(), tooLong]);
    return null;
  } catch (problem) {
    return problem instanceof Error ? problem.message : String(problem);
  } finally {
    ended.abort();
  }
}

const columns = ['operation', 'check', 'peer', 'result'];

function lineOf({ operation, check, peer, problem }: Row): readonly string[] {
  return [operation, check, peer, problem === null ? 'passed' : 'FAILED'];
}

function details({ operation, check, peer, problem }: Row): string {
  return `FAILED ${operation} | ${check} | ${peer}\n${problem ?? ''}`;
}
