/**
 * `npm test`: check, unit tests, build, end-to-end tests in both hosts, with one total at the end. It
 * continues after a failure, so that one run shows every problem. Only the end-to-end tests need a browser,
 * which is downloaded right before them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Reads how many tests passed and failed; a step without it counts as one. */
  readonly count?: () => Count;
  /** Report of a step that ran. If a successful step wrote none, it counts as nothing. */
  readonly report?: string;
  /** Name of an earlier step; this one is left out when that one has failed. */
  readonly after?: string;
}
interface Count {
  readonly passed: number;
  readonly failed: number;
}

const root = resolve(import.meta.dirname, '..');
const reports = join(root, 'out', 'reports');
const unitReport = join(reports, 'unit.json');
// playwright.config.ts has the same path.
const endToEndReport = join(reports, 'end-to-end.json');
const electronReport = join(reports, 'electron.json');

/**
 * The main workflow from sign-in to sign-out with a SIGKILL between (the first three files), and other behavior in
 * which the stand-in may differ. `npm run e2e:electron` runs all files.
 */
const IN_REAL_ELECTRON = [
  'sealed.spec.ts',
  'offline.spec.ts',
  'sign-out.spec.ts',
  'smoke.spec.ts',
  'notifications.spec.ts',
];

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: { readonly check: string };
};
/** Parts of `npm run check`. They run at the same time, because each leaves a core idle for a while. */
const checks = scripts.check
  .split(' && ')
  .map((line): Step => ({ name: line, command: line.split(' ') }));

const steps: readonly Step[] = [
  {
    name: 'unit and simulation',
    command: ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile=${unitReport}`],
    // Vitest treats any FORCE_COLOR, even 0, as a yes, and stores a token in the data folder.
    env: { FORCE_COLOR: undefined, NO_COLOR: '1', XDG_DATA_HOME: join(root, 'out', 'data') },
    count: () => {
      const report = readReport(unitReport);
      return {
        passed: numberAt(report, 'numPassedTests'),
        failed: numberAt(report, 'numFailedTests'),
      };
    },
  },
  { name: 'build', command: ['node', 'dev/build.ts'] },
  { name: 'browser', command: ['node', 'dev/setup-host.ts'] },
  {
    name: 'end to end',
    after: 'browser',
    command: ['playwright', 'test'],
    count: () => countOfPlaywright(endToEndReport),
  },
  {
    name: 'end to end in real Electron',
    command: ['node', 'dev/e2e-electron.ts', ...IN_REAL_ELECTRON],
    // This step prints missing packages, but does not install them.
    env: { BILLFOLD_INSTALL_PACKAGES: undefined },
    count: () => countOfPlaywright(electronReport),
    report: electronReport,
  },
];

const failedSteps = new Set<string>();

/** @param output whether the step's output appears at once, or at its end, so that it does not mix with others' */
async function runStep(step: Step, output: 'atOnce' | 'atEnd'): Promise<Count> {
  const heading = `\n— ${step.name}`;
  if (output === 'atOnce') console.log(heading);
  if (step.after !== undefined && failedSteps.has(step.after)) {
    console.log(`  ${step.name}: not run, because the step “${step.after}” failed`);
    return { passed: 0, failed: 0 };
  }
  const startedMs = performance.now();
  const [program = '', ...args] = step.command;
  const stream = output === 'atOnce' ? 'inherit' : 'pipe';
  const child = spawn(program, args, {
    cwd: root,
    // No input, so that no program waits for an answer.
    stdio: ['ignore', stream, stream],
    shell: process.platform === 'win32',
    env: { ...process.env, FORCE_COLOR: '0', ...step.env },
  });
  const status = once(child, 'close').then(
    ([code]) => code as number | null,
    () => null,
  );
  if (child.stdout !== null && child.stderr !== null) {
    const said = await Promise.all([text(child.stdout), text(child.stderr)]);
    console.log(`${heading}\n${said.join('').trimEnd()}`);
  }
  const count = countOf(step, (await status) === 0);
  if (count.failed > 0) failedSteps.add(step.name);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(`  ${step.name}: ${count.passed} passed, ${count.failed} failed, ${seconds} s`);
  return count;
}

function countOfPlaywright(path: string): Count {
  const stats = readReport(path)['stats'] as Record<string, unknown> | undefined;
  return {
    passed: numberAt(stats, 'expected'),
    failed: numberAt(stats, 'unexpected') + numberAt(stats, 'flaky') + numberAt(stats, 'skipped'),
  };
}

function countOf(step: Step, succeeded: boolean): Count {
  if (step.report !== undefined && succeeded && !existsSync(step.report))
    return { passed: 0, failed: 0 };
  const count = step.count?.() ?? { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1 };
  // A runner that crashed before counting, or counted nothing, has failed.
  if (count.failed === 0 && (!succeeded || count.passed === 0)) return { ...count, failed: 1 };
  return count;
}

function readReport(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function numberAt(report: Record<string, unknown> | undefined, key: string): number {
  const value = report?.[key];
  return typeof value === 'number' ? value : 0;
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const counts = await Promise.all(checks.map((step) => runStep(step, 'atEnd')));
for (const step of steps) counts.push(await runStep(step, 'atOnce'));
const total = (key: keyof Count): number => counts.reduce((sum, count) => sum + count[key], 0);
console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = total('failed') === 0 ? 0 : 1;
