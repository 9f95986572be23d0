import type { Workspace } from '../../src/renderer/core/connection/workspace.ts';
import { payableStatuses, isPayable } from '../../src/contract/assumptions.ts';
import type { Approval } from '../../src/renderer/core/model/approval.ts';
import { mayHaveArrived } from '../../src/renderer/core/outbox/approval-status.ts';
import type { KnownApproval, Model } from './model.ts';
import { contentOf } from './read-watch.ts';
import { timesApplied, type Applied } from './service.ts';
import type { Harness } from './harness.ts';

/** No state on screen claims more than the service's own ledger shows. */
export function checkClaims(harness: Harness, row: Approval, known: KnownApproval): void {
  if (row.state === 'confirmed') return checkConfirmed(harness, row, known);
  if (row.state === 'changed' && row.found === null) return checkNotFound(harness, row, known);
  // "Rejected" means that the bill is not approved, an unsent approval is sent again by itself, and one that is undone
  // or canceled was not sent.
  const says = row.state === 'withdrawn' ? row.state : row.outcome?.kind;
  if (says !== 'rejected' && says !== 'notSent' && says !== 'withdrawn') return;
  const applied = appliedBy(harness, row);
  const latest = applied.get(`${row.id} ${row.attempt}`);
  harness.model.check(
    'claimed',
    latest === undefined || (says === 'withdrawn' && mayHaveArrived(row)),
    () => `${row.billId} is shown as ${says}, and was carried out at ${latest?.arrivedAtMs}`,
  );
  harness.model.check(
    'claimed',
    applied.size === 0 || mayHaveArrived(row),
    () => `${row.billId} was carried out before it was ${says}, but is not shown as possibly sent`,
  );
}

function checkConfirmed({ model, service }: Harness, row: Approval, known: KnownApproval): void {
  const { billId, confirmedBy } = row;
  const isTrue =
    confirmedBy === 'user'
      ? known.markedConfirmed
      : confirmedBy === 'service'
        ? timesApplied(service, billId) > 0
        : model.wasPaid.has(billId);
  model.check('claimed', isTrue, () => `${billId} is confirmed by ${confirmedBy}, wrongly`);
}

/**
 * A bill is not reported as missing if it has been payable, or among the newest paid or void bills, ever since
 * the user's decision.
 */
function checkNotFound({ model, service }: Harness, row: Approval, known: KnownApproval): void {
  const { organizationId, billId } = row;
  if (service.unreadableAtMs() >= 0) return;
  const bill = service.bills(organizationId).find(({ id }) => id === billId);
  const changedAtMs = model.changedAtMs.get(billId) ?? -1;
  const isMet = bill && (isPayable(bill.status) || service.isAmongNewest(organizationId, billId));
  const isThere = isMet === true && changedAtMs < known.decidedAtMs;
  const isSeen = service.organizationIds().includes(organizationId);
  model.check(
    'claimed',
    !isThere || !isSeen,
    () => `${billId} is shown as not found, and is there`,
  );
}

/** The newest paid and void bills are read before a bill is reported as missing. */
export function checkMissing({ model, reads, workspace }: Harness): void {
  for (const { id, billId, organizationId, state, history } of workspace()?.approvals.get() ?? []) {
    const known = model.approvals.get(id);
    if (!known || state !== 'changed' || history.at(-1)?.event !== 'notFound') continue;
    if (known.missingSince === history.length) continue;
    known.missingSince = history.length;
    const readMs = reads.headsAtMs(organizationId);
    model.check(
      'claimed',
      readMs >= known.decidedAtMs,
      () =>
        `${billId} is called missing; paid and void were read at ${readMs}, decided at ${known.decidedAtMs}`,
    );
  }
}

/** "All caught up" is shown only if all bills have been read, and no payable one was there since the crawl began. */
export function checkEmpty(harness: Harness): void {
  const { model, service } = harness;
  const workspace = harness.workspace();
  const said = harness.renderer()?.whyEmpty() ?? null;
  if (workspace === null || said === null) return;
  const isNone = said === 'inbox' || said === 'noBills';
  // Unreadable bills are shown separately.
  const malformed = new Set(workspace.malformed.get().map(({ id }) => id));
  for (const organizationId of shownIn(workspace)) {
    const sinceMs = lastCrawlMs(model, organizationId);
    if (sinceMs !== null && sinceMs <= service.unreadableAtMs()) continue;
    const missed = service
      .bills(organizationId)
      .find(
        ({ id, status }) =>
          isPayable(status) &&
          !malformed.has(id) &&
          (sinceMs === null || (model.changedAtMs.get(id) ?? -1) < sinceMs),
      );
    model.check(
      'claimed',
      !isNone || missed === undefined,
      () => `nothing is shown as left to review (${said}), but ${missed?.id} is`,
    );
  }
}

export function shownIn(workspace: Workspace): readonly string[] {
  const current = workspace.organizationId.get();
  if (current === null) return [];
  if (!workspace.allOrganizations.get()) return [current];
  return workspace.organizations.get().map(({ id }) => id);
}

/** True time of the start of the last payable crawl that reached its last chain; null for none. */
function lastCrawlMs({ pages }: Model, organizationId: string): number | null {
  const mine = pages.filter((page) => page.organizationId === organizationId);
  const end = mine.findLastIndex(({ status }) => status === payableStatuses.at(-1));
  const began = mine.slice(0, end + 1).findLast((page) => page.isFirst && page.status === 'open');
  return began?.askedAtMs ?? null;
}

/** After everything has been read, a bill that equals its approved version again is not shown as changed. */
export function checkChanged(harness: Harness, rows: readonly Approval[]): void {
  const { model, service } = harness;
  for (const { id, state, organizationId, billId } of rows) {
    const content = model.approvals.get(id)?.content;
    const bill = service.bills(organizationId).find((each) => each.id === billId);
    if (state !== 'changed' || !bill || !isPayable(bill.status)) continue;
    if (!service.organizationIds().includes(organizationId)) continue;
    const isSame = content === contentOf(bill);
    model.check(
      'claimed',
      !isSame,
      () => `${billId} is shown as changed, and is what was approved`,
    );
  }
}

/**
 * Applications caused by the row's attempts, by "approval attempt". Matched by request, not by time: a slow one
 * may arrive after the next attempt was answered.
 */
function appliedBy({ model, service }: Harness, { id, billId }: Approval): Map<string, Applied> {
  const applied = service.applied().filter((each) => each.billId === billId);
  const found = new Map<string, Applied>();
  for (const [key, { requests }] of model.sends) {
    if (!key.startsWith(`${id} `)) continue;
    const arrivals = requests.map(({ arrivedAtMs }) => arrivedAtMs);
    const application = applied.find(({ arrivedAtMs }) => arrivals.includes(arrivedAtMs));
    if (application) found.set(key, application);
  }
  return found;
}
