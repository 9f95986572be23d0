/**
 * `node dev/audit-log-mutations.ts [COUNT] [SEED]`: mutates real audit logs, and compares Billfold's verification with
 * `verify_audit_log.py`, which was written from docs/security.md alone. Both must agree on each, find each mutation
 * that the sealed state or the key can show, and call no real log broken. Needs `python3`.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createSeededRandom } from '../src/base/seeded-random.ts';
import type { ChainHead } from '../src/main/journal/journal-record.ts';
import type { JournalFile } from '../src/main/journal/journal-files.ts';
import { firstKey, macOf, nextKey, type JournalKey } from '../src/main/journal/journal-key.ts';
import { verifyJournal } from '../src/main/journal/verify-journal.ts';
import { makeLogs, type RealLog } from './audit-log-samples.ts';

const [count = 100_000, seed = 1] = process.argv.slice(2).map(Number);
const random = createSeededRandom(seed);
const below = (most: number): number => Math.floor(random.next() * most);
const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;

/** A file's lines, without line feeds. `torn` is the text after the last line feed, of a line that a crash cut off. */
interface Lines {
  readonly name: string;
  readonly lines: readonly string[];
  readonly torn: string;
}
type Mutate = (files: readonly Lines[], log: RealLog) => readonly Lines[];

const linesOf = ({ name, bytes }: JournalFile): Lines => {
  const lines = Buffer.from(bytes).toString('utf8').split('\n');
  return { name, lines: lines.slice(0, -1), torn: lines.at(-1) ?? '' };
};
const bytesOf = ({ lines, torn }: Lines): Buffer =>
  Buffer.from(lines.map((line) => `${line}\n`).join('') + torn);

/** Changes the lines of one file. */
const inOne =
  (change: (lines: readonly string[], log: RealLog) => readonly string[]): Mutate =>
  (files, log) => {
    const at = below(files.length);
    return files.map((file, of) =>
      of === at ? { ...file, lines: change(file.lines, log) } : file,
    );
  };

const hashOf = (line: string): string => createHash('sha256').update(line).digest('hex');

/** Repairs numbers and chain, and with a key also the HMACs, as an attacker's script would. */
function repaired(files: readonly Lines[], key: JournalKey | null): readonly Lines[] {
  let [prev, seq, next] = ['0'.repeat(64), 0, key];
  return files.map((file) => ({
    ...file,
    lines: file.lines.map((line) => {
      seq += 1;
      const content = line.replace(/^\{"v":1,"seq":\d+,"prev":"[^"]*",/, '');
      const [mac = ''] = /^"mac":"[0-9a-f]{64}",/.exec(content) ?? [];
      let signed = content.slice(mac.length);
      let code = mac;
      if (next !== null && mac !== '') {
        signed = signed.replace(
          /"key":\{[^}]*\}/,
          JSON.stringify({ key: { id: next.id, index: next.index, after: prev } }).slice(1, -1),
        );
        code = `"mac":"${macOf(next, Buffer.from(signed))}",`;
        next = nextKey(next);
      }
      const whole = `{"v":1,"seq":${seq},"prev":"${prev}",${code}${signed}`;
      prev = hashOf(whole);
      return whole;
    }),
  }));
}

const someLine = (lines: readonly string[]): number => below(Math.max(1, lines.length));
const changeDigit = (line: string): string => {
  const digits = [...line.matchAll(/\d/g)];
  const { index } = pick(digits);
  const other = `${(Number(line[index]) + 1 + below(8)) % 10}`;
  return line.slice(0, index) + other + line.slice(index + 1);
};
const changeByte = (line: string): string => {
  const at = below(line.length);
  return line.slice(0, at) + String.fromCodePoint(32 + below(95)) + line.slice(at + 1);
};
const edit = (change: (line: string) => string): Mutate =>
  inOne((lines) => {
    const at = someLine(lines);
    return lines.map((line, of) => (of === at ? change(line) : line));
  });
