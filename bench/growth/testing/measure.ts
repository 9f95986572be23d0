/** Figures of one size, in its own process. The argument is the number of bills. Prints one line of JSON. */
import { createApprovals } from '../../../src/renderer/core/outbox/approval-slices.ts';
import { planApproval } from '../../../src/renderer/core/outbox/approve.ts';
import { noFilter, listBills } from '../../../src/renderer/core/bills/lists/bill-filter.ts';
import {
  createBillIndex,
  type LiveBillIndex,
} from '../../../src/renderer/core/bills/index/bill-index.ts';
import { payableByDueDate } from '../../../src/renderer/core/model/bill-row.ts';
import { readFirstScreen } from '../../../src/renderer/core/bills/index/first-screen.ts';
import { grouperFor } from '../../../src/renderer/core/bills/lists/list-groups.ts';
import { makeFirstScreen } from '../../../src/renderer/core/bills/index/make-first-screen.ts';
import { firstLayout } from '../../../src/renderer/screens/review/list/first-layout.ts';
import {
  createListLayouts,
  type ListLayouts,
} from '../../../src/renderer/screens/review/list/list-layouts.ts';
import { sentBillSchema } from '../../../src/contract/sent-items.ts';
import { companyOfSize } from '../../../src/sandbox/company/sample-companies.ts';

/** Median milliseconds of processor time; megabytes. */
export interface Figures {
  readonly start: number;
  readonly search: number;
  readonly approve: number;
  readonly memory: number;
}

const TODAY = '2026-03-10' as const;
const ORGANIZATION = 'acme';
const calendar = { today: TODAY, weekStartsOn: 1 } as const;
const grouper = grouperFor('dueDate', calendar);
const LOADED_AT_ONCE = 250;
const STARTS = 60;
const APPROVALS = 90;
/** Enough repetitions that a garbage collection falls into some of them, but not most. */
const TYPED = 12;
/** Entries of the list that a window shows. */
const ENTRIES = 30;
/** Typed letter by letter. */
const searches = ['hollin breck', 'saw blades', 'timber', '1006.00', 'inv-2026', 'holin', 'latch'];

console.log(JSON.stringify(measure(Number(process.argv[2]))));

function measure(bills: number): Figures {
  const before = memoryMb();
  const index = filledIndex(bills);
  const memory = memoryMb() - before;
  return { start: startMs(index), ...actsMs(index), memory };
}

function filledIndex(count: number): LiveBillIndex {
  const index = createBillIndex();
  index.reset(ORGANIZATION);
  const bills = [...companyOfSize(count, TODAY, 1).bills];
  // Bills leave the company one by one, as pages do once they have been stored.
  while (bills.length > 0)
    index.load(
      bills.splice(-LOADED_AT_ONCE).map((bill) => ({
        ...{ organizationId: ORGANIZATION, id: bill.id, status: bill.status },
        ...{ generation: 1, seenAtMs: 1, bill: sentBillSchema.parse(bill) },
      })),
    );
  for (const _step of index.settle());
  index.loaded('all');
  index.find(payableByDueDate);
  return index;
}

/** From the stored record to the first rows of the list. */
function startMs(index: LiveBillIndex): number {
  const facts = { organizationIds: [ORGANIZATION], approvals: [], hiddenIds: [] };
  const stored = JSON.stringify(makeFirstScreen(index, () => [], [], facts));
  return medianMs(
    Array.from({ length: STARTS }, () => () => {
      const screen = readFirstScreen(JSON.parse(stored));
      if (screen === null) throw new Error('There is no first screen.');
      const first = createBillIndex();
      first.reset(ORGANIZATION);
      first.begin(screen);
      firstLayout(screen, first, new Set(), calendar).entryAt(0);
    }),
  );
}

/** A letter of a search, and an approval, each up to the new layout of the list. */
function actsMs(index: LiveBillIndex): Pick<Figures, 'search' | 'approve'> {
  const layouts = createListLayouts();
  const approved = new Set<string>();
  const letters = searches.flatMap((search) =>
    Array.from(search, (_letter, at) => search.slice(0, at + 1)),
  );
  const search = medianMs(
    Array.from({ length: TYPED }, () => letters)
      .flat()
      .map((typed) => () => {
        const { entryAt } = layOut(index, layouts, typed, approved);
        for (let at = 0; at < ENTRIES; at++) entryAt(at);
      }),
  );
  const { rows } = layOut(index, layouts, '', approved);
  const approvals = createApprovals(() => undefined);
  let ids = 0;
  const facts = {
    ...{ limits: [], word: {}, bills: 1, nowMs: 0, orderedNowMs: 0, undoWindowMs: 5_000 },
    ...{ connectionId: 'connection', signInId: 'sign-in', profileEpoch: '', approvals },
    ...{ billOf: index.get, isFlagged: () => false, ids: { next: () => `${(ids += 1)}` } },
  };
  const approve = medianMs(
    rows.slice(0, APPROVALS).map((row) => () => {
      approvals.put(planApproval([row.bill.id], facts).approved);
      const standing = new Set(approvals.get().map(({ billId }) => billId));
      const next = layOut(index, layouts, '', standing).rows.at(0);
      if (next) index.ofVendor(next);
    }),
  );
  return { search, approve };
}

function layOut(
  index: LiveBillIndex,
  layouts: ListLayouts,
  search: string,
  excluded: ReadonlySet<string>,
) {
  const query = { ...payableByDueDate, search };
  const facts = {
    approved: excluded,
    hiddenOf: () => null,
    flagsOf: () => [],
    today: calendar.today,
  };
  const reading = { text: search, conditions: [] };
  const list = { list: 'payable', filter: noFilter, reading, facts } as const;
  const listed = listBills(index, query, index.find(query), list);
  return layouts.layOut({ ...listed, excluded, grouper, lastFirst: false });
}

/** Median of the later two thirds, because a program that has just started is slow. */
function medianMs(acts: readonly (() => void)[]): number {
  const spent = acts.map((act) => {
    const from = process.cpuUsage();
    act();
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1_000;
  });
  const warm = spent.slice(acts.length / 3).toSorted((left, right) => left - right);
  return warm[Math.floor(warm.length / 2)] ?? 0;
}

function memoryMb(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1_000_000;
}
