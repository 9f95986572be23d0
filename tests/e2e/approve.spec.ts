import type { Page } from '@playwright/test';
import {
  addBill,
  applied,
  approvalRow,
  approveCurrent,
  billRow,
  chooseBill,
  chooseUndo,
  currentRow,
  detail,
  goTo,
  grid,
  holdDisk,
  openTab,
  payableBills,
  readNow,
  search,
  show,
  startSignedIn,
  statusBar,
  viewApproval,
  waitUntilSent,
  readBill,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import type { RunningSandbox } from './sandbox.ts';

const bar = (page: Page) => page.getByRole('group', { name: 'Selected bills' });
const summary = (page: Page) => page.getByRole('alertdialog');
const approveButton = (page: Page) => detail(page).getByRole('button', { name: /^Approve/ });
const selectedRows = (page: Page) => grid(page).getByRole('row', { selected: true });

test('the most urgent bill is approved first, undone in time or sent once, alone or in bulk, and each bill shows its history', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const bills = await payableBills(sandbox);
  for (const words of ['Online', 'Synced', /of 1,000 left/])
    await expect(statusBar(page)).toContainText(words);
  await expect(page.getByText(`${bills.length} bills`, { exact: true }).first()).toBeVisible();
  await grid(page).focus();
  await page.keyboard.press('Home');
  const number = bills[0]?.number ?? '?';
  await expect(detail(page)).toContainText(number);

  // On a slow machine the usual five seconds could end too early.
  await chooseUndo(page, '30 seconds');
  await chooseBill(page, number);
  await approveCurrent(page);
  await page.getByRole('button', { name: /Undo/ }).click();
  await expect(statusBar(page)).toContainText('No pending approvals');
  await expect(approveButton(page)).toBeVisible();
  await expect(detail(page)).toContainText('Nothing was sent.');
  await detail(page).getByRole('button', { name: 'History', exact: true }).click();
  await expect(detail(page)).toContainText('Approved in Billfold');
  await search(page, '');
  await selectInManyWays(page, sandbox);
  await approveTheSelected(page);
  await pressBeforeReading(page);
  await typeAhead(page, bills.at(-1)?.number ?? '?');
  await typeOnWithoutTheBill(page, sandbox);
  await approveScrolledDown(page);
  await moveOnWhileItIsSaved(page);
  await approveByDoubleClick(page);
  await approveByHeldEnter(page);

  const numbers = await selectThree(page);
  expect(numbers[0]).toBe(number);
  await holdEnterOnTheSelection(page);
  await selectMoreWhileManyAreSaved(page);
  expect(await selectThree(page)).toEqual(numbers);
  await approveAndUndo(page, numbers);
  expect(await applied(sandbox)).toEqual({});

  await chooseUndo(page, '5 seconds');
  expect(await selectThree(page)).toEqual(numbers);
  await bar(page).getByRole('button', { name: 'Approve 3 bills…' }).click();
  await summary(page).getByRole('button', { name: 'Approve 3 bills' }).click();
  await expect(statusBar(page)).toContainText('3 approvals pending');
  await waitUntilSent(page);
  const sent = bills.filter((bill) => numbers.includes(bill.number));
  expect(await applied(sandbox)).toEqual(Object.fromEntries(sent.map(({ id }) => [id, 1])));
  await openTab(page, 'Sent');
  for (const each of numbers) await expect(page.getByText(each).first()).toBeVisible();

  await goTo(page, 'Review');
  await show(page, 'Approved by me');
  await expect(billRow(page, number)).toContainText('Sent');
  await billRow(page, number).click();
  await expect(detail(page)).toContainText(/Confirmed by 127\.0\.0\.1:\d+\./);
  await expect(detail(page)).toContainText('Nothing was sent.');
});

/** Selects the first three bills and leaves the third one current. @returns their numbers */
async function selectThree(page: Page): Promise<readonly string[]> {
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('3 bills selected');
  return selectedRows(page).evaluateAll((rows) =>
    rows.map((row) => row.querySelectorAll('[role=gridcell]')[1]?.textContent ?? ''),
  );
}

/** R-88 with a single selected bill, the key acts on that bill and not on the current one; the panel decides nothing. */
async function approveTheSelected(page: Page): Promise<void> {
  await grid(page).focus();
  await page.keyboard.press('Home');
  const selected = await currentRow(page).getByRole('gridcell').nth(1).innerText();
  for (const key of ['x', 'j']) await page.keyboard.press(key);
  // The panel shows another bill, and offers no decision about it.
  await expect(detail(page)).toContainText('Keys and buttons act on the selected bills.');
  await expect(detail(page).getByRole('button', { name: /^(Approve|Hide|Snooze)/ })).toHaveCount(0);
  await page.keyboard.press('a');
  await expect(summary(page)).toContainText('Approve 1 bill?');
  await expect(summary(page)).toContainText(selected);
  for (const _ of ['summary', 'selection']) await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
}