const cut: Mutate = (files) => {
  const last = files.at(-1);
  const left = below(Math.max(1, last?.lines.length ?? 1));
  return files.flatMap((file) =>
    file === last ? [{ ...file, lines: file.lines.slice(0, left), torn: '' }] : [file],
  );
};
const drop = inOne((lines) => lines.toSpliced(someLine(lines), 1 + below(3)));
const swap = inOne((lines) => {
  const [a, b] = [someLine(lines), someLine(lines)];
  return lines.map((line, at) => (at === a ? lines[b] : at === b ? lines[a] : line) ?? '');
});
const repeat = inOne((lines) => {
  const [from, to] = [someLine(lines), someLine(lines)];
  return lines.toSpliced(to, 0, lines[from] ?? '');
});
const change = edit(changeDigit);
const other = (log: RealLog): RealLog => pick(logs.filter((each) => each !== log));
const strangers = firstKey(Buffer.alloc(32, 99));
const withoutCode = (line: string): string => line.replace(/"mac":"[0-9a-f]{64}",/, '');
const withoutCodes: Mutate = inOne((lines) => {
  const from = someLine(lines);
  return lines.map((line, at) => (at < from ? line : withoutCode(line)));
});

/** Appends a run without a key, which repeats an attempt and its outcome, or has an outcome without an attempt. */
const withCopies: Mutate = (files) => {
  const last = files.at(-1);
  const lines = files.flatMap((file) => file.lines);
  const attempts = lines.filter((line) => line.includes('"kind":"attempt"'));
  const opened = lines.find((line) => line.includes('"kind":"opened"'));
  if (attempts.length === 0 || opened === undefined || last?.torn !== '') return files;
  const attempt = pick(attempts);
  const [id = ''] = /"approvalId":"[^"]*"/.exec(attempt) ?? [];
  const outcome = lines.find((line) => line.includes(`"kind":"outcome",${id}`));
  const keyless = opened.replace(/"key":\{[^}]*\}/, '"key":null');
  const known = [keyless, attempt, ...(outcome === undefined ? [] : [outcome])];
  const never = `${outcome?.replace('"attempt":1', '"attempt":2')}`;
  const isAlone = outcome !== undefined && below(2) === 0;
  const copies = (isAlone ? [keyless, never] : known).map(withoutCode);
  return [...files.slice(0, -1), { ...last, lines: [...last.lines, ...copies] }];
};

const mutations: Readonly<Record<string, Mutate>> = {
  nothing: (files) => files,
  'change a digit': change,
  'change a byte': edit(changeByte),
  drop,
  repeat,
  swap,
  'cut whole lines': cut,
  'cut within a line': (files) => {
    const last = files.at(-1);
    const lost = last?.lines.at(-1) ?? '';
    const torn = lost.slice(0, 1 + below(Math.max(1, lost.length - 1)));
    return files.map((file) =>
      file === last ? { ...file, lines: file.lines.slice(0, -1), torn } : file,
    );
  },
  'cut within an earlier file': (files) => {
    const cutAt = below(files.length - 1);
    return files.map((file, at) =>
      at === cutAt && files.length > 1
        ? { ...file, torn: file.lines[0]?.slice(0, 40) ?? '' }
        : file,
    );
  },
  'lose a file': (files) => files.toSpliced(below(files.length), 1),
  'join another log': (files, log) => [
    ...files,
    ...pick([other(log), log]).files.map((file, at) => ({
      ...linesOf(file),
      name: `approvals-${String(900_000 + at)}.jsonl`,
    })),
  ],
  'insert a line of another log': (files, log) => {
    const foreign = linesOf(pick(other(log).files)).lines;
    return inOne((lines) => lines.toSpliced(someLine(lines), 0, pick(foreign)))(files, log);
  },
  'change, chain repaired': (files, log) => repaired(change(files, log), null),
  'drop, chain repaired': (files, log) => repaired(drop(files, log), null),
  'repeat, chain repaired': (files, log) => repaired(repeat(files, log), null),
  'swap, chain repaired': (files, log) => repaired(swap(files, log), null),
  'codes removed, chain repaired': (files, log) => repaired(withoutCodes(files, log), null),
  'keyless copies appended': (files, log) => repaired(withCopies(files, log), null),
  'another key': (files) => repaired(files, strangers),
  'change, another key': (files, log) => repaired(change(files, log), strangers),
  'roll back': (_files, log) =>
    (log.earlier.length === 0 ? log.files : pick(log.earlier)).map(linesOf),
};

