import { isPayable } from '../../../../contract/assumptions.ts';
import { vendorName } from '../../../../contract/bill.ts';
import type { BillRow } from '../../model/bill-row.ts';
import { amountOf } from '../../model/currency-totals.ts';
import { vendorKeyOf } from '../search/search-text.ts';
import { createWidestAmounts, type WidestAmounts } from './widest-amounts.ts';
import type { SlotList } from './slot-list.ts';

/**
 * The fields that lists need of each of 100,000 bills, as columns of numbers: reading them from objects takes
 * ten times as long. Each bill has a slot. A new bill may reuse the slot of one that is gone.
 */
export interface BillColumns {
  /** Rows by slot; undefined for an empty slot. */
  readonly rows: readonly (BillRow | undefined)[];
  /** 1 for a payable bill. */
  readonly payable: Uint8Array;
  /** Amounts of `amountOf`, cents. 32-bit while all fit, which makes sums faster. */
  readonly amountCents: Int32Array | Float64Array;
  readonly status: TextColumn;
  readonly currency: TextColumn;
  readonly organization: TextColumn;
  /** Vendor's displayed name; null for none. */
  readonly vendor: TextColumn;
  readonly vendorKey: TextColumn;
  readonly dueDate: TextColumn;
  /** The bill date, else the creation date. */
  readonly dateOrCreated: TextColumn;
  readonly widestAmounts: Pick<WidestAmounts, 'all'>;
  slotOf(billId: string): number | undefined;
  /** The rows at this moment, unaffected by later changes. */
  rowsNow(): BillColumns['rows'];
}

/** A column of texts, one code per distinct text. */
export interface TextColumn {
  /** Codes by slot, in the smallest type that holds them. */
  readonly codes: Codes;
  /** Texts by code. */
  readonly texts: readonly (string | null)[];
  /** Slots at which the code changes, ascending; null when there are many. */
  turns(): readonly number[] | null;
  /** Slots with this text, including empty slots whose bill had it. */
  slotsWith(text: string): Generator<number>;
}

type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Bills of the index in some order. */
export interface FoundBills {
  readonly columns: BillColumns;
  readonly slots: SlotList;
  /** The same array each time. Valid until the index changes. */
  readonly rows: readonly BillRow[];
}

export interface LiveColumns extends BillColumns {
  /** Adds a bill, or its new version. @param known result of `slotOf` @returns its slot */
  put(row: BillRow, known: number | undefined): number;
  /** @returns the freed slot; null when there is no such bill */
  drop(billId: string): number | null;
  count(): number;
  /**
   * Copy of the columns with slots in this order, so that going through the order reads memory sequentially.
   * @returns null when one of its bills has gone meanwhile
   */
  arranged(order: Uint32Array): Generator<undefined, LiveColumns | null>;
}

const FIRST_SLOTS = 1_024;
/** Bills arranged per step. */
const STEP = 10_000;

interface Parts {
  readonly slots: Map<string, number>;
  readonly rows: (BillRow | undefined)[];
  readonly payable: Uint8Array;
  readonly amountCents: BillColumns['amountCents'];
  readonly widestAmounts: WidestAmounts;
  readonly texts: Readonly<Record<TextName, LiveTextColumn>>;
}

const textNames = [
  'status',
  'currency',
  'organization',
  'vendor',
  'vendorKey',
  'dueDate',
  'dateOrCreated',
] as const;
type TextName = (typeof textNames)[number];

function textColumns(create: (name: TextName) => LiveTextColumn): Parts['texts'] {
  return Object.fromEntries(textNames.map((name) => [name, create(name)])) as Parts['texts'];
}

const noBills = (): Parts => ({
  slots: new Map(),
  rows: [],
  payable: new Uint8Array(FIRST_SLOTS),
  amountCents: new Int32Array(FIRST_SLOTS),
  widestAmounts: createWidestAmounts(),
  texts: textColumns(() => createTextColumn()),
});