/** R-91 a second press at the moment the next bill appears approves nothing, and a message says so. */
async function pressBeforeReading(page: Page): Promise<void> {
  await readBill(page);
  await page.evaluate(pressAsTheNextIsDrawn);
  await expect(page.getByText(/^Not approved yet\. This bill appeared/).first()).toBeVisible();
  await expect(statusBar(page)).toContainText('1 approval pending');
  await page.keyboard.press('u');
  await expect(statusBar(page)).toContainText('No pending approvals');
}

/**
 * R-91 keys typed ahead approve nothing: neither a summary that is not on screen yet, nor a bill that a search or a jump
 * is about to show, even if it was on screen before.
 */
async function typeAhead(page: Page, lastNumber: string): Promise<void> {
  await selectThree(page);
  await readBill(page);
  await Promise.all(['a', 'Enter'].map((key) => page.keyboard.press(key)));
  await expect(summary(page)).toContainText('Approve 3 bills?');
  await readBill(page);
  await expect(summary(page)).toBeVisible();
  for (const _ of ['summary', 'selection']) await page.keyboard.press('Escape');
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const typed of ['', lastNumber]) {
    // The last bill is out of sight at first, then visible before the search shows it as the first one.
    await page.setViewportSize(typed === '' ? { ...size, height: 520 } : size);
    for (const key of ['Home', 'End', 'Home']) {
      await page.keyboard.press(key);
      await readBill(page);
    }
    await page.evaluate(jumpAndApprove, typed);
    const early = page.getByText(/^Not approved yet\. This bill appeared/);
    // Announced to screen readers, and visible for a while.
    await expect(early).toHaveCount(2);
    await expect(early).not.toHaveCount(2);
    await expect(statusBar(page)).toContainText('No pending approvals');
  }
  await search(page, '');
}

/** Runs in the page: searches for the text, or goes to the last bill if it is empty, and presses `a` at once. */
async function jumpAndApprove(typed: string): Promise<void> {
  const press = (key: string): void => {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  };
  if (typed === '') press('End');
  else {
    press('/');
    const { activeElement: box } = document;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, typed);
    box?.dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
    press('Enter');
  }
  await Promise.resolve();
  press('a');
}

