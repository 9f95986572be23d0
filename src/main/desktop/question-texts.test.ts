import { expect, test } from 'vitest';
import type { ApprovalQuestion, BillTotals } from '../approvals/agree.ts';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { settingsSchema, type CurrencyLimit, type Settings } from '../../bridge/settings.ts';
import { weakened } from '../settings/weakening.ts';
import {
  approvalQuestionText,
  createQuestionGate,
  updateQuestionText,
  weakeningQuestionText,
} from './question-texts.ts';

const none: BillTotals = { count: 0, sums: [] };
const one: BillTotals = {
  count: 1,
  sums: [{ currency: 'EUR', billsCents: 120_000, creditsCents: 0 }],
};
const many: BillTotals = {
  count: 14,
  sums: [
    { currency: 'EUR', billsCents: 420_000, creditsCents: 5_000 },
    { currency: 'USD', billsCents: 30_000, creditsCents: 0 },
  ],
};
const single: ApprovalQuestion = {
  does: 'approve',
  all: one,
  overLimit: one,
  twice: one,
  notMadeHere: { count: 0, sums: [] },
  elsewhere: none,
  refused: none,
  isLimitUnread: false,
  mayLackOthers: false,
  only: {
    ...{ vendorName: 'Muster\u202e GmbH', billNumber: `B-${'1'.repeat(100)}` },
    ...{ currency: 'EUR', amountDueCents: 120_000 },
  },
};
const bulk: ApprovalQuestion = {
  ...{ ...single, does: 'send', all: many, overLimit: one, twice: many, only: null },
  isLimitUnread: true,
};

/** Removes the marks that isolate foreign text. */
const plain = (text: string): string => text.replaceAll(/[\u2068\u2069]/gu, '');

test('W-31 the question names the amount, then the vendor, whose text cannot reorder or push away other text', () => {
  const { message, detail, buttons } = approvalQuestionText(single, 'en');
  expect([plain(message), detail, buttons]).toEqual([
    `Approve €1,200.00 · Muster GmbH · B-${'1'.repeat(78)}?`,
    'The amount is above your limit.\nThis bill was approved before. It could be approved twice.',
    ['Cancel', 'Approve'],
  ]);
});

test('W-31 the question names lost entries first, and calls no amount above an unreadable limit', () => {
  const asked = { ...single, twice: none, isLimitUnread: true, mayLackOthers: true };
  expect(approvalQuestionText(asked, 'en').detail.split('\n')).toEqual([
    'Entries are missing from the audit log. Check that this wasn’t approved before.',
    'Some of your limits couldn’t be read. Set them again in Settings.',
  ]);
});

test.each([
  [
    'en',
    'Send 14 approvals?',
    '1 above your limit: bills €1,200.00.',
    'In total: bills €4,200.00, $300.00; credits €50.00.',
  ],
  [
    'de',
    '14 Freigaben senden?',
    '1 über Ihrer Grenze: Rechnungen 1.200,00 €.',
    'Zusammen: Rechnungen 4.200,00 €, 300,00 $; Gutschriften 50,00 €.',
  ],
] as const)(
  'W-31 the question about a bulk has its warnings first, then all sums, in %s',
  (language, message, over, total) => {
    const text = approvalQuestionText(bulk, language);
    const lines = plain(text.detail).replaceAll('\u00a0', ' ').split('\n');
    expect([text.message, lines[0], lines[3], lines.length]).toEqual([message, over, total, 4]);
  },
);

