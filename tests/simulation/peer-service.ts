import type { Clock } from '../../src/base/clock.ts';
import type { Random } from '../../src/base/random.ts';
import { createSeededRandom } from '../../src/base/testing/seeded-random.ts';
import { sampleClient } from '../../src/sandbox/sample-client.ts';
import type { RecordedBill } from '../reference-peer/records.ts';
import {
  drawApproveAnswer,
  drawReadAnswer,
  drawTokenAnswer,
  type ApproveAnswer,
  type ReadAnswer,
  type TokenAnswer,
} from '../reference-peer/grammar.ts';
import { plainPaging } from '../reference-peer/lists.ts';
import { oddBills, plainBill } from '../reference-peer/odd-bills.ts';
import { createReferencePeer, type ReferencePeer } from '../reference-peer/service.ts';
import { PAGE_LENGTH, type Place } from './network.ts';
import type { Circumstances, PageReading } from './operations.ts';
import type { SimService } from './service.ts';

/** The reference peer as a run's service. The plan determines its pages and answers. */
export function createPeerService(deps: {
  readonly clock: Clock;
  readonly random: Random;
  readonly circumstances: Circumstances;
}): SimService {
  const { clock, random, circumstances } = deps;
  const startedAtMs = clock.nowMs();
  const startMs = startedAtMs + circumstances.clockOffsetMs;
  const peer = createReferencePeer({
    nowMs: () => clock.nowMs() + circumstances.clockOffsetMs,
    sleep: (delayMs) => clock.sleep(delayMs),
    random,
    organizations: circumstances.isSmall
      ? [{ id: 'org-1', name: 'First', bills: openBills(100, 4) }]
      : [
          { id: 'org-1', name: 'First', bills: firstBills() },
          { id: 'org-2', name: 'Second', bills: openBills(200, 4) },
        ],
    client: sampleClient,
    tokenLifetimeS: circumstances.tokenLifetimeS,
  });
  readAs(peer, circumstances);
  const { records, readings } = peer;
  const approvals: ApproveAnswer[] = [];
  const tokens: TokenAnswer[] = [];
  const odd = new Set<string>();
  const reads: { readonly place: Place; readonly answer: ReadAnswer }[] = [];
  let lastUnreadableMs = -1;
  let added = 0;
  let made429 = 0;
  let made401 = 0;

  const noteStatus = <Drawn extends ReadAnswer | ApproveAnswer>(
    drawn: Drawn | null,
  ): Drawn | null => {
    if (drawn === null || drawn.timing.startsWith('reset')) return drawn;
    if (drawn.status === 429) made429 += 1;
    if (drawn.status === 401) made401 += 1;
    return drawn;
  };
  peer.answerApprovals(() => noteStatus(approvals.shift() ?? null));
  peer.answerTokens(() => tokens.shift() ?? null);
  peer.answerReads((path) => {
    const place: Place = path.endsWith('/organizations') ? 'organizations' : 'bills';
    const index = reads.findIndex((each) => each.place === place);
    return index < 0 ? null : noteStatus(reads.splice(index, 1)[0]?.answer ?? null);
  });

  const unreadableAtMs = (): number => {
    const { chain, hasMore, moves, cursors } = readings.paging;
    // A crawl misses rows that move meanwhile.
    const isWhole = chain === 'straight' && hasMore !== 'withoutCursor' && !moves;
    return isWhole && cursors !== 'offset' ? lastUnreadableMs : clock.nowMs() - startedAtMs;
  };

  const readPagesAs = (reading: PageReading): void => {
    const before = { ...readings.paging, unreadableAtMs: unreadableAtMs() };
    Object.assign(readings.paging, { ...plainPaging(), end: circumstances.listEnd, ...reading });
    // A position in one order means another row in the next, so a crawl under way misses rows.
    const isTurned = before.order !== readings.paging.order;
    lastUnreadableMs = isTurned ? clock.nowMs() - startedAtMs : before.unreadableAtMs;
  };
  readPagesAs({});

  return {
    fetch: peer.fetch,
    organizationIds: () => records.organizationIds().filter((id) => !readings.hidden.has(id)),
    bills: (organizationId) => records.bills(organizationId).filter(({ id }) => !odd.has(id)),
    applied: () =>
      peer
        .ledger()
        .filter(({ applied }) => applied)
        .map(({ billId, atMs }) => ({ billId: billId ?? '', arrivedAtMs: atMs - startMs })),
    changeBill: records.changeBill,
    changeBack: records.changeBack,
    pay: records.pay,
    void: records.void,
    removeBill: records.remove,
    addBill: (organizationId) => records.addBill(organizationId, plainBill(`new-${(added += 1)}`)),
    addOddBill: (kind) => {
      const bill = oddBills[kind]();
      if (odd.has(bill.id)) return;
      odd.add(bill.id);
      records.addBill('org-1', bill);
    },
    oddBills: (organizationId) => (organizationId === 'org-1' ? odd.size : 0),
    moveUp: (billId) => {
      // A crawl under way does not list it.
      lastUnreadableMs = clock.nowMs() - startedAtMs;
      records.moveUp(billId);
    },
    hideOrganization: (organizationId) => void readings.hidden.add(organizationId),
    expireTokens: peer.expireTokens,
    revokeSignIns: peer.revokeSignIns,
    consumeQuota: (share) => peer.consumeQuota(Math.floor(readings.quota.limit * share)),
    answer: () => undefined,
    drawAnswers: (place, count, seed) => {
      const chance = createSeededRandom(seed).next;
      for (let index = 0; index < count; index++) {
        if (place === 'approve') approvals.push(drawApproveAnswer(chance));
        else if (place === 'token') tokens.push(drawTokenAnswer(chance));
        else reads.push({ place, answer: honestRead(drawReadAnswer(chance)) });
      }
    },
    answerApprovals: (answers) => void approvals.push(...answers),
    answersLeft: () => approvals.length,
    readPagesAs,
    isAmongNewest: (organizationId, billId) => {
      const bill = records.find(organizationId, billId);
      const place = records.placeOf(organizationId, billId);
      const newer = records
        .bills(organizationId)
        .filter(
          ({ id, status }) =>
            status === bill?.status && records.placeOf(organizationId, id) > place,
        );
      return bill !== null && newer.length < PAGE_LENGTH;
    },
    unreadableAtMs,
    refusalsMadeUp: () => made429,
    tokensRefused: () => made401,
    grantsLost: peer.grantsLost,
    calm: () => {
      approvals.length = 0;
      tokens.length = 0;
      reads.length = 0;
      readPagesAs({});
    },
    counts: peer.counts,
  };
}

