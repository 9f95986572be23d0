import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { readCsv } from '../../src/base/testing/read-csv.ts';
import {
  readBill,
  approvalList,
  approvalRow,
  approvalsUnder,
  chooseBill,
  detail,
  goTo,
  grid,
  openTab,
  readNow,
  search,
  setUndo,
  show,
  signIn,
  statusBar,
  viewApproval,
  type Launch,
} from '../e2e/actions.ts';
import type { LaunchedApp } from '../e2e/launched-app.ts';
import {
  askWithoutPermission,
  chooseBills,
  expectBills,
  expectFields,
  placed,
  written,
  type ExportedBill,
  type PlacedBill,
} from './books.ts';
import type { Stranger, StrangerBill } from './stranger.ts';

/** A zone west of UTC: a due day read as a moment in UTC would be shown one day early. */
const TIME_ZONE = 'America/Los_Angeles';
const WAIT_MS = 15_000;
const QUIET_MS = 1_500;
const UNDO_MS = 200;
const MAX_CHARACTERS = 500;

const within = expect.configure({ timeout: WAIT_MS });

export interface Checked {
  readonly name: string;
  /** Null when the check passed. */
  readonly fault: string | null;
}

export interface DriveOptions {
  readonly launch: Launch;
  /** The exported list is written beside it. */
  readonly profileDir: string;
  /** Called after each check, while the window still shows what was checked. */
  readonly onChecked: (checked: Checked, page: Page) => Promise<void> | void;
}

/**
 * Uses the built app on a service as a clerk would: sign-in, first pull, five approvals, two token expiries and a
 * restart. Each check compares the screens with the service's own books or ledger. A check that fails does not end
 * the others.
 */
