import { IDBKeyRange } from 'fake-indexeddb';
import { createObservable } from '../../../../base/observable.ts';
import {
  createVirtualClock,
  settle,
  type VirtualClock,
} from '../../../../base/testing/virtual-clock.ts';
import { settingsSchema } from '../../../../bridge/settings.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { createBillIndex, type LiveBillIndex } from '../../bills/index/bill-index.ts';
import { createBillFlags, type BillFlags } from '../../bills/flags/bill-flags.ts';
import { cachedBill } from '../../testing/fake-bridge.ts';
import { sealedConnection } from '../../testing/node-cipher.ts';
import { createLastViewed } from '../last-viewed.ts';
import { sampleBill } from '../../../kit/testing/samples.ts';
import type { OrganizationBill } from '../../model/bill-row.ts';
import type { AnnotatedConnection } from '../annotation-store.ts';
import { createAnnotations, type LiveAnnotations } from '../annotations.ts';

/** The annotations of a connection, and the parts they observe. */
export interface AnnotationHarness {
  readonly annotations: LiveAnnotations;
  readonly bills: LiveBillIndex;
  readonly flags: BillFlags;
  readonly clock: VirtualClock;
  readonly faults: unknown[];
  /** Number of reports that stored annotations do not open. */
  reportsOfLoss(): number;
  /** Makes the service return these bills of `acme`. */
  send(...bills: readonly Bill[]): void;
  /** The paid bills of `acme` have been read once. */
  historyRead(): void;
  close(): Promise<void>;
}

const START_MS = 1_000;
export const today = '2026-11-20';
export const tomorrow = '2026-11-21';

/** A renderer on this disk, with bill-1 of `acme` on screen. */
export async function startAnnotations(
  indexedDB: IDBFactory,
  connection: AnnotatedConnection = sealedConnection(),
): Promise<AnnotationHarness> {
  const idb = { indexedDB, IDBKeyRange };
  const faults: unknown[] = [];
  const onFault = (problem: unknown): void => void faults.push(problem);
  const clock = createVirtualClock(START_MS);
  const bills = createBillIndex();
  const lastViewed = createLastViewed({ idb, clock, onFault });
  const historyReadOf = createObservable<ReadonlySet<string>>(new Set());
  let reports = 0;
  const onLost = (): void => void (reports += 1);
  const annotations = createAnnotations({ idb, clock, bills, lastViewed, onFault, onLost });
  const { decisions } = annotations;
  const flags = createBillFlags({
    ...{ bills, historyReadOf, lastViewed, decisions },
    clock: { nowMs: () => Date.parse(today) },
    settings: createObservable(settingsSchema.parse({})),
    returned: createObservable(new Map()),
  });
  lastViewed.switchConnection(connection);
  await annotations.switchConnection(connection);
  bills.reset('acme');
  const send = (...sent: readonly Bill[]): void =>
    bills.change({
      organizationId: 'acme',
      upserts: sent.map((bill) => cachedBill(bill)),
      deletes: [],
    });
  send(sampleBill());
  return {
    annotations,
    bills,
    flags,
    clock,
    faults,
    reportsOfLoss: () => reports,
    send,
    historyRead: () => {
      bills.loaded('all');
      historyReadOf.set(new Set(['acme']));
    },
    close: async () => {
      await annotations.close();
      lastViewed.close();
      await settle();
    },
  };
}

export function shown(bill: Bill = sampleBill()): OrganizationBill {
  return { organizationId: 'acme', bill };
}

export function outOfInboxOf(
  { annotations }: AnnotationHarness,
  day = today,
): readonly (readonly [string, string])[] {
  return [...annotations.outOfInboxOn('acme', day)];
}
