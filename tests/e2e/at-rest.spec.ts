import {
  approveCurrent,
  chooseBill,
  connectedTo,
  detail,
  leave,
  openSignOut,
  payableBills,
  signIn,
  startSignedIn,
  untilViewed,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import type { RunningSandbox } from './sandbox.ts';
import { unpacked } from './testing/level-db.ts';
import { filesBelow, formsOf, textPlace, type Place } from './testing/secret-search.ts';

const NOTE = 'ask the joiner about this';
/** Shorter texts occur anywhere by chance. */
const SHORTEST = 7;

test('C-90 after the whole job and a sign-out, the profile shows no vendor, memo, number or note, except of approved bills', async ({
  launch,
  sandbox,
}, testInfo) => {
  const profileDir = testInfo.outputPath('profile');
  const app = await startSignedIn(launch, sandbox, { profileDir });
  // A bill with a number long enough to search for. The day determines which bill comes first.
  const payable = await payableBills(sandbox);
  const approved = payable.find(({ number }) => number.length >= SHORTEST);
  const noted = payable.find((bill) => bill !== approved);
  await chooseBill(app.page, noted?.number ?? '');
  await untilViewed(app.page, noted?.id ?? '');
  await detail(app.page).getByRole('textbox', { name: 'Note' }).fill(NOTE);
  await chooseBill(app.page, approved?.number ?? '');
  await approveCurrent(app.page);
  await waitUntilSent(app.page);
  await app.close();
  const words = await wordsOf(sandbox, approved?.id ?? '');
  const afterTheJob = findWords(words.secret, placesIn(profileDir));

  const again = await launch(connectedTo(sandbox, { profileDir }));
  await expect(again.page.getByRole('grid', { name: 'Bills' })).toBeVisible();
  await again.page.evaluate(() => Object.assign(window, { isOldPage: true }));
  await openSignOut(again.page);
  await leave(again.page);
  expect(await again.page.evaluate(() => 'isOldPage' in window)).toBe(false);
  await again.close();
  const places = placesIn(profileDir);
  expect({
    words: words.secret.length > 100,
    afterTheJob,
    afterSignOut: findWords(words.secret, places),
    // The search works: it finds the approved bill in the outbox and the journal, and a planted word.
    approvedIn: findWords([words.approved], places).length > 0,
    plantedIn: findWords(words.secret.slice(0, 1), [textPlace('planted', words.secret[0] ?? '')])
      .length,
  }).toEqual({
    words: true,
    afterTheJob: [],
    afterSignOut: [],
    approvedIn: true,
    plantedIn: 1,
  });
  // After signing in again everything is there.
  const last = await launch(connectedTo(sandbox, { profileDir }));
  await signIn(last.page);
  await chooseBill(last.page, noted?.number ?? '');
  await expect(detail(last.page).getByRole('textbox', { name: 'Note' })).toHaveValue(NOTE);
});

/** Recognizable texts of the service's bills, except those that the approved bill has too. */
async function wordsOf(sandbox: RunningSandbox, approvedId: string) {
  const organizations = await sandbox.control.organizations();
  const lists = await Promise.all(
    organizations.map(({ id }) => sandbox.control.bills({ organizationId: id })),
  );
  const bills = lists.flat();
  const approved = JSON.stringify(bills.find(({ id }) => id === approvedId));
  const texts = bills.flatMap((bill) => [
    String(bill['bill_number']),
    JSON.stringify(bill['memo'] ?? '').slice(1, -1),
    String(Object(bill['vendor']).name ?? ''),
  ]);
  const secret = [...new Set([NOTE, ...texts])].filter(
    (text) => text.length >= SHORTEST && !approved.includes(JSON.stringify(text).slice(1, -1)),
  );
  const number = String(Object(bills.find(({ id }) => id === approvedId))['bill_number']);
  return { secret, approved: number };
}

function placesIn(profileDir: string): Place[] {
  const files = filesBelow(profileDir);
  return [...files, ...files.flatMap(unpacked)];
}

/** "word in file" for each match, in any encoding. Reads each file once. */
function findWords(words: readonly string[], places: readonly Place[]): string[] {
  const byStart = new Map<number, { word: string; form: Buffer }[]>();
  for (const word of words) {
    for (const form of formsOf(word).filter(({ length }) => length >= SHORTEST)) {
      const start = form.readUInt32LE(0);
      byStart.set(start, [...(byStart.get(start) ?? []), { word, form }]);
    }
  }
  const found = new Set<string>();
  for (const { name, bytes } of places) {
    for (let at = 0; at + SHORTEST <= bytes.length; at++) {
      for (const { word, form } of byStart.get(bytes.readUInt32LE(at)) ?? []) {
        if (bytes.subarray(at, at + form.length).equals(form)) found.add(`${word} in ${name}`);
      }
    }
  }
  return [...found].toSorted();
}