export async function driveStranger(stranger: Stranger, options: DriveOptions): Promise<void> {
  const { onChecked, profileDir } = options;
  const missing = await askWithoutPermission(stranger);
  const chosen = chooseBills(stranger);
  const launch = (): Promise<LaunchedApp> =>
    options.launch({
      serviceUrl: stranger.url,
      authUrl: stranger.url,
      clientId: stranger.clientId,
      clientSecret: stranger.clientSecret,
      // These services consent without a page, so the browser only follows redirects.
      browser: `"${process.execPath}" -e "fetch(process.argv[1])"`,
      profileDir,
      env: { TZ: TIME_ZONE },
    });
  let app = await launch();
  let page = prepared(app);
  const check = async (name: string, run: () => Promise<void>): Promise<void> => {
    let fault: string | null = null;
    try {
      await closeQuestion(page);
      await run();
    } catch (error) {
      fault = oneLine(error);
    }
    await onChecked({ name, fault }, page);
  };

  await check('signs in, in a time zone west of UTC', async () => {
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await within(grid(page)).toBeVisible();
    await setUndo(page, UNDO_MS);
    expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(
      TIME_ZONE,
    );
  });
  await check('lists both organizations by name', async () => {
    await chooser(page).click();
    await page.getByRole('option').first().waitFor();
    const names = await page.getByRole('option').allTextContents();
    await page.keyboard.press('Escape');
    for (const { name } of stranger.organizations) expect(names).toContain(name);
  });
  let exported: readonly ExportedBill[] = [];
  await check('lists every bill, or names the list that is cut', async () => {
    await chooseOrganization(page, 'All organizations');
    await show(page, 'All bills');
    await untilQuiet(page, stranger);
    exported = await exportBills(app, join(dirname(profileDir), 'bills.csv'));
    expectBills(stranger, exported);
    await expectCuts(page, stranger);
  });
  await check('shows vendor, number, status, amounts and days of each bill', async () => {
    expect(exported.length).toBeGreaterThan(0);
    expectFields(stranger, exported);
  });
  await check('shows a bill on the screen as the service has it', async () => {
    await expectOnScreen(page, chosen.plain[0]);
  });
  await check('sends a plain approval', async () => {
    await approve(page, chosen.plain[0]);
    await expectSent(page, chosen.plain[0].bill);
  });
  await check('sends another after the access token has expired', async () => {
    await expireTokens(stranger, page);
    await approve(page, chosen.plain[1]);
    await expectSent(page, chosen.plain[1].bill);
  });
  await check('shows a refusal as rejected, in the service’s words', async () => {
    await approve(page, chosen.refused);
    const text = await attentionText(page, chosen.refused.bill);
    for (const words of ['Rejected', ...stranger.refused.words]) expectWords(text, words);
  });
  if (missing.namesScope) {
    await check('offers the missing permission that the service names', async () => {
      await approve(page, chosen.needsScope);
      await attentionText(page, chosen.needsScope.bill);
      await within(offer(page)).toBeVisible();
    });
    await check('sends it after the second sign-in, once main has asked', async () => {
      await offer(page).getByRole('button', { name: 'Sign in again' }).click();
      await within(offer(page)).toBeHidden();
      await app.choose('Send');
      await resend(page, chosen.needsScope.bill);
      await app.choose('Cancel');
    });
  } else {
    await check('shows the words of a missing permission that has no name', async () => {
      await approve(page, chosen.needsScope);
      const text = await attentionText(page, chosen.needsScope.bill);
      expect(text).not.toContain('Unconfirmed');
      // A refusal without a sentence has no words to show.
      if (!missing.words.some((words) => text.includes(words))) expectWords(text, missing.words[0]);
    });
    await check('advises no permission that the service did not name', async () => {
      const text = await attentionText(page, chosen.needsScope.bill);
      if (/\ballow “/.test(text)) throw new Error(`The advice names a permission: ${text}`);
      await expect(offer(page)).toHaveCount(0);
    });
  }
  await check('sends in the other organization after a second expiry', async () => {
    await expireTokens(stranger, page);
    await approve(page, chosen.plain[2]);
    await expectSent(page, chosen.plain[2].bill);
  });
  const outcomes = async () => ({
    sent: await approvalsUnder(page, 'Sent'),
    attention: await approvalsUnder(page, 'Needs attention'),
  });
  let before: Awaited<ReturnType<typeof outcomes>> | null = null;
  await check('holds the outcomes through a restart, and the session with them', async () => {
    before = await outcomes();
    await app.close();
    app = await launch();
    page = prepared(app);
    const unsaved = page.getByText('Session not saved');
    await within(unsaved.or(statusBar(page)).first()).toBeVisible();
    // A session without a keyring ends with the app.
    if (await unsaved.isVisible()) await signIn(page);
    await within(statusBar(page)).toContainText('Synced');
    await within(statusBar(page)).not.toContainText('Signed out');
    expect(await outcomes()).toEqual(before);
    expect(before.sent).not.toEqual([]);
  });
  const ledger = (): readonly string[] =>
    stranger
      .ledger()
      .map((line) => written(placed(stranger, line)))
      .toSorted();
  await check('lists under Sent exactly what the service’s ledger has, once each', async () => {
    const { sent } = await outcomes();
    expect(sent.toSorted()).toEqual(ledger());
    expect(ledger()).toEqual([...new Set(ledger())]);
    expect(ledger()).toEqual(expect.arrayContaining(chosen.plain.map(written)));
  });
  await check('leaves none of the five unconfirmed or pending', async () => {
    const { sent, attention } = await outcomes();
    expect([...sent, ...attention]).toHaveLength(5);
    await expect(approvalList(page)).not.toContainText('Unconfirmed');
    await expect(statusBar(page)).toContainText('No pending approvals');
  });
  await check('never exceeds the service’s limit', async () => {
    expect(stranger.answers().filter(({ status }) => status === 429)).toEqual([]);
  });
  await app.close();
}

function prepared(app: LaunchedApp): Page {
  app.page.setDefaultTimeout(WAIT_MS);
  return app.page;
}

const chooser = (page: Page) => page.getByRole('button', { name: /Organization$/ });
const offer = (page: Page) => page.getByRole('region', { name: /^Permission required/ });
const question = (page: Page) => page.getByRole('alertdialog');

/** Closes a question that an earlier check left open. */
async function closeQuestion(page: Page): Promise<void> {
  if (page.isClosed()) return;
  for (let left = 3; left > 0 && (await question(page).count()) > 0; left--)
    await page.keyboard.press('Escape');
}

async function chooseOrganization(page: Page, name: string): Promise<void> {
  await goTo(page, 'Review');
  await chooser(page).click();
  await page.getByRole('option', { name, exact: true }).click();
}

/** Waits until the app makes no more requests: it has read all lists and their history. */
async function untilQuiet(page: Page, stranger: Stranger): Promise<void> {
  await within(statusBar(page)).toContainText('Synced');
  let seen = -1;
  await within
    .poll(
      () => {
        const before = seen;
        seen = stranger.answers().length;
        return seen === before;
      },
      { intervals: [QUIET_MS], timeout: 4 * WAIT_MS },
    )
    .toBe(true);
}