/**
 * An empty list with status 200 is wrong for this service, which has organizations and bills. Q-67 tests such
 * an answer if its form shows that.
 */
function honestRead(drawn: ReadAnswer): ReadAnswer {
  return drawn.body === 'emptyArray' ? { ...drawn, body: 'emptyObject' } : drawn;
}

function readAs(peer: ReferencePeer, circumstances: Circumstances): void {
  const { quota } = peer.readings;
  quota.limit = circumstances.requestsPerWindow;
  quota.windowMs = circumstances.windowMs;
  quota.resetForm = resetForms[circumstances.resetForm];
  const { approveAnswer, statusAfterApprove } = circumstances;
  const forms = { bill: 'bill', noContent: 'none', wrappedBill: 'wrapped' } as const;
  peer.readings.approves =
    approveAnswer === 'accepted' || approveAnswer === 'text' ? 'bill' : forms[approveAnswer];
  // The sandbox's separate answer "accepted" is a mark on the bill here.
  const isMarked = approveAnswer === 'accepted';
  peer.readings.approvedBecomes =
    statusAfterApprove === 'paid' ? 'paid' : isMarked ? 'marked' : 'same';
}

const resetForms = {
  epochSeconds: 'seconds',
  epochMs: 'milliseconds',
  deltaSeconds: 'delta',
  httpDate: 'date',
  absent: 'absent',
} as const;

function firstBills(): RecordedBill[] {
  // The due date passes in the middle of the run.
  const soon = { due_date: '2026-03-10T12:08:00Z' };
  return [
    ...openBills(100, 8),
    ...openBills(110, 3, soon),
    ...openBills(120, 5, { due_date: '2026-03-01' }),
    ...openBills(140, 3, { status: 'partially_paid', amount_due_cents: 400 }),
    ...openBills(160, 3, { status: 'paid', amount_due_cents: 0 }),
    ...openBills(180, 2, { status: 'void', amount_due_cents: 0 }),
  ];
}

function openBills(
  first: number,
  count: number,
  fields: Readonly<Record<string, unknown>> = {},
): RecordedBill[] {
  return Array.from({ length: count }, (_none, index) =>
    plainBill(`bill-${first + index}`, fields),
  );
}