/** Rare mutations, a tenth as frequent: Billfold then searches for the key of each line, which takes seconds. */
const slow = new Set(['another key', 'change, another key', 'join another log']);
const pickName = (): string => {
  const name = pick(Object.keys(mutations));
  return slow.has(name) && below(10) > 0 ? pickName() : name;
};

const logs = await makeLogs(seed);

/** Input of a verification: the files, and the log from which the verifier gets further facts. */
interface Case {
  readonly log: RealLog;
  readonly name: string;
  readonly files: readonly JournalFile[];
  readonly isSame: boolean;
}

const textOf = (files: readonly JournalFile[]): string =>
  JSON.stringify(files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('base64')]));

function makeCase(): Case {
  const log = pick(logs);
  const name = pickName();
  const mutated = mutations[name]?.(log.files.map(linesOf), log) ?? [];
  const files = mutated.map((file) => ({ name: file.name, bytes: bytesOf(file) }));
  return { log, name, files, isSame: textOf(files) === textOf(log.files) };
}

/** Facts that a verification may have: the key, the last line, or both. */
const modes = ['key', 'key and last line', 'last line'] as const;
type Mode = (typeof modes)[number];
const factsOf = ({ log }: Case, mode: Mode) => ({
  key: mode === 'last line' ? null : log.key,
  last: mode === 'key' ? null : log.last,
});

function ours(each: Case, mode: Mode): string {
  const { key, last } = factsOf(each, mode);
  const head: ChainHead | null = last;
  return verifyJournal(each.files, { keys: key === null ? [] : [key], head }).verdict;
}

/** Reads one case per line, and prints its verdicts, one per set of facts. */
const DRIVER = `
import base64, json, sys
sys.path.insert(0, sys.argv[1])
from verify_audit_log import verify
for text in sys.stdin:
    case = json.loads(text)
    files = [(name, base64.b64decode(data)) for name, data in case["files"]]
    verdicts = []
    for key, last in case["facts"]:
        key = bytes.fromhex(key) if key else None
        verdicts.append(verify(files, key, tuple(last) if last else None)[0])
    print(json.dumps(verdicts), flush=True)
`;
/** Number of cases sent to the Python verifier at a time, so that both verifiers work in parallel. */
const BATCH = 50;

function requestOf(each: Case): string {
  const facts = modes.map((mode) => {
    const { key, last } = factsOf(each, mode);
    return [key && Buffer.from(key.key).toString('hex'), last && [last.seq, last.lastHash]];
  });
  return `{"files":${textOf(each.files)},"facts":${JSON.stringify(facts)}}\n`;
}

async function main(): Promise<boolean> {
  const python = spawn('python3', ['-c', DRIVER, import.meta.dirname], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
  const faults = new Map<string, number>();
  const note = (fault: string): void => {
    faults.set(fault, (faults.get(fault) ?? 0) + 1);
  };
  const compare = (each: Case, mode: Mode, mine: string, other_: string | undefined): void => {
    const place = `${each.name} (${each.log.name}), with ${mode}: `;
    if (mine !== other_) note(`${place}Billfold says ${mine}, the other ${other_}`);
    if (each.isSame && mine !== 'whole') note(`${place}false alarm: ${mine}`);
    if (!each.isSame && mode === 'key and last line' && mine !== 'broken')
      note(`${place}not found: ${mine}`);
  };
  const tried = new Map<string, number>();
  for (let done = 0; done < count; done += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - done) }, makeCase);
    if (!python.stdin.write(batch.map(requestOf).join(''))) await once(python.stdin, 'drain');
    for (const each of batch) {
      tried.set(each.name, (tried.get(each.name) ?? 0) + 1);
      const mine = modes.map((mode) => ours(each, mode));
      const theirs = JSON.parse(String((await answers.next()).value)) as readonly string[];
      for (const [at, mode] of modes.entries()) compare(each, mode, mine[at] ?? '', theirs[at]);
    }
  }
  python.stdin.end();
  console.log([...tried].map(([name, times]) => `${times} × ${name}`).join('\n'));
  for (const [fault, times] of faults) console.log(`${times} × ${fault}`);
  console.log(
    `${count} mutations of ${logs.length} logs, seed ${seed}: ${faults.size === 0 ? 'both agree on all' : `${faults.size} kinds of faults`}.`,
  );
  return faults.size === 0;
}

process.exitCode = (await main()) ? 0 : 1;