async function exportBills(app: LaunchedApp, path: string): Promise<readonly ExportedBill[]> {
  const { page } = app;
  await app.saveTo(path);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export CSV…' }).click();
  await within(page.getByText('Exported bills.csv')).toBeVisible();
  const [head = [], ...records] = readCsv(readFileSync(path, 'utf8'));
  return records.map((record) =>
    Object.fromEntries(head.map((name, at) => [name, record[at] ?? ''])),
  );
}

/** Every cut list is named with the number of its bills. Without one, no message appears. */
async function expectCuts(page: Page, { organizations, cut }: Stranger): Promise<void> {
  if (cut.length === 0) await expect(statusBar(page)).not.toContainText('Bills may be missing');
  for (const { organizationId, status, listed } of cut) {
    const organization = organizations.find(({ id }) => id === organizationId);
    await chooseOrganization(page, organization?.name ?? '');
    const words = new RegExp(`\\b${listed} ${status.replaceAll('_', ' ')} bills?\\b`);
    await within(page.getByText(words).first()).toBeVisible();
  }
}

/** Finds a bill in its organization as a clerk does, by number. */
async function findBill(page: Page, { bill, organization }: PlacedBill): Promise<void> {
  await chooseOrganization(page, organization.name);
  await show(page, 'Needs approval');
  await chooseBill(page, bill.number);
}

async function expectOnScreen(page: Page, shown: PlacedBill): Promise<void> {
  const { bill } = shown;
  await findBill(page, shown);
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: bill.currency });
  const [year = 0, month = 1, day = 1] = bill.dueDate.split('-').map(Number);
  const due = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
  const row = grid(page).getByRole('row').filter({ hasText: bill.number }).first();
  for (const place of [row, detail(page)]) {
    await within(place).toContainText(bill.vendorName);
    await within(place).toContainText(bill.number);
    await within(place).toContainText(amount.format(bill.amountDueCents / 100));
  }
  await within(detail(page)).toContainText(due.format(Date.UTC(year, month - 1, day)));
}

async function approve(page: Page, chosen: PlacedBill): Promise<void> {
  await findBill(page, chosen);
  await readBill(page);
  await detail(page)
    .getByRole('button', { name: /^Approve/ })
    .click();
  const row = grid(page).getByRole('row').filter({ hasText: chosen.bill.number });
  await within(row).toHaveCount(0);
  await search(page, '');
}

async function expectSent(page: Page, { number }: StrangerBill): Promise<void> {
  await openTab(page, 'Sent');
  await within(approvalRow(page, number)).toHaveCount(1);
}

/** Text of an approval under Needs attention, without folded parts and the history. */
async function attentionText(page: Page, { number }: StrangerBill): Promise<string> {
  await openTab(page, 'Needs attention');
  await within(approvalRow(page, number)).toHaveCount(1);
  const text = await (await viewApproval(page, number)).innerText();
  return text.split(/^History$/m, 1)[0] ?? '';
}

/** Expires every token, and waits until the app has read the service again with a new one. */
async function expireTokens(stranger: Stranger, page: Page): Promise<void> {
  const before = stranger.answers().length;
  stranger.expireAccessTokens();
  await readNow(page);
  const since = () => stranger.answers().slice(before);
  await within.poll(() => since().some(({ status }) => status === 401)).toBe(true);
  await within
    .poll(() => since().some(({ path, status }) => path === '/api/v1/bills' && status === 200))
    .toBe(true);
  await within(statusBar(page)).not.toContainText('Signed out');
  await within(statusBar(page)).toContainText('Synced');
}

/** Resend is the user's decision: no dialog may ask for it again. */
async function resend(page: Page, { number }: StrangerBill): Promise<void> {
  await openTab(page, 'Needs attention');
  const viewed = await viewApproval(page, number);
  await viewed.getByRole('button', { name: 'Resend' }).click();
  await within
    .poll(async () => {
      if ((await question(page).count()) > 0) return `asked: ${await question(page).innerText()}`;
      await openTab(page, 'Sent');
      return (await approvalRow(page, number).count()) === 1 ? 'sent' : 'not sent';
    })
    .toBe('sent');
}

function expectWords(text: string, words = ''): void {
  if (!text.includes(words)) throw new Error(`“${words}” is not in: ${text}`);
}

/** The error in one line, with the first line of its log and without the colors of a terminal. */
function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // oxlint-disable-next-line no-control-regex -- escape sequences are control characters
  const [said = '', log = ''] = text.replaceAll(/\u001B\[[\d;]*m/g, '').split('Call log:');
  const [waiting = ''] = log.trim().split('\n');
  return `${said} ${waiting}`.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_CHARACTERS);
}