/** Runs in the page: approves, and again as soon as another bill has taken the place of the approved one. */
function pressAsTheNextIsDrawn(): Promise<void> {
  const press = (): unknown =>
    document
      .querySelector('[role=grid]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }));
  const shown = (): unknown => document.querySelector('.detail__sub')?.textContent;
  const before = shown();
  return new Promise((done) => {
    const watch = new MutationObserver(() => {
      if (shown() === before) return;
      watch.disconnect();
      press();
      done();
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    press();
  });
}

/** R-12 the rest of a note whose bill went away approves no other bill. */
async function typeOnWithoutTheBill(page: Page, sandbox: RunningSandbox): Promise<void> {
  await addBill(sandbox, { bill_number: 'GONE-1' });
  await readNow(page);
  await billRow(page, 'GONE-1').click();
  const bills = await payableBills(sandbox);
  const billId = bills.find(({ number }) => number === 'GONE-1')?.id ?? '';
  await sandbox.control.removeBill({ billId });
  await sandbox.control.addFault({
    match: { path: '/api/v1/bills', times: 3 },
    fault: { kind: 'latency', delayMs: 500 },
  });
  await readNow(page);
  await detail(page).getByRole('textbox').pressSequentially('a');
  await expect(detail(page)).not.toContainText('GONE-1');
  await page.keyboard.type('jaja');
  await expect(statusBar(page)).toContainText('No pending approvals');
}

/** The next bill is shown from its top, however far the previous one was scrolled. */
async function approveScrolledDown(page: Page): Promise<void> {
  await grid(page).focus();
  await page.keyboard.press('Home');
  const vendor = detail(page).getByRole('heading', { level: 2 });
  for (let pages = 0; pages < 3; pages += 1) await page.keyboard.press('Space');
  await expect(vendor).not.toBeInViewport();
  await readBill(page);
  await page.keyboard.press('a');
  await expect(vendor).toBeInViewport();
  await page.keyboard.press('u');
  await expect(statusBar(page)).toContainText('No pending approvals');
}

/**
 * On a slow disk the bill is marked, later a message appears, and the user moves on before the approval is stored. The
 * bill then on screen stays.
 */
async function moveOnWhileItIsSaved(page: Page): Promise<void> {
  const disk = await holdDisk(page);
  await grid(page).focus();
  await page.keyboard.press('Home');
  await readBill(page);
  await page.keyboard.press('a');
  const saving = currentRow(page).getByText('Approving…');
  await expect(saving).toBeVisible();
  await expect(detail(page).getByRole('button', { name: 'Approving…' })).toBeVisible();
  // Already under way.
  await page.keyboard.press('a');
  for (const key of ['j', 'j']) await page.keyboard.press(key);
  const chosen = await currentRow(page).innerText();
  const stillSaving = page.getByText('Not approved yet: this computer is still saving it');
  await expect(stillSaving).toBeVisible();
  await expect(statusBar(page)).toContainText('No pending approvals');
  await disk.free();
  await expect(statusBar(page)).toContainText('1 approval pending');
  await expect(stillSaving).toHaveCount(0);
  await expect(grid(page).getByText('Approving…')).toHaveCount(0);
  expect(await currentRow(page).innerText()).toBe(chosen);
  await page.keyboard.press('u');
  await expect(statusBar(page)).toContainText('No pending approvals');
}

/**
 * R-12 on a slow disk the user selects on and types before a bulk approval is stored. Its end changes neither the new
 * selection nor the focus.
 */
async function selectMoreWhileManyAreSaved(page: Page): Promise<void> {
  const disk = await holdDisk(page);
  await bar(page).getByRole('button', { name: 'Approve 3 bills…' }).click();
  await summary(page).getByRole('button', { name: 'Approve 3 bills' }).click();
  await expect(grid(page).getByText('Approving…')).toHaveCount(3);
  await grid(page).focus();
  for (const key of ['j', 'x']) await page.keyboard.press(key);
  await expect(bar(page)).toContainText('4 bills selected');
  const searchBox = page.getByRole('searchbox');
  await searchBox.focus();
  await disk.free();
  await expect(statusBar(page)).toContainText('3 approvals pending');
  await expect(grid(page).getByText('Approving…')).toHaveCount(0);
  await expect(bar(page)).toContainText('1 bill selected');
  await expect(searchBox).toBeFocused();
  await page.keyboard.press('Escape');
  await grid(page).focus();
  await page.keyboard.press('u');
  await expect(statusBar(page)).toContainText('No pending approvals');
  for (const _ of ['selection', 'search']) await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
}

/** R-12 the second click of a double click comes when the next bill is already under the pointer. */
async function approveByDoubleClick(page: Page): Promise<void> {
  await approveButton(page).dblclick({ delay: 300 });
  await expectOneToUndo(page);
}

/** R-12 a held key repeats on the button when the next bill is already on screen. */
async function approveByHeldEnter(page: Page): Promise<void> {
  await readBill(page);
  await approveButton(page).focus();
  for (const _ of [1, 2, 3]) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expectOneToUndo(page);
}

/** R-12 a held key that opened a question does not answer it. */
async function holdEnterOnTheSelection(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Approve 3 bills…' }).focus();
  await page.keyboard.down('Enter');
  await expect(summary(page).getByRole('button', { name: 'Approve 3 bills' })).toBeFocused();
  for (const _ of [1, 2, 3]) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(summary(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(statusBar(page)).toContainText('No pending approvals');
}

async function expectOneToUndo(page: Page): Promise<void> {
  await expect(statusBar(page)).toContainText('1 approval pending');
  await page.getByRole('button', { name: /Undo/ }).click();
  await expect(statusBar(page)).toContainText('No pending approvals');
}

/** Selects by clicks and all at once; only bills of the list can be selected. */
async function selectInManyWays(page: Page, sandbox: RunningSandbox): Promise<void> {
  const rows = grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
  const bills = await payableBills(sandbox);
  await expect(rows.nth(5)).toBeVisible();
  await rows.nth(0).click();
  await rows.nth(3).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('4 bills selected');
  await rows.nth(1).click({ modifiers: ['ControlOrMeta'] });
  await expect(bar(page)).toContainText('3 bills selected');
  await expect(currentRow(page)).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+a');
  await expect(bar(page)).toContainText(`${bills.length} bills selected`);
  await search(page, bills[0]?.number ?? '?');
  await expect(bar(page)).toContainText('1 bill selected');
  await search(page, '');
  await expect(rows.nth(5)).toBeVisible();
  await expect(bar(page)).toContainText('1 bill selected');
  await grid(page).focus();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
}

/** The summary shows the totals of the three bills and can be left. One undo reverts all three. */
async function approveAndUndo(page: Page, numbers: readonly string[]): Promise<void> {
  const totals = await bar(page).getByRole('listitem').allInnerTexts();
  expect(totals.length).toBeGreaterThan(0);
  await grid(page).focus();
  await page.keyboard.press('a');
  await expect(summary(page)).toContainText('Approve 3 bills?');
  await expect(summary(page).locator('.totals').getByRole('listitem')).toHaveText(totals);
  await summary(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(statusBar(page)).toContainText('No pending approvals');
  await expect(bar(page)).toContainText('3 bills selected');

  // Enter approves. Undo restores the earlier selection.
  const before = await currentRow(page).innerText();
  await page.keyboard.press('a');
  for (const number of numbers) await expect(summary(page)).toContainText(number);
  await readBill(page);
  await page.keyboard.press('Enter');
  await expect(statusBar(page)).toContainText('3 approvals pending');
  await expect(bar(page)).toHaveCount(0);
  await expect(currentRow(page)).toBeVisible();
  await page.getByRole('button', { name: /Undo/ }).click();
  await expect(statusBar(page)).toContainText('No pending approvals');
  await expect(billRow(page, numbers[0] ?? '?').first()).toBeVisible();
  await expect(selectedRows(page)).toHaveCount(3);
  await expect(currentRow(page)).toHaveText(before, { useInnerText: true });
  await expect(page.getByText('3 approvals undone').last()).toBeVisible();
  await openTab(page, 'Canceled');
  await expect(approvalRow(page, numbers[0] ?? '?').first()).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Canceled 0' })).toBeVisible();
  await goTo(page, 'Review');
}

// Login page of a guest network, which answers in place of every site.
const LOGIN_PAGE = {
  kind: 'wrongContentType',
  contentType: 'text/html; charset=utf-8',
  body: '<!doctype html><html><title>Guest Wi-Fi</title><h1>Log in</h1></html>',
} as const;

test('a lost answer, a rejection and a guest network are shown and never taken for a confirmation, and an expired token is renewed silently', async ({
  launch,
  sandbox,
}) => {
  const { page } = await startSignedIn(launch, sandbox);
  const [lost, refused, guest, untouched] = await payableBills(sandbox);
  if (!lost || !refused || !guest || !untouched) throw new Error('too few bills');
  for (const [{ id }, fault] of [
    [lost, { kind: 'dropAfterApply', reset: true }],
    [refused, { kind: 'status', status: 422 }],
    [guest, LOGIN_PAGE],
  ] as const)
    await sandbox.control.addFault({
      match: { method: 'PATCH', path: `/api/v1/bills/${id}/approve`, times: 1 },
      fault,
    });
  for (const { number } of [lost, refused, guest]) {
    await chooseBill(page, number);
    await approveCurrent(page);
  }
  await expect(statusBar(page)).toContainText('3 need attention');
  await openTab(page, 'Needs attention');
  const item = ({ number }: typeof lost) => viewApproval(page, number);
  await expect(await item(lost)).toContainText(/no complete reply arrived/);
  await expect(await item(refused)).toContainText(/rejected the approval: “.+”/);
  const unclear = await item(guest);
  await expect(unclear).toContainText(/the reply was not a confirmation/);
  await unclear.getByRole('button', { name: 'Technical details' }).click();
  await expect(unclear).toContainText('an HTML page');
  // The network returned its page in place of the service's own answer.
  const arrived = { [lost.id]: 1, [guest.id]: 1 };
  expect(await applied(sandbox)).toEqual(arrived);
  // The bill offers the decision too. It is not among those approved by me.
  await goTo(page, 'Review');
  await show(page, 'All bills');
  await chooseBill(page, lost.number);
  await detail(page).getByRole('button', { name: 'Mark confirmed' }).click();
  await expect(detail(page)).toContainText('Marked as confirmed by hand.');
  await openTab(page, 'Sent');
  await expect(approvalRow(page, lost.number)).toBeVisible();
  expect(await applied(sandbox)).toEqual(arrived);

  await goTo(page, 'Review');
  await show(page, 'Needs approval');
  await search(page, '');
  const rows = grid(page).getByRole('row');
  // A count taken any earlier could be the previous list's.
  await expect(billRow(page, untouched.number)).toBeVisible();
  const before = await rows.count();
  await sandbox.control.addFault({ match: { path: '/api/v1/*' }, fault: LOGIN_PAGE });
  await readNow(page);
  const said = page.getByText('Unexpected response');
  await expect(said.first()).toBeVisible();
  await expect(page.getByText('guest Wi-Fi').first()).toBeVisible();
  await expect(rows).toHaveCount(before);
  await sandbox.control.clearFaults();
  await sandbox.control.expireTokens();
  const { requestCount } = await sandbox.control.ledger();
  await readNow(page);
  await expect(said).toBeHidden();
  const readSince = async (): Promise<boolean> =>
    (await sandbox.control.ledger()).requests
      .slice(requestCount)
      .some(({ path, status }) => path === '/api/v1/bills' && status === 200);
  await expect.poll(readSince).toBe(true);
  await expect(grid(page)).toBeVisible();
});
