import { canonicalJson } from '../../src/base/canonical-json.ts';
import { fingerprint, type ReviewedSnapshot } from '../../src/bridge/snapshot.ts';
import { isPayable, payableStatuses } from '../../src/contract/assumptions.ts';
import type { Bill } from '../../src/contract/bill.ts';
import type { Workspace } from '../../src/renderer/core/connection/workspace.ts';
import type { Approval, HistoryLine } from '../../src/renderer/core/model/approval.ts';
import { OPEN_AGAIN_MS } from './damaged-databases.ts';
import { allowedFor, takeChange } from './model.ts';
import { learnApproval } from './perform-user.ts';
import { asSent, given, timesApplied, type ServiceBill } from './service.ts';
import { checkClaims, shownIn } from './claim-checks.ts';
import type { Harness } from './harness.ts';

/** Checks that are repeated during a run. */
export interface Watch {
  look(): void;
}

/** Compares Billfold, the service and the model while no operation is under way. */
export function createWatch(harness: Harness): Watch {
  const { model, service, rendererDisk } = harness;
  /** Bills by id as last seen in the mirror. */
  const mirrored = new Map<string, string>();
  const lastText = new Map<string, string>();
  let shownBefore = '';
  let window: unknown = null;
  let payableSyncedAtMs: number | null = null;
  let crawledAtMs = -1;
  let hasBegun = false;
  let appliedSeen = 0;
  let signInId: string | null = null;

  const lookAtService = (): void => {
    const present = new Set<string>();
    for (const id of service.organizationIds()) {
      for (const bill of service.bills(id)) {
        present.add(bill.id);
        noteText(bill.id, textOf(bill));
        if (bill.status === 'paid') model.wasPaid.add(bill.id);
      }
    }
    for (const id of lastText.keys()) if (!present.has(id)) noteText(id, 'gone');
    hasBegun = true;
  };

  /** The change happened at some time since the last check: assume the latest possible time. */
  const noteText = (id: string, text: string): void => {
    if (lastText.get(id) === text) return;
    if (hasBegun) model.changedAtMs.set(id, harness.clock.trueMs());
    lastText.set(id, text);
  };

  const lookAtApplied = (): void => {
    const applied = service.applied();
    if (applied.length === appliedSeen) return;
    // Check all of them, because a late answer may be for an older one.
    for (const billId of new Set(applied.map((each) => each.billId))) {
      const allowed = allowedFor(model, billId);
      const times = timesApplied(service, billId);
      model.check(
        'once',
        times <= allowed,
        () => `${billId} was applied ${times} times, but the user allowed ${allowed}`,
      );
    }
    appliedSeen = applied.length;
  };

  const lookAtMirror = (workspace: Workspace): void => {
    const shown = shownIn(workspace);
    if (shown.join() !== shownBefore || harness.renderer() !== window) {
      mirrored.clear();
      shownBefore = shown.join();
      window = harness.renderer();
      payableSyncedAtMs = workspace.pull.get().payableSyncedAtMs;
      crawledAtMs = -1;
    }
    if (shown.length === 0 || workspace.bills.loading.get() || rendererDisk.refusals > 0) {
      return mirrored.clear();
    }
    if (workspace.session.get().kind !== 'signedIn') return mirrored.clear();
    const bills = shown.flatMap((id) => [...service.bills(id)]);
    const hadMalformed = model.pages.some((page) => page.hadMalformed);
    for (const bill of bills) {
      const text = textOf(bill);
      const row = workspace.bills.get(bill.id);
      // A row that moved between pages may be missed, even twice.
      if (mirrored.get(bill.id) === text && !hadMalformed && service.unreadableAtMs() < 0) {
        model.check('mirror', row !== null, () => `${bill.id} was in the mirror and is gone`);
      }
      if (row && textOfRead(row.bill) === text) mirrored.set(bill.id, text);
      else mirrored.delete(bill.id);
    }
    // For several organizations, the time is that of the oldest crawl.
    if (shown.length === 1) lookAtCrawl(workspace, shown[0] ?? '');
  };

  /** A payable crawl has ended, so bills that have not changed since its start must be in the mirror. */
  const lookAtCrawl = (workspace: Workspace, organizationId: string): void => {
    const syncedAtMs = workspace.pull.get().payableSyncedAtMs;
    if (syncedAtMs === payableSyncedAtMs) return;
    payableSyncedAtMs = syncedAtMs;
    const pages = model.pages.filter(
      (page) => page.organizationId === organizationId && isPayable(page.status),
    );
    const [lastStatus] = payableStatuses.slice(-1);
    // The earliest page that can be its start, because a recheck reads the same pages in between.
    const began = pages.find(
      (page) => page.isFirst && page.status === 'open' && page.askedAtMs >= crawledAtMs,
    );
    const beganAtMs = began?.askedAtMs ?? Infinity;
    const end = pages.find((page) => page.status === lastStatus && page.askedAtMs >= beganAtMs);
    crawledAtMs = end?.askedAtMs ?? crawledAtMs;
    // Another crawl has begun, so the pages of the previous one are no longer known.
    if (pages.at(-1)?.status !== lastStatus) return;
    if (!began || pages.some((page) => page.hadMalformed)) return;
    if (began.askedAtMs <= service.unreadableAtMs()) return;
    for (const bill of service.bills(organizationId)) {
      const isSteady = (model.changedAtMs.get(bill.id) ?? -1) < began.askedAtMs;
      if (!isPayable(bill.status) || !isSteady) continue;
      const row = workspace.bills.get(bill.id);
      model.check(
        'mirror',
        row !== null && textOfRead(row.bill) === textOf(bill),
        () => `${bill.id} was there all through a crawl and is ${row ? 'stale' : 'missing'}`,
      );
    }
  };

  const look = (): void => {
    lookAtService();
    const workspace = harness.workspace();
    if (workspace) lookAtRows(harness, workspace);
    lookAtApplied();
    if (workspace) lookAtMirror(workspace);
    if (workspace) lookAtSession(harness, workspace);
    if (workspace) lookAtSignOut(workspace);
  };

  /** A session that the user ended leaves nothing on disk, and no later start resumes it. */
  const lookAtSignOut = (workspace: Workspace): void => {
    const session = workspace.session.get();
    if (session.kind === 'signedIn') {
      signInId = session.signInId;
      const isBack = model.endedSignIns.has(signInId);
      model.check('sealed', !isBack, () => 'a session the user ended was taken up again');
    }
    if (session.kind !== 'signedOut') return;
    const stored = harness.mainDisk.documents.tokens.text();
    if (session.why === 'tokensLeft') {
      harness.count('tokens said to be left');
      harness.session.note('tokens of before stayed on disk');
      model.check('sealed', stored !== null, () => 'tokens are said to be left, and are not');
    }
    if (session.why !== 'signedOut') return;
    if (signInId !== null) model.endedSignIns.add(signInId);
    const isWiped = stored?.includes('"accessToken"') !== true;
    model.check(
      'sealed',
      isWiped,
      () => 'the user is said to be signed out, the tokens are stored',
    );
  };
  return { look };
}