test('W-31 the question mentions only warnings that apply', () => {
  const { detail } = approvalQuestionText({ ...single, overLimit: none }, 'en');
  expect(detail).toBe('This bill was approved before. It could be approved twice.');
  const refused = { ...single, overLimit: none, twice: none, refused: one };
  expect(approvalQuestionText(refused, 'en').detail).toBe(
    'This approval was rejected. Check in your service that the bill isn’t approved yet.',
  );
  const ofOther = { ...single, overLimit: none, twice: none, elsewhere: one };
  expect([
    approvalQuestionText(ofOther, 'en').detail,
    approvalQuestionText(ofOther, 'de').detail,
  ]).toEqual([
    'A bill with this ID was approved in another organization. If they are the same bill, it could be approved twice.',
    'In einer anderen Organisation wurde eine Rechnung mit dieser ID freigegeben. Ist es dieselbe, könnte sie zweimal freigegeben werden.',
  ]);
  const gapped = { ...single, overLimit: none, twice: none, mayLackOthers: true };
  expect(approvalQuestionText(gapped, 'en').detail).toBe(
    'Entries are missing from the audit log. Check that this wasn’t approved before.',
  );
  const some = { ...bulk, overLimit: none, isLimitUnread: false, refused: one };
  expect(plain(approvalQuestionText(some, 'en').detail).split('\n')[1]).toBe(
    '1 rejected before: bills €1,200.00.',
  );
  const mixed = { ...some, elsewhere: one };
  expect(plain(approvalQuestionText(mixed, 'en').detail).split('\n')[1]).toBe(
    '1 with the ID of a bill approved in another organization: bills €1,200.00.',
  );
});

const unlocked = () => new AbortController().signal;

test('D-38 a file chosen after a lock is not written, even if Billfold is unlocked again', async () => {
  let untilLocked = new AbortController();
  const asking = createQuestionGate(
    createVirtualClock(),
    () => undefined,
    () => untilLocked.signal,
  );
  const chosen = await asking<string | null>(async () => {
    untilLocked.abort();
    untilLocked = new AbortController();
    return '/key.json';
  }, null);
  expect([chosen, await asking(async () => '/log.csv', null)]).toEqual([null, '/log.csv']);
});

test('D-37 after six refusals within a minute, main asks no questions for a minute, and reports each omitted one', async () => {
  const clock = createVirtualClock();
  const reports: boolean[] = [];
  const asking = createQuestionGate(clock, (isPaused) => reports.push(isPaused), unlocked);
  let asked = 0;
  const answer = (isYes: boolean) => asking(async () => (asked += 1) > 0 && isYes, false);
  const refuse = async (count: number) => {
    for (let at = 0; at < count; at += 1) await answer(false);
  };
  await refuse(5);
  await answer(true);
  await refuse(1);
  await clock.advance(60_000);
  await refuse(5);
  const apart = [await answer(true), asked, reports.includes(true)];
  await refuse(60);
  await clock.advance(59_999);
  const paused = [await answer(true), asked, reports.filter(Boolean).length];
  await clock.advance(1);
  expect([apart, paused, await answer(true), asked, reports.at(-1)]).toEqual([
    [true, 13, false],
    [false, 19, 55],
    ...[true, 20, false],
  ]);
});

test('W-31 canceled dialogs of other kinds also lead to a pause', async () => {
  const asking = createQuestionGate(createVirtualClock(), () => undefined, unlocked);
  const asked: string[] = [];
  const answer = (choice: 'cancel' | 'export') =>
    asking<'cancel' | 'export'>(async () => {
      asked.push(choice);
      return choice;
    }, 'cancel');
  for (const choice of ['cancel', 'cancel', 'export', 'cancel'] as const) await answer(choice);
  for (let at = 0; at < 60; at += 1) await answer('cancel');
  expect([await answer('export'), asked.length]).toEqual(['cancel', 9]);
});

const limitOf = (currency: string, given: Partial<CurrencyLimit>): CurrencyLimit => ({
  ...{ currency, askAboveCents: null, bulkMostCents: null, batchMostCents: null },
  ...given,
});

/** The question's lines about a change, without the marks around amounts. */
function weakeningLines(
  [from, to]: readonly [Partial<Settings>, Partial<Settings>],
  language: 'en' | 'de',
): readonly string[] {
  const [before, after] = [settingsSchema.parse(from), settingsSchema.parse(to)];
  const change = { weaker: weakened(before, after), before, after };
  return (weakeningQuestionText(change, language)?.detail ?? 'no question')
    .replaceAll(/[\u2068\u2069]/gu, '')
    .split('\n');
}

