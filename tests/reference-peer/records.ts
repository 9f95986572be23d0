/** A bill as the reference peer stores it: the fields of the service page, and any others. */
export interface RecordedBill {
  readonly id: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

export interface Organization {
  readonly id: string;
  readonly name?: string;
  readonly bills: readonly RecordedBill[];
}

interface Entry {
  readonly organizationId: string;
  bill: RecordedBill;
  /** Its position in lists; the newest has the highest. */
  place: number;
  /** Earlier versions, the latest last. */
  readonly before: RecordedBill[];
  isRemoved: boolean;
}

/** The bills of every organization. Tests may edit them at any time. */
export interface Records {
  organizationIds(): readonly string[];
  /** All present bills, in the order of their creation. */
  bills(organizationId: string): readonly RecordedBill[];
  /** Position of a bill; higher is newer. */
  placeOf(organizationId: string, billId: string): number;
  /** Null when it does not exist, or was removed. */
  find(organizationId: string, billId: string): RecordedBill | null;
  addBill(organizationId: string, bill: RecordedBill): void;
  /** Changes fields; `undefined` removes a field. */
  changeBill(billId: string, fields: Readonly<Record<string, unknown>>): void;
  /** Reverts the last change, except `updated_at`. Does nothing to a bill that was never changed. */
  changeBack(billId: string): void;
  /** Pays the bill in full, or this many cents of it. A bill that becomes paid is the newest paid one. */
  pay(billId: string, cents?: number): void;
  void(billId: string): void;
  remove(billId: string): void;
  /** Moves a bill to the head of the list. */
  moveUp(billId: string): void;
}

/**
 * @param statusOf the displayed status of a bill: an open one may have become overdue
 * @param stamp time of a change, for bills with `updated_at`
 */
export function createRecords(
  organizations: readonly Organization[],
  statusOf: (bill: RecordedBill) => string,
  stamp: () => string,
): Records {
  const entries: Entry[] = [];
  let place = 0;

  const add = (organizationId: string, bill: RecordedBill): void => {
    entries.push({ organizationId, bill, place: ++place, before: [], isRemoved: false });
  };
  for (const { id, bills } of organizations) for (const bill of bills) add(id, bill);

  const entry = (billId: string): Entry => {
    const found = entries.find(({ bill }) => bill.id === billId);
    if (!found) throw new Error(`no bill ${billId} in the reference peer’s records`);
    return found;
  };
  const shown = ({ bill }: Entry): RecordedBill => {
    const status = statusOf(bill);
    return status === bill.status ? bill : { ...bill, status };
  };
  const present = (organizationId: string): Entry[] =>
    entries.filter((each) => each.organizationId === organizationId && !each.isRemoved);
  const presentOne = (organizationId: string, billId: string): Entry | undefined =>
    present(organizationId).find(({ bill }) => bill.id === billId);

  const change = (billId: string, fields: Readonly<Record<string, unknown>>): void => {
    const found = entry(billId);
    found.before.push(found.bill);
    const left = Object.entries({ ...found.bill, ...fields }).filter(
      ([, value]) => value !== undefined,
    );
    found.bill = stamped(Object.fromEntries(left) as unknown as RecordedBill);
  };
  const stamped = (bill: RecordedBill): RecordedBill =>
    'updated_at' in bill ? { ...bill, updated_at: stamp() } : bill;

  const moveUp = (billId: string): void => {
    entry(billId).place = ++place;
  };

  return {
    organizationIds: () => organizations.map(({ id }) => id),
    bills: (organizationId) => present(organizationId).map(shown),
    placeOf: (organizationId, billId) => presentOne(organizationId, billId)?.place ?? 0,
    find: (organizationId, billId) => {
      const found = presentOne(organizationId, billId);
      return found ? shown(found) : null;
    },
    addBill: add,
    changeBill: change,
    changeBack: (billId) => {
      const found = entry(billId);
      if (found.isRemoved) return;
      const before = found.before.pop();
      if (before) found.bill = stamped(before);
    },
    pay: (billId, cents) => {
      const due = Number(entry(billId).bill['amount_due_cents']);
      const left = cents === undefined ? 0 : Math.max(0, due - cents);
      change(billId, { status: left === 0 ? 'paid' : 'partially_paid', amount_due_cents: left });
      if (left === 0) moveUp(billId);
    },
    void: (billId) => {
      change(billId, { status: 'void', amount_due_cents: 0 });
      moveUp(billId);
    },
    remove: (billId) => {
      entry(billId).isRemoved = true;
    },
    moveUp,
  };
}

/** Whether the reference peer accepts an approval: the page says which bills are still owed. */
export function isOwed(bill: RecordedBill): boolean {
  return ['open', 'overdue', 'partially_paid'].includes(bill.status);
}
