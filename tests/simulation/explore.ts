import { createHash } from 'node:crypto';
import type { ApproveAnswer } from '../reference-peer/grammar.ts';
import { journalOf, type BackupKind } from './backup.ts';
import type { Harness } from './harness.ts';
import { documentNames } from './main-disk.ts';
import { OUTSIDE_PATH } from './main-process.ts';
import type { Circumstances, Plan, Step } from './operations.ts';
import type { Crash, Mutant } from './processes.ts';
import { Played, runPlan, type RunResult } from './run.ts';

/** One variant of the scenario. Only the step of the crash varies within it. */
export interface Branch {
  readonly name: string;
  readonly crash: Omit<Crash, 'inSteps'>;
  /** Answer to the first of the two approvals sent. */
  readonly answer: ApproveAnswer;
  /** A copy of the profile, made before or after the approvals and restored after the crash; null for none. */
  readonly restored: { readonly what: BackupKind; readonly made: 'before' | 'held' } | null;
}

const circumstances: Circumstances = {
  requestsPerWindow: 1_000,
  windowMs: 3_600_000,
  tokenLifetimeS: 7_200,
  resetForm: 'epochSeconds',
  clockOffsetMs: 0,
  approveAnswer: 'bill',
  statusAfterApprove: 'unchanged',
  undoWindowMs: 1_000,
  listEnd: 'null',
  isSmall: true,
};

const own = { headers: 'quota', timing: 'now' } as const;
const foreign = { headers: 'none', timing: 'now' } as const;
const refused: ApproveAnswer = { ...own, status: 422, body: 'error', applied: false };

/** Answers that the reader's table treats differently, with and without being applied where both are possible. */
const answers: Readonly<Record<string, ApproveAnswer>> = {
  'yes with the bill': { ...own, status: 200, body: 'bill', applied: true },
  'yes without a body': { ...own, status: 204, body: 'none', applied: true },
  'yes with another amount': { ...own, status: 200, body: 'changedAmount', applied: true },
  'another bill, applied': { ...own, status: 200, body: 'otherBill', applied: true },
  'another bill': { ...own, status: 200, body: 'otherBill', applied: false },
  'accepted, applied': { ...own, status: 202, body: 'emptyObject', applied: true },
  accepted: { ...own, status: 202, body: 'emptyObject', applied: false },
  'portal, applied': { ...foreign, status: 200, body: 'html', applied: true },
  portal: { ...foreign, status: 200, body: 'html', applied: false },
  'cut off, applied': { ...own, status: 200, body: 'brokenOff', applied: true },
  refused,
  forbidden: { ...own, status: 403, body: 'error', applied: false },
  'conflict, applied': { ...own, status: 409, body: 'error', applied: true },
  conflict: { ...own, status: 409, body: 'error', applied: false },
  'no more quota': { ...own, status: 429, body: 'error', applied: false },
  'token refused': { ...own, status: 401, body: 'error', applied: false },
  'server failed, applied': { ...own, status: 500, body: 'error', applied: true },
  'server failed': { ...own, status: 500, body: 'error', applied: false },
  'gateway, applied': { ...foreign, status: 503, body: 'html', applied: true },
  gateway: { ...foreign, status: 503, body: 'html', applied: false },
  'never arrived': { ...own, timing: 'resetBefore', status: 200, body: 'bill', applied: false },
  'answer lost': { ...own, timing: 'resetAfter', status: 200, body: 'bill', applied: true },
  'answer too late': { ...own, timing: 'late', status: 200, body: 'bill', applied: true },
};

const usual = { kind: 'crash', downMs: 500, kept: 1, losesCache: false } as const;
const crashes = {
  window: { ...usual, who: 'renderer' },
  main: { ...usual, who: 'main' },
  'power at the window': { ...usual, who: 'power', at: 'renderer', kept: 0, losesCache: true },
  'power at main': { ...usual, who: 'power', at: 'main', kept: 0 },
  'power with half a line': { ...usual, who: 'power', at: 'main', kept: 0.5 },
} as const;

const restores = [
  { what: 'profile', made: 'before' },
  { what: 'profile', made: 'held' },
  { what: 'home', made: 'held' },
  { what: 'machine', made: 'held' },
] as const;

/** Answers that make a difference for a restored profile. */
const answersForRestores = ['yes with the bill', 'gateway', 'answer lost', 'refused'];

/**
 * Branches by scenario. Each answer is a scenario by itself and, for some answers, with each way to restore a
 * profile. The branches of a scenario are the same run up to their crashes.
 */
export const scenarios: readonly (readonly Branch[])[] = Object.entries(answers).flatMap(
  ([answerName, answer]) =>
    [null, ...(answersForRestores.includes(answerName) ? restores : [])].map((restored) => {
      const after = restored === null ? '' : `; ${restored.what} of ${restored.made} restored`;
      const scenario = { answer, restored };
      return Object.entries(crashes)
        .filter(([, { who }]) => restored === null || who !== 'renderer')
        .map(([name, crash]) => ({ name: `${answerName}; ${name}${after}`, crash, ...scenario }));
    }),
);

/**
 * Three approvals. The first bill changes, and the user approves the change. The service gives the branch's
 * answer to the next approval sent, and refuses the one after. The user sends again all without a confirmation.
 */
