import { createSeededRandom } from '../../../src/base/seeded-random.ts';
import { startHarness, type RecheckHarness } from './harness.ts';

/** A scenario: single approvals, or many at once. */
export interface Scenario {
  readonly payable: number;
  /** Whether the service accepts cursors of an earlier reading. */
  readonly cursors: 'taken' | 'refused';
  /** Whether the user requests a refresh right before the undo period ends. */
  readonly pullUnderWay: boolean;
  /** Number of approvals, and whether they are one bulk. */
  readonly approvals: number;
  readonly isBulk: boolean;
  /** The documented quota, or an unlimited one. */
  readonly quota: 'documented' | 'lifted';
  /**
   * 95% of the approvals reach the service within this time after the undo period; null for a scenario without
   * a target.
   */
  readonly targetMs: number | null;
}

export interface Measurement {
  readonly scenario: Scenario;
  /** Times from the end of the undo period to the arrival at the service, one per approval that arrived. */
  readonly delaysMs: readonly number[];
  /** The same times for bare approvals in the same run, as many at a time as Billfold sends. */
  readonly floorsMs: readonly number[];
  readonly notSent: number;
  readonly sentTwice: number;
  readonly rechecks: RecheckHarness['rechecks'];
  readonly shareOfRechecks: number;
  readonly virtualMs: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const PAGE = 50;
const UNDO_MS = 5 * SECOND_MS;
const SENDS_AT_ONCE = 4;
/** Single approvals are far enough apart to share this much of the documented quota. */
const QUOTA_PER_HOUR = 500;
/** The quota has allowed every waiting approval after this time. */
const LONGEST_MS = 12 * HOUR_MS;

export async function play(scenario: Scenario): Promise<Measurement> {
  const { payable, approvals, isBulk } = scenario;
  const harness = await startHarness({
    payable,
    cursors: scenario.cursors === 'taken' ? 'lasting' : 'once',
    requestsPerWindow: scenario.quota === 'documented' ? 1_000 : 1_000_000,
  });
  const beganMs = harness.nowMs();
  // The first reading and its quota window are over.
  await harness.advance(HOUR_MS + MINUTE_MS);
  const { workspace } = harness;
  const bills = workspace.bills
    .query({ status: 'payable', search: '', sort: 'dueDate', descending: false })
    .map((row) => row.bill.id);
  const random = createSeededRandom(5);
  // Spread over the list, because neighbors would share a few pages.
  const step = Math.floor(bills.length / approvals);
  const spread = bills.filter((_id, index) => index % step === 0).slice(0, approvals);
  if (isBulk) await approve(harness, spread, false);
  else {
    for (let count = 0; count < approvals; count += 1) {
      const [billId = ''] = bills.splice(Math.floor(random.next() * bills.length), 1);
      await approve(harness, [billId], scenario.pullUnderWay);
      await harness.advance(apartMs(scenario) + random.next() * MINUTE_MS);
    }
  }
  for (let waitedMs = 0; waitedMs < LONGEST_MS && !isOver(harness); waitedMs += MINUTE_MS) {
    await harness.advance(MINUTE_MS);
  }
  const virtualMs = harness.nowMs() - beganMs;
  const measured = measure(harness, scenario, virtualMs);
  const sent = harness.arrivals.map(({ billId }) => billId);
  harness.sandbox.configure({ requestsPerWindow: 1_000_000 });
  const bare = await harness.sendBare(sent, isBulk ? SENDS_AT_ONCE : 1);
  await harness.close();
  const firstMs = bare[0]?.leftMs ?? 0;
  const floorsMs = bare.map(({ leftMs, arrivedMs }) => arrivedMs - (isBulk ? firstMs : leftMs));
  return { ...measured, floorsMs };
}

async function approve(
  harness: RecheckHarness,
  billIds: readonly string[],
  pullUnderWay: boolean,
): Promise<void> {
  const { approved } = await harness.workspace.commands.approveBills(billIds);
  if (approved.length !== billIds.length) throw new Error('not all were approved');
  await harness.advance(UNDO_MS - SECOND_MS / 10);
  if (pullUnderWay) harness.workspace.commands.refresh();
  await harness.advance(SECOND_MS / 10);
}

function isOver({ workspace }: RecheckHarness): boolean {
  return workspace.approvals.get().every(({ state }) => state !== 'held' && state !== 'queued');
}

function apartMs({ payable, cursors, pullUnderWay, quota }: Scenario): number {
  if (quota === 'lifted') return 2 * MINUTE_MS;
  const crawls = (cursors === 'refused' ? 1 : 0) + (pullUnderWay ? 1 : 0);
  const requests = 3 + (crawls * payable) / PAGE;
  return Math.max(MINUTE_MS / 2, (HOUR_MS * requests) / QUOTA_PER_HOUR);
}

function measure(
  harness: RecheckHarness,
  scenario: Scenario,
  virtualMs: number,
): Omit<Measurement, 'floorsMs'> {
  const rows = new Map(harness.workspace.approvals.get().map((row) => [row.billId, row]));
  const { arrivals } = harness;
  return {
    scenario,
    delaysMs: arrivals.map(({ billId, arrivedMs }) => {
      const row = rows.get(billId);
      if (!row) throw new Error(`nobody approved ${billId}`);
      return arrivedMs - row.heldUntilMs;
    }),
    notSent: [...rows.values()].filter(({ state }) => state !== 'confirmed').length,
    sentTwice: arrivals.length - new Set(arrivals.map(({ billId }) => billId)).size,
    rechecks: { ...harness.rechecks },
    shareOfRechecks: harness.shareOfRechecks(),
    virtualMs,
  };
}
