import { expect, test } from 'vitest';
import { createFlagIndex, type FlagIndex } from '../../src/renderer/core/bills/flags/flag-index.ts';
import { type FlagKind, flagKinds } from '../../src/bridge/settings.ts';
import type { Deviation } from '../../src/renderer/core/bills/flags/routine.ts';
import { type History, isOpen, type PlantKind, TODAY } from './histories/history.ts';
import { labeledSet } from './histories/labeled-set.ts';

/** Flags that should find each plant. Plants without one only have to stay out of the routine. */
const flagFor: Partial<Record<PlantKind, FlagKind>> = {
  exactCopy: 'duplicate',
  retypedCopy: 'duplicate',
  copyOtherDate: 'duplicate',
  copyWithSuffix: 'duplicate',
  copyOtherAmount: 'duplicate',
  copyOtherNumber: 'duplicate',
  copyUnderOtherAlphabet: 'duplicate',
  tenfold: 'unusualAmount',
  tenth: 'unusualAmount',
  doubled: 'unusualAmount',
  splitBelowLimit: 'splitBills',
  otherAlphabet: 'lookAlike',
  rnForM: 'lookAlike',
  invisibleLetter: 'lookAlike',
  addedLegalForm: 'lookAlike',
  otherAccount: 'newBankDetails',
  otherCurrency: 'otherCurrency',
  shorterTerms: 'shorterTerms',
  returningVendor: 'returningVendor',
  futureDate: 'futureDate',
  twoOrganizations: 'otherOrganization',
  ghostVendor: 'firstOfVendor',
  dueAboveTotal: 'dueAboveTotal',
  dueBeforeDate: 'dueBeforeDate',
};

/** Answers of the flag code about one unpaid bill. */
interface Judged {
  readonly history: string;
  readonly billId: string;
  readonly plant: PlantKind | undefined;
  readonly isRecurring: boolean;
  readonly isFirst: boolean;
  readonly isUndecided: boolean;
  readonly flags: readonly FlagKind[];
  /** Null for an unknown vendor. */
  readonly deviations: readonly Deviation[] | null;
}

const histories = labeledSet();
const judged = histories.flatMap(judge);

test('the labeled set has 500 histories and 18 kinds of fraud and mistakes', () => {
  const kinds = new Set(judged.map(({ plant }) => plant));
  expect([histories.length >= 500, kinds.size > 18]).toEqual([true, true]);
});

test('F-20 each flag finds nearly all of its plants, and hardly anything else', () => {
  const kinds = flagKinds.filter((kind) => Object.values(flagFor).includes(kind));
  const table = Object.fromEntries(kinds.map((kind) => [kind, scoreOf(kind)]));
  console.table(table);
  const poor = Object.entries(table).filter(
    ([, { recall, precision }]) => recall < 0.95 || precision < 0.95,
  );
  expect(poor).toEqual([]);
});

test('F-21 no planted bill is routine, and most clean recurring bills are', () => {
  const isRoutine = ({ deviations }: Judged): boolean => deviations?.length === 0;
  const frauds = judged.filter((bill) => bill.plant !== undefined && isRoutine(bill));
  const recurring = judged.filter(({ isRecurring }) => isRecurring);
  const share = recurring.filter(isRoutine).length / recurring.length;
  const others = judged.filter(
    (bill) => bill.plant === undefined && !bill.isRecurring && isRoutine(bill),
  );
  console.log(
    `Routine: ${frauds.length} planted, ${(share * 100).toFixed(1)} % of ${recurring.length} clean recurring, ${others.length} other clean bills`,
  );
  expect([frauds.map(({ history, billId }) => [history, billId]), share >= 0.6]).toEqual([
    [],
    true,
  ]);
});

function judge({
  name,
  organizations,
  planted,
  recurring,
  firstBills,
  undecided,
}: History): readonly Judged[] {
  const indexes = new Map<string, FlagIndex>();
  for (const [id, bills] of organizations) {
    const index = createFlagIndex({
      today: () => TODAY,
      limits: () => [],
      others: () => [...indexes].filter(([other]) => other !== id),
    });
    for (const bill of bills) index.put(bill.id, bill);
    indexes.set(id, index);
  }
  return [...organizations].flatMap(([organizationId, bills]) =>
    bills
      .filter((bill) => isOpen(bill) || planted.has(bill.id))
      .map((bill) => {
        const index = indexes.get(organizationId);
        const flags = index?.flagsOf(bill.id, true) ?? [];
        return {
          history: name,
          billId: bill.id,
          plant: planted.get(bill.id),
          isRecurring: recurring.has(bill.id),
          isFirst: firstBills.has(bill.id),
          isUndecided: undecided.has(bill.id),
          flags: flags.map(({ kind }) => kind),
          deviations: index?.regularityOf(bill.id, true, flags.length > 0)?.deviations ?? null,
        };
      }),
  );
}

/** A planted bill may have other flags too: those are neither right nor wrong. */
function scoreOf(kind: FlagKind) {
  const isWanted = ({ plant, isFirst }: Judged): boolean =>
    (plant !== undefined && flagFor[plant] === kind) || (isFirst && kind === 'firstOfVendor');
  const wanted = judged.filter(isWanted);
  const found = wanted.filter(({ flags }) => flags.includes(kind)).length;
  const wrong = judged.filter(
    (bill) =>
      bill.flags.includes(kind) && !isWanted(bill) && bill.plant === undefined && !bill.isUndecided,
  );
  return {
    planted: wanted.length,
    found,
    wrong: wrong.length,
    recall: found / wanted.length,
    precision: found / (found + wrong.length),
  };
}