/** Every approval exists with its whole history, in a state that is allowed. */
function lookAtRows(harness: Harness, workspace: Workspace): void {
  if (workspace.session.get().kind === 'noConnection') return;
  const { model, rendererDisk } = harness;
  const rows = new Map(workspace.approvals.get().map((row) => [row.id, row]));
  const isWhole = [...model.approvals.keys()].every((id) => rows.has(id));
  if (!isWhole && isRebuilding(harness)) return;
  rendererDisk.rebuiltByMs = null;
  for (const row of rows.values()) learnApproval(harness, row);
  for (const known of model.approvals.values()) {
    const row = rows.get(known.id);
    model.check('kept', row !== undefined, () => `the approval of ${known.billId} is gone`);
    if (!row) continue;
    const history = linesOf(row.history);
    const isKept = known.history.every((line, index) => history[index] === line);
    model.check(
      'kept',
      isKept,
      () => `the history of ${known.billId} lost lines: ${history.join()}`,
    );
    known.history = history;
    if (fingerprintOf(row.snapshot) !== fingerprintOf(known.snapshot)) {
      takeChange(known, fingerprintOf(row.snapshot));
      model.check(
        'seen',
        fingerprintOf(row.snapshot) === fingerprintOf(known.snapshot),
        () => `${known.billId} is approved as ${fingerprintOf(row.snapshot)}, which was not shown`,
      );
    }
    checkEnd(harness, row, known);
    checkClaims(harness, row, known);
  }
}

/** Whether the connection is still closed: until shortly after the disk has room. */
function isRebuilding({ rendererDisk, clock }: Harness): boolean {
  if (rendererDisk.rebuiltByMs === null) return false;
  if (rendererDisk.full) rendererDisk.rebuiltByMs = clock.trueMs() + OPEN_AGAIN_MS;
  return clock.trueMs() <= rendererDisk.rebuiltByMs;
}

function checkEnd(
  harness: Harness,
  row: Approval,
  known: { readonly askedToWithdraw: boolean; isWithdrawn: boolean },
): void {
  const { model } = harness;
  if (row.state === 'withdrawn') {
    model.check(
      'kept',
      known.askedToWithdraw,
      () => `${row.billId} was withdrawn, not by the user`,
    );
  }
  model.check(
    'undone',
    !known.isWithdrawn || row.state === 'withdrawn',
    () => `${row.billId} was taken back and is ${row.state}`,
  );
}

/** A session ends only by the user, by the service, or for a known reason. */
function lookAtSession(harness: Harness, workspace: Workspace): void {
  const session = workspace.session.get();
  if (session.kind === 'signedIn') harness.session.signInSucceeded();
  if (session.kind !== 'signedOut' || session.why === null) return;
  // `lookAtSignOut` checks sessions that the user ended.
  if (session.why === 'signedOut' || session.why === 'tokensLeft') return;
  harness.model.check(
    'live',
    harness.session.why() !== null,
    () => `the session ended (${session.why}) for no reason`,
  );
}

/** Canonical text of a bill, computed once per object. */
const textOf = onceEach((bill: ServiceBill) => canonicalJson(given(bill)));
const textOfRead = onceEach((bill: Bill) => canonicalJson(given(asSent(bill))));

/** Fingerprint of a snapshot, computed once per object. */
const fingerprintOf = onceEach((snapshot: ReviewedSnapshot) => fingerprint(snapshot));

/** Lines of an approval's history as texts, computed once per state. */
const linesOf = onceEach((history: readonly HistoryLine[]) =>
  history.map((line) => JSON.stringify(line)),
);

/** Caches by object: the checks run every ten seconds, and little changes between them. */
function onceEach<Value extends object, Made>(
  make: (value: Value) => Made,
): (value: Value) => Made {
  const made = new WeakMap<Value, Made>();
  return (value) => {
    const known = made.get(value);
    if (known !== undefined) return known;
    const fresh = make(value);
    made.set(value, fresh);
    return fresh;
  };
}