export function planOf({ crash, answer, restored }: Branch, inSteps: number): Plan {
  const approve: Step = {
    operation: { kind: 'approve', picks: [0, 0.3, 0.6], undo: false },
    thenMs: 200,
  };
  const copy: Step[] =
    restored === null
      ? []
      : [{ operation: { kind: 'restore', what: restored.what, afterMs: 45_000 }, thenMs: 1_000 }];
  const dies: Step = { operation: { ...crash, inSteps }, thenMs: 0 };
  // Making a copy closes Billfold, and the crash comes after it.
  const begin = restored?.made === 'held' ? [approve, ...copy, dies] : [...copy, dies, approve];
  return {
    seed: 1,
    service: 'peer',
    circumstances,
    steps: [
      { operation: { kind: 'answers', answers: [answer, refused] }, thenMs: 0 },
      ...begin,
      { operation: { kind: 'editBill', pick: 0, field: 0.1 }, thenMs: 60_000 },
      { operation: { kind: 'approveAsChanged', pick: 0 }, thenMs: 10_000 },
      { operation: { kind: 'sendAgain', pick: 0, all: true }, thenMs: 30_000 },
    ],
  };
}

export interface Explored {
  readonly branch: Branch;
  /** Steps at which the process can crash before the scenario ends. */
  points: number;
  /** Different states after these crashes, without those of earlier branches. Each was played to its end. */
  states: number;
  /** Plan and run of the first state that breaks an invariant; null when all hold. */
  failed: { readonly plan: Plan; readonly result: RunResult } | null;
}

/** No scenario has as many steps. */
const MAX_STEPS = 512;
const allSteps = { from: 0, to: MAX_STEPS };
const NO_CRASH = 'no crash';

/**
 * Plays every state that a crash at a step of this branch leaves, up to the first that breaks an invariant.
 * @param played states of the scenario played so far; those of this branch are added
 * @param steps first and last step of the crash
 */
export async function explore(
  branch: Branch,
  mutant: Mutant = {},
  played = new Set<string>(),
  { from, to } = allSteps,
): Promise<Explored> {
  const explored: Explored = { branch, points: 0, states: 0, failed: null };
  const playedBefore = played.size;

  /** @returns the state after a crash at this step */
  const crashAt = async (inSteps: number): Promise<string> => {
    const plan = planOf(branch, inSteps);
    let state = NO_CRASH;
    const result = await runPlan(plan, mutant, async (harness) => {
      if (state !== NO_CRASH || !isAfterCrash(harness)) return;
      state = await stateOf(harness);
      if (played.has(state)) throw new Played();
      played.add(state);
    });
    if (state !== NO_CRASH) explored.points = Math.max(explored.points, inSteps + 1);
    if (result.violations.length > 0) explored.failed = { plan, result };
    return state;
  };

  /** State only accumulates from step to step, so if both ends are the same, all between are too. */
  const between = async (
    low: number,
    atLow: string,
    high: number,
    atHigh: string,
  ): Promise<void> => {
    if (high - low < 2 || atLow === atHigh || explored.failed !== null) return;
    const middle = (low + high) >> 1;
    const atMiddle = await crashAt(middle);
    await between(low, atLow, middle, atMiddle);
    await between(middle, atMiddle, high, atHigh);
  };

  await between(from, await crashAt(from), to, await crashAt(to));
  if (explored.points > MAX_STEPS) throw new Error(`${branch.name} has more steps than are tried`);
  explored.states = played.size - playedBefore;
  return explored;
}

/** Whether the process crashed at its step, and not while a copy was restored. */
function isAfterCrash({ counts }: Harness): boolean {
  const names = [...counts.keys()];
  return (
    names.some((name) => name.startsWith('crash of')) &&
    !names.some((name) => name.startsWith('put back'))
  );
}

/**
 * Digest of everything that affects the rest of a run: disks, service, network, user, time and a running main.
 * Counts stand for contents, because a branch is the same run up to the crash.
 */
async function stateOf(harness: Harness): Promise<string> {
  const { mainDisk, rendererDisk, service, model, clock, trace } = harness;
  const documents = documentNames.map((name) => mainDisk.documents[name]);
  const state = [
    clock.trueMs(),
    harness.main()?.life.steps() ?? null,
    rendererDisk.commits,
    (await rendererDisk.factory.databases()).map(({ name }) => name),
    trace.filter((line) => line.includes('→')).length,
    [...(await journalOf(harness))],
    mainDisk.files.durable(OUTSIDE_PATH),
    documents.map(({ written, text }) => [written.length, text() === null]),
    [...mainDisk.identities.identities.keys()],
    rendererDisk.damage,
    service.applied(),
    service.organizationIds().map((id) => service.bills(id)),
    service.answersLeft(),
    [model.approvals, model.clicks, model.agreed, model.pages],
    [...model.sends].map(([key, { requests }]) => [key, requests.length]),
  ];
  return createHash('sha256').update(JSON.stringify(state, plain)).digest('base64');
}

/**
 * `v8.serialize` is no alternative: its bytes depend on the engine's internal representation of numbers and
 * texts.
 */
function plain(_key: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return value instanceof Map || value instanceof Set ? [...value] : value;
}