test('E-6 a change that weakens protections asks about each of them, with amounts and minutes', () => {
  const before: Partial<Settings> = {
    limits: [
      limitOf('EUR', { askAboveCents: 500_000, bulkMostCents: 10_000, batchMostCents: 100 }),
    ],
    lockAfterMinutes: 5,
    limitsUnread: [null, 'USD', 'GBP'],
    flagsOff: ['futureDate'],
  };
  const after: Partial<Settings> = {
    limits: [
      limitOf('CHF', { batchMostCents: 200 }),
      limitOf('EUR', { askAboveCents: 99_999_900 }),
    ],
    lockAfterMinutes: 0,
    recheckSkipMinutes: 60,
    sendAgainByItself: true,
    undoWindowMs: 500,
    flagsOff: ['futureDate', 'newBankDetails'],
  };
  expect(weakeningLines([before, after], 'en')).toEqual([
    'Billfold locks later, or not by itself. 5 min → off',
    'Approvals may be sent without checking the bill for changes. off → 60 min',
    'Approvals without a reply are sent again without asking you.',
    'An approval limit is raised or removed.',
    'Ask again above: €5,000.00 → €999,999.00',
    'Never in bulk above: €100.00 → off',
    'One-step batch up to: off → CHF 2.00',
    'Limits that couldn’t be read no longer ask: any currency',
    'Approvals can hardly be undone, or not at all. 5 s → 0.5 s',
    'Billfold no longer shows these flags: New bank details',
  ]);
  const change = { weaker: ['sendAgainByItself'], before: settingsSchema.parse(before) } as const;
  expect(weakeningQuestionText({ ...change, after: change.before }, 'de')).toEqual({
    message: 'Diese Änderung Ihrer Einstellungen erlauben?',
    detail: 'Freigaben ohne Antwort werden erneut gesendet, ohne Sie zu fragen.',
    buttons: ['Abbrechen', 'Erlauben'],
  });
});

test.each([
  [['USD', 'GBP'], 'USD, GBP'],
  ['ABCDEFGHI'.split('').map((letter) => `X${letter}X`), 'any currency'],
])(
  'E-6 the question names the currencies whose unread limits end, if they are few: %j',
  (codes, named) => {
    expect(weakeningLines([{ limitsUnread: codes }, {}], 'en')).toEqual([
      `Limits that couldn’t be read no longer ask: ${named}`,
    ]);
  },
);

test.each([
  [7, 9],
  [8, 1],
])(
  'E-6 a question names up to eight changed limits; for more, main asks nothing: %i and a removed one',
  (count, length) => {
    const inventedOf = (cents: number): CurrencyLimit[] =>
      'ABCDEFGH'
        .split('')
        .slice(0, count)
        .map((letter) => limitOf(`X${letter}X`, { batchMostCents: cents }));
    const own = limitOf('EUR', { askAboveCents: 100 });
    const limits = [...inventedOf(1), own];
    const lines = weakeningLines([{ limits }, { limits: inventedOf(2) }], 'en');
    expect([lines.length, lines.at(-1)]).toEqual([
      length,
      length === 1 ? 'no question' : 'Ask again above: €1.00 → off',
    ]);
  },
);

test.each([
  ['en', 'now', 'Restart and update to Billfold 9.0.0?'],
  ['en', 'atQuit', 'Update to Billfold 9.0.0 when you quit?'],
  ['de', 'now', 'Billfold neu starten und auf 9.0.0 aktualisieren?'],
  ['de', 'atQuit', 'Billfold beim Beenden auf 9.0.0 aktualisieren?'],
] as const)(
  'I-5 the question before an update in %s says that it comes %s',
  (language, when, message) => {
    expect(updateQuestionText('9.0.0', when, language).message).toBe(message);
  },
);
