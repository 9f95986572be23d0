import { createSeededRandom } from '../../../src/base/seeded-random.ts';
import { createVirtualClock } from '../../../src/base/testing/virtual-clock.ts';
import { succeed } from '../../../src/base/result.ts';
import { createSerial } from '../../../src/base/serial.ts';
import { createOrderedTime } from '../../../src/renderer/core/time/ordered-time.ts';
import { createReadAhead } from '../../../src/main/api/read-ahead.ts';
import type { QuotaView } from '../../../src/bridge/quota.ts';
import { createPauses } from '../../../src/renderer/core/mirror/pauses.ts';
import { startPull } from '../../../src/renderer/core/mirror/pull.ts';
import type { ServiceCalls } from '../../../src/renderer/core/mirror/service-calls.ts';
import { createInstallation, type Installation } from './installation.ts';
import { createMemoryBillCache } from './memory-bill-cache.ts';
import { DAY_MS, planWeek, type WeekEvent } from './week-plan.ts';

/** Observations of a simulated week, by request and by minute. */
export interface Week {
  readonly days: number;
  readonly sent: Installation['sent'];
  /** Milliseconds from the click to the approval's departure, one per approval. */
  readonly dispatchMs: readonly number[];
  /** Number of approvals that were not carried out. */
  readonly notApproved: number;
  /** Age of the payable bills on screen, sampled each minute of use, milliseconds. */
  readonly agesMs: readonly number[];
  /** Purposes of the window's requests so far, sampled each minute. */
  readonly windows: readonly WindowUse[];
  /** Faults of Billfold that the pull reported. Any fault makes the simulation worthless. */
  readonly faults: readonly unknown[];
}

export type WindowUse = QuotaView['used'];

/** Monday, 9 March 2026, midnight. */
const MONDAY_MS = Date.UTC(2026, 2, 9);
const SAMPLE_MS = 60_000;

/**
 * Plays the first `days` of a week with the real governor, queue and client, the real pull with its policy, the
 * embedded service, and one virtual clock.
 */
export async function simulateWeek(days: number): Promise<Week> {
  const clock = createVirtualClock(MONDAY_MS);
  const random = createSeededRandom(2_026);
  const installation = await createInstallation(clock);
  const { api, organizationIds } = installation;
  const pauses = createPauses();
  pauses.set('asleep', true);
  const machine = { awake: false, visible: false, onBattery: false, online: true };
  const windows: WindowUse[] = [];
  const faults: unknown[] = [];
  const dispatchMs: number[] = [];
  const agesMs: number[] = [];
  const clicks: Promise<void>[] = [];
  const next = new Map(organizationIds.map((id) => [id, 0]));
  let notApproved = 0;
  let shown = organizationIds[0] ?? '';
  let shownAtMs: number | null = null;
  let organizationsReadAtMs: number | null = null;

  const ahead = createReadAhead({ read: api.billsPage, session: () => 'session', clock });
  const calls: ServiceCalls = {
    stopAhead: ahead.stopAhead,
    ask: async (name, request) => {
      if (!('priority' in request)) throw new Error(`${name} is not asked for here`);
      const answer =
        name === 'service.organizations'
          ? await api.organizations({ priority: request.priority })
          : await ahead.pages(request as never);
      return answer as never;
    },
  };
  const pull = await startPull({
    launchId: 'week',
    clock,
    random,
    orderedTime: createOrderedTime(clock),
    calls,
    cache: createMemoryBillCache(),
    exclusive: createSerial(),
    pauses,
    conditions: () => ({
      isVisible: machine.visible,
      isOnBattery: machine.onBattery,
      shownAtMs,
      quota: api.quota.get(),
      organizationsReadAtMs,
      areInvoicesShown: false,
      areAllShown: false,
      mayReadInvoices: false,
      organizationIds: [shown, ...organizationIds.filter((id) => id !== shown)],
    }),
    onOrganizations: async () => {
      organizationsReadAtMs = clock.nowMs();
    },
    onChange: () => undefined,
    onEvidence: () => undefined,
    onMalformed: () => undefined,
    onFault: (problem) => faults.push(problem),
  });

  const approve = async (): Promise<void> => {
    const ids = installation.payable.get(shown) ?? [];
    const index = next.get(shown) ?? 0;
    next.set(shown, index + 1);
    const organizationId = shown;
    const billId = ids[index % Math.max(1, ids.length)] ?? '';
    const clickedMs = clock.elapsedMs();
    const beforeSend = async () => {
      dispatchMs.push(clock.elapsedMs() - clickedMs);
      return succeed(undefined);
    };
    const answer = await api.approveBill({ organizationId, billId, beforeSend });
    if (!answer.ok) notApproved += 1;
  };

  const happen = (event: WeekEvent): void => {
    switch (event.kind) {
      case 'machine':
        machine.awake = event.awake;
        // Shown again: the bills on screen may be old.
        if (event.awake && machine.visible) shownAtMs = clock.nowMs();
        return pauses.set('asleep', !event.awake);
      case 'window':
        machine.visible = event.visible;
        if (event.visible) shownAtMs = clock.nowMs();
        return pull.wake();
      case 'battery':
        machine.onBattery = event.onBattery;
        return pull.wake();
      case 'network':
        machine.online = event.online;
        installation.setOnline(event.online);
        return pauses.set('offline', !event.online);
      case 'switch':
        shown = organizationIds[event.organization] ?? shown;
        shownAtMs = clock.nowMs();
        return pull.wake();
      case 'approve':
        // Offline, an approval would wait in the outbox. Here it is not made.
        if (!machine.online) return;
        for (let bill = 0; bill < event.bills; bill++) clicks.push(approve());
        return;
    }
  };

  const sample = (): void => {
    windows.push(api.quota.get().used);
    if (!machine.awake || !machine.visible) return;
    const { payableSyncedAtMs } = pull.view.get().statusOf(shown);
    // Before the first pull, no bills on screen could be old.
    if (payableSyncedAtMs !== null) agesMs.push(clock.nowMs() - payableSyncedAtMs);
  };

  const plan = [...planWeek(random, days)];
  for (let untilMs = SAMPLE_MS; untilMs <= days * DAY_MS; untilMs += SAMPLE_MS) {
    for (let event = plan[0]; event && event.atMs < untilMs; event = plan[0]) {
      plan.shift();
      await clock.advance(event.atMs - clock.elapsedMs());
      happen(event);
    }
    await clock.advance(untilMs - clock.elapsedMs());
    sample();
  }
  pull.close();
  installation.close();
  await clock.advance(SAMPLE_MS);
  await Promise.all(clicks);
  const { sent } = installation;
  return { days, sent, dispatchMs, notApproved, agesMs, windows, faults };
}
