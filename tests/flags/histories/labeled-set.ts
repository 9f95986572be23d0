import { createSeededRandom } from '../../../src/base/testing/seeded-random.ts';
import type { Bill } from '../../../src/contract/bill.ts';
import {
  type Draw,
  drawWith,
  type History,
  type PlantKind,
  isOpen,
  type VendorHistory,
} from './history.ts';
import { type Planting, plants } from './plants.ts';
import { type CleanKind, cleanVendors, drawNames } from './vendors.ts';

const HISTORIES_PER_PLANT = 20;
const CLEAN_HISTORIES = 140;
const VENDORS_PER_COMPANY = 5;

const cleanKinds = Object.keys(cleanVendors) as CleanKind[];
const plantKinds = Object.keys(plants) as PlantKind[];

/** Plants that are visible only beside a vendor with very regular bills. */
const steadyVictims: ReadonlySet<PlantKind> = new Set([
  ...(['tenfold', 'tenth', 'doubled', 'extraBill', 'numberAstray', 'numberMissing'] as const),
  ...(['overbilled', 'creeping', 'otherAccount', 'accountInMemo'] as const),
  ...(['otherVendorRecord', 'restOfPayment', 'returningVendor', 'shorterTerms'] as const),
  ...(['splitBelowLimit', 'futureDate'] as const),
]);

/** All histories, the same in each run. */
export function labeledSet(): readonly History[] {
  const planted = plantKinds.flatMap((kind) =>
    Array.from({ length: HISTORIES_PER_PLANT }, (_none, at) => historyOf(kind, at)),
  );
  const clean = Array.from({ length: CLEAN_HISTORIES }, (_none, at) => historyOf(null, at));
  return [...planted, ...clean];
}

function historyOf(kind: PlantKind | null, at: number): History {
  const seed = (kind === null ? 900 : plantKinds.indexOf(kind)) * 1_009 + at * 31 + 5;
  const draw = drawWith(createSeededRandom(seed));
  const currency = draw.pick(['EUR', 'USD', 'GBP']);
  const vendors = companyVendors(draw, currency, kind);
  const victim = vendors[0];
  const planting: Planting | null =
    kind === null || victim === undefined ? null : plants[kind]({ draw, victim, currency });
  const replaced = new Set(planting?.replaced);
  const clean = vendors.map((vendor) => ({
    ...vendor,
    bills: vendor.bills.filter(({ id }) => !replaced.has(id)),
  }));
  const ownPlanted = (planting?.bills ?? []).filter(({ id }) => id.startsWith('planted'));
  const elsewhere = planting?.elsewhere ?? [];
  const organizations = new Map<string, readonly Bill[]>([
    ['acme', shuffled(draw, [...clean.flatMap(({ bills }) => bills), ...(planting?.bills ?? [])])],
    ...(elsewhere.length > 0 ? [['lumen', elsewhere] as const] : []),
  ]);
  // A victim's last clean bills may look odd beside the planted one, so they are left out.
  const undisturbed = planting === null ? clean : clean.slice(1);
  return {
    name: `${kind ?? 'clean'} ${at}`,
    organizations,
    planted: new Map(
      kind === null ? [] : [...ownPlanted, ...elsewhere].map(({ id }) => [id, kind] as const),
    ),
    recurring: idsOf(undisturbed, 'regular'),
    firstBills: idsOf(undisturbed, 'single'),
    undecided: new Set([
      ...clean.flatMap(({ rare }) => [...rare]),
      ...(planting === null ? [] : (clean[0]?.bills ?? []).map(({ id }) => id)),
    ]),
  };
}

function companyVendors(draw: Draw, currency: string, kind: PlantKind | null): VendorHistory[] {
  const names = drawNames(draw, VENDORS_PER_COMPANY);
  return names.map((name, at) => {
    const mustBeSteady = at === 0 && kind !== null && steadyVictims.has(kind);
    const kinds = mustBeSteady
      ? (['rent', 'metered', 'subscription'] as const)
      : at === 0
        ? (['rent', 'metered', 'varying', 'weekly', 'quarterly', 'supplier'] as const)
        : cleanKinds;
    // Names of other alphabets have no Latin letters to disguise.
    const own = kind !== null && at === 0 ? `Burnham ${plain(name)}` : name;
    return cleanVendors[draw.pick(kinds)]({ draw, id: `v${at}`, name: own, currency });
  });
}

function plain(name: string): string {
  return name.replaceAll(/[^\x20-\x7e]/gu, 'e');
}

function idsOf(vendors: readonly VendorHistory[], rhythm: string): ReadonlySet<string> {
  const of = vendors.filter((vendor) => vendor.rhythm === rhythm);
  return new Set(of.flatMap(({ bills }) => bills.filter(isOpen).map(({ id }) => id)));
}

function shuffled(draw: Draw, bills: readonly Bill[]): readonly Bill[] {
  return bills
    .map((bill) => ({ bill, at: draw.between(0, 1e6) }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ bill }) => bill);
}