export function createBillColumns({ slots, texts, ...parts } = noBills()): LiveColumns {
  const free: number[] = [];
  let isShared = false;
  /** Returns rows that may be changed. Arrays returned by `rowsNow` stay unchanged. */
  const ownRows = (): (BillRow | undefined)[] => {
    if (isShared) columns.rows = [...columns.rows];
    isShared = false;
    return columns.rows;
  };
  const vendorKeys = new Map<string, string>();
  const keyOf = (name: string): string => {
    let key = vendorKeys.get(name);
    if (key === undefined) vendorKeys.set(name, (key = vendorKeyOf(name)));
    return key;
  };
  const columns = {
    ...parts,
    ...texts,
    slotOf: (billId: string) => slots.get(billId),
    rowsNow: () => {
      isShared = true;
      return columns.rows;
    },
    count: () => slots.size,
    put: (row: BillRow, known: number | undefined): number => {
      const { bill, organizationId } = row;
      const slot = known ?? free.pop() ?? columns.rows.length;
      if (known === undefined) slots.set(bill.id, slot);
      ownRows()[slot] = row;
      if (slot >= columns.payable.length) {
        columns.payable = grown(columns.payable, new Uint8Array(slot * 2));
        columns.amountCents = grown(columns.amountCents, roomLike(columns.amountCents, slot * 2));
      }
      columns.payable[slot] = Number(isPayable(bill.status));
      const amount = amountOf(bill);
      const { amountCents: cents } = amount;
      columns.widestAmounts.add(amount);
      const isLarge = (cents | 0) !== cents;
      if (isLarge && columns.amountCents instanceof Int32Array)
        columns.amountCents = Float64Array.from(columns.amountCents);
      columns.amountCents[slot] = cents;
      const vendor = vendorName(bill);
      texts.status.set(slot, bill.status);
      texts.currency.set(slot, bill.currency);
      texts.organization.set(slot, organizationId);
      texts.vendor.set(slot, vendor);
      texts.vendorKey.set(slot, keyOf(vendor ?? ''));
      texts.dueDate.set(slot, bill.dueDate);
      texts.dateOrCreated.set(slot, bill.date ?? bill.createdAt);
      return slot;
    },
    drop: (billId: string): number | null => {
      const slot = slots.get(billId);
      if (slot === undefined) return null;
      slots.delete(billId);
      ownRows()[slot] = undefined;
      free.push(slot);
      return slot;
    },
    *arranged(order: Uint32Array) {
      const moved = { slots: new Map<string, number>(), rows: [] as BillRow[] };
      for (const slot of order) {
        const row = columns.rows[slot];
        if (row === undefined) return null;
        moved.slots.set(row.bill.id, moved.rows.length);
        if (moved.rows.push(row) % STEP === 0) yield;
      }
      return createBillColumns({
        ...moved,
        payable: inOrder(columns.payable, order),
        amountCents: inOrder(columns.amountCents, order),
        widestAmounts: columns.widestAmounts,
        texts: textColumns((name) => texts[name].arranged(order)),
      });
    },
  };
  return columns;
}

interface LiveTextColumn extends TextColumn {
  set(slot: number, text: string | null): void;
  /** Copy in this order, with the same texts and codes. The original must not change afterwards. */
  arranged(order: Uint32Array): LiveTextColumn;
}

function createTextColumn(
  first: Codes = new Uint8Array(FIRST_SLOTS),
  texts: (string | null)[] = [],
  codeOf = new Map<string | null, number>(),
): LiveTextColumn {
  let turns: ReturnType<TextColumn['turns']> | undefined;
  const column = {
    codes: first,
    texts,
    turns: () => (turns === undefined ? (turns = turnsOf(column.codes)) : turns),
    *slotsWith(text: string) {
      const code = codeOf.get(text);
      if (code === undefined) return;
      // Use `indexOf`, which is native code. A loop would end before the engine has optimized it.
      for (let slot = column.codes.indexOf(code); slot >= 0;) {
        yield slot;
        slot = column.codes.indexOf(code, slot + 1);
      }
    },
    arranged: (order: Uint32Array) => createTextColumn(inOrder(column.codes, order), texts, codeOf),
    set: (slot: number, text: string | null): void => {
      const code = codeOf.get(text) ?? texts.length;
      if (code === texts.length) {
        codeOf.set(text, code);
        texts.push(text);
      }
      const most = 2 ** (8 * column.codes.BYTES_PER_ELEMENT) - 1;
      if (slot >= column.codes.length)
        column.codes = grown(column.codes, codesUpTo(most, slot * 2));
      if (code > most) column.codes = grown(column.codes, codesUpTo(code, column.codes.length));
      column.codes[slot] = code;
      turns = undefined;
    },
  };
  return column;
}

/** If a code changes at most once in this many slots, walking the turns is faster than testing each bit of a search. */
const SLOTS_A_TURN = 32;

function turnsOf(codes: Codes): readonly number[] | null {
  const turns: number[] = [];
  for (let slot = 1; slot < codes.length; slot++) {
    if (codes[slot] === codes[slot - 1]) continue;
    if (turns.push(slot) * SLOTS_A_TURN > codes.length) return null;
  }
  return turns;
}

/** Creates an array for codes up to `most`. */
function codesUpTo(most: number, length: number): Codes {
  if (most < 2 ** 8) return new Uint8Array(length);
  return most < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
}

type Amounts = BillColumns['amountCents'];

function roomLike(amounts: Amounts, length: number): Amounts {
  return amounts instanceof Int32Array ? new Int32Array(length) : new Float64Array(length);
}

function inOrder<Numbers extends Codes | Amounts>(from: Numbers, order: Uint32Array): Numbers {
  const to = from.slice() as Numbers;
  for (let at = 0; at < order.length; at++) to[at] = from[order[at] ?? 0] ?? 0;
  return to;
}

/** Copies `from` into `to`, which is longer. @returns `to` */
export function grown<Numbers extends Codes | Amounts>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}

export function foundBills(columns: BillColumns, slots: SlotList): FoundBills {
  let rows: readonly BillRow[] | null = null;
  return {
    columns,
    slots,
    get rows() {
      rows ??= rowsAt(columns, slots.walk());
      return rows;
    },
  };
}

/** Rows of these slots. @throws for an empty slot */
function rowsAt({ rows }: BillColumns, slots: ArrayLike<number>): readonly BillRow[] {
  const found: BillRow[] = [];
  for (let at = 0; at < slots.length; at++) {
    const row = rows[slots[at] ?? -1];
    if (row === undefined) throw new Error('a list has a slot without a bill');
    found.push(row);
  }
  return found;
}
