import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createObservable } from '../../src/base/observable.ts';
import { createVirtualClock } from '../../src/base/testing/virtual-clock.ts';
import type { Bill } from '../../src/contract/bill.ts';
import { createBillIndex } from '../../src/renderer/core/bills/bill-index.ts';
import type { CachedBill } from '../../src/renderer/core/mirror/cache-database.ts';
import { createBillFlags } from '../../src/renderer/core/bills/flags/bill-flags.ts';
import type { FlagKind } from '../../src/renderer/core/bills/flags/flag.ts';
import { createLastSeen } from '../../src/renderer/core/local/last-seen.ts';
import { labelledBills, type LabelledBills } from './labelled-bills.ts';

const organizationId = 'acme';
const SEED = 20_261_120;
const kinds = [
  'duplicate',
  'unusualAmount',
  'changed',
  'dueAboveTotal',
  'dueBeforeDate',
  'firstOfVendor',
] as const satisfies readonly FlagKind[];

function cached(bill: Bill): CachedBill {
  return { organizationId, id: bill.id, status: bill.status, generation: 1, seenAtMs: 0, bill };
}

/** The bills that got each flag, as the screens would ask: everything was looked at, then read anew. */
function flagged({ before, now }: LabelledBills): ReadonlyMap<FlagKind, ReadonlySet<string>> {
  const bills = createBillIndex();
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const fail = (problem: unknown): never => {
    throw problem;
  };
  const lastSeen = createLastSeen({ idb, clock: createVirtualClock(), onFault: fail });
  lastSeen.useConnection('connection');
  const historyReadOf = createObservable<ReadonlySet<string>>(new Set([organizationId]));
  const flags = createBillFlags({ bills, historyReadOf, lastSeen });
  bills.reset(organizationId);
  bills.load(before.map(cached));
  bills.loaded();
  for (const { id } of before) flags.viewed(id);
  bills.change({ organizationId, upserts: now.map(cached), deletes: [] });
  const found = new Map<FlagKind, Set<string>>(kinds.map((kind) => [kind, new Set()]));
  for (const { id } of now) {
    for (const { kind } of flags.flagsOf(id)) found.get(kind)?.add(id);
  }
  lastSeen.close();
  return found;
}

test('F-13 on 500 labelled bills nearly every planted case is found, and hardly anything else', () => {
  const labelled = labelledBills(SEED);
  const found = flagged(labelled);
  const lines = kinds.map((kind) => {
    const deserved = labelled.deserved[kind];
    const given = found.get(kind) ?? new Set();
    const right = [...given].filter((id) => deserved.has(id)).length;
    return {
      kind,
      planted: deserved.size,
      flagged: given.size,
      precision: right / given.size,
      recall: right / deserved.size,
    };
  });
  for (const { kind, planted, flagged: given, precision, recall } of lines) {
    const percent = (part: number): string => `${(part * 100).toFixed(1)} %`.padStart(8);
    console.log(
      `${kind.padEnd(14)} planted ${String(planted).padStart(3)}, flagged ${String(given).padStart(3)}, ` +
        `precision ${percent(precision)}, recall ${percent(recall)}`,
    );
  }
  expect({
    bills: labelled.now.length,
    ids: new Set(labelled.now.map(({ id }) => id)).size,
    weak: lines.filter(({ precision, recall }) => !(precision >= 0.95 && recall >= 0.95)),
  }).toEqual({ bills: 500, ids: 500, weak: [] });
});

test('F-4 of monthly bills of always the same amount none is called a duplicate', () => {
  const labelled = labelledBills(SEED);
  const found = flagged(labelled).get('duplicate') ?? new Set();
  const wrong = [...labelled.recurring].filter((id) => found.has(id));
  expect({ recurring: labelled.recurring.size, wrong }).toEqual({ recurring: 70, wrong: [] });
});
