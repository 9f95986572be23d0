import { type Bill, vendorName } from '../../../../contract/bill.ts';
import { nameOf, type Party, withKnownName } from '../../../../contract/party.ts';
import type { OrganizationBill } from '../../model/bill-row.ts';

/** Names of vendors for bills that give only the vendor's id: some services name a vendor on some of its bills. */
export interface VendorNames {
  /** Replaces a bill by its new version. @param before null for a new bill @param after null for a deleted one */
  replace(before: OrganizationBill | null, after: OrganizationBill | null): void;
  /** The newest bill that names the vendor's id; null when this bill gives a name, or none does. */
  namingBill(row: OrganizationBill): Bill | null;
  /** Name in the naming bill; null without one. */
  of(row: OrganizationBill): string | null;
  /**
   * Bills that show another name than `of` since the last call.
   * @param rows all bills @param ofVendor bills that show this name
   */
  renamed<Row extends OrganizationBill>(
    rows: Iterable<Row | undefined>,
    ofVendor: (organizationId: string, name: string) => readonly Row[],
  ): readonly Row[];
}

interface Organization {
  /** The newest bill that names the vendor, by vendor id. */
  readonly naming: Map<string, Bill>;
  /** Vendors whose newest naming bill is gone. All bills are searched for another one when a bill needs it. */
  readonly lost: Set<string>;
  /** Names of vendors on screen that may need to change. */
  readonly texts: Set<string>;
  /** Guessed names, by vendor id. */
  readonly guesses: Map<string, Set<string>>;
}

export function createVendorNames(): VendorNames {
  const organizations = new Map<string, Organization>();
  const organizationOf = (id: string): Organization => {
    let found = organizations.get(id);
    if (found === undefined) {
      found = { naming: new Map(), lost: new Set(), texts: new Set(), guesses: new Map() };
      organizations.set(id, found);
    }
    return found;
  };
  const add = ({ organizationId, bill }: OrganizationBill): void => {
    const id = namedId(bill.vendor);
    const { naming, texts, guesses } = organizationOf(organizationId);
    if (id === null) return noteGuess(guesses, bill.vendor);
    const known = naming.get(id);
    if (known !== undefined && !isNewer(bill, known)) return;
    naming.set(id, bill);
    if (known?.vendor?.name === bill.vendor?.name) return;
    for (const text of [known?.vendor?.name ?? id, ...(guesses.get(id) ?? [])]) texts.add(text);
  };
  const remove = ({ organizationId, bill }: OrganizationBill): void => {
    const id = namedId(bill.vendor);
    const { naming, lost, texts } = organizationOf(organizationId);
    if (id === null || naming.get(id) !== bill) return;
    naming.delete(id);
    lost.add(id);
    texts.add(bill.vendor?.name ?? id).add(id);
  };
  const isLost = (organizationId: string, id: string | null): boolean =>
    id !== null && organizations.get(organizationId)?.lost.has(id) === true;
  const namingBill = ({ organizationId, bill }: OrganizationBill): Bill | null => {
    const id = onlyId(bill.vendor);
    if (id === null || isLost(organizationId, id)) return null;
    return organizations.get(organizationId)?.naming.get(id) ?? null;
  };
  const of = (row: OrganizationBill): string | null => namingBill(row)?.vendor?.name ?? null;
  return {
    replace: (before, after) => {
      // Add first: a new version of the newest bill is usually still the newest.
      if (after !== null) add(after);
      if (before !== null && before.bill !== after?.bill) remove(before);
      const id = after && onlyId(after.bill.vendor);
      if (after && id !== null && isLost(after.organizationId, id))
        organizationOf(after.organizationId).texts.add(id);
    },
    namingBill,
    of,
    renamed: (rows, ofVendor) => {
      const all = [...organizations];
      const shown = all.flatMap(([organizationId, { texts }]) =>
        [...texts].flatMap((text) => ofVendor(organizationId, text)),
      );
      if (shown.some(({ organizationId, bill }) => isLost(organizationId, onlyId(bill.vendor)))) {
        for (const row of rows)
          if (row && isLost(row.organizationId, namedId(row.bill.vendor))) add(row);
        for (const [, { lost }] of all) lost.clear();
      }
      for (const [, { texts }] of all) texts.clear();
      return shown.filter((row) => vendorName(row.bill) !== (of(row) ?? nameOf(row.bill.vendor)));
    },
  };
}

/** An organization's bills with the vendors' names that others among them give. */
export function withVendorNames(organizationId: string, bills: readonly Bill[]): readonly Bill[] {
  const names = createVendorNames();
  for (const bill of bills) names.replace(null, { organizationId, bill });
  return bills.map((bill) => {
    const { vendor } = bill;
    const name = names.of({ organizationId, bill });
    return { ...bill, vendor: vendor && withKnownName(vendor, name) };
  });
}

/** Id of a vendor that the bill names; null when it gives an id alone or a text alone, or its name is a guess. */
function namedId(vendor: Party | null): string | null {
  const { id = null, name = null, isGuess = false } = vendor ?? {};
  return name === null || name === id || isGuess ? null : id;
}

function noteGuess(guesses: Organization['guesses'], vendor: Party | null): void {
  if (!vendor?.isGuess || vendor.id === null || vendor.name === null) return;
  guesses.set(vendor.id, (guesses.get(vendor.id) ?? new Set()).add(vendor.name));
}

/** Id of a vendor without a name, or a text alone, which may be an id; null for a vendor with both. */
function onlyId(vendor: Party | null): string | null {
  if (vendor === null || namedId(vendor) !== null) return null;
  return vendor.id ?? vendor.name;
}

/** Whether the bill is newer, or the same. Bills of one day are in the order of their ids. */
function isNewer(bill: Bill, other: Bill): boolean {
  const [own, before] = [dayOf(bill), dayOf(other)];
  return own === before ? bill.id >= other.id : own > before;
}

function dayOf({ date, createdAt }: Bill): string {
  return date ?? createdAt ?? '';
}
