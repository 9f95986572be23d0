/**
 * `npm run demo`: runs the main workflow without a display, from sign-in to the service's own ledger. Pictures of each
 * step go to out/demo/, and the last line is JSON. The exit code says whether every approval made offline reached the
 * service exactly once.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import {
  connectedTo,
  expect,
  goOffline,
  goTo,
  grid,
  readAll,
  signIn,
  statusBar,
  waitUntilSent,
  readBill,
} from '../tests/e2e/actions.ts';
import { launchApp } from '../tests/e2e/launch.ts';
import type { LaunchedApp } from '../tests/e2e/launched-app.ts';
import { startSandbox } from '../tests/e2e/sandbox.ts';
import ensureBuilt from './build.ts';

const BILLS_TO_APPROVE = 3;
const pictures = resolve(import.meta.dirname, '../out/demo');

let step = 0;
async function show(page: Page, name: string, sentence: string): Promise<void> {
  step += 1;
  const file = `${String(step).padStart(2, '0')}-${name}.png`;
  await page.screenshot({ path: join(pictures, file) });
  console.log(`${step}. ${sentence}  (out/demo/${file})`);
}

const startedMs = performance.now();
await ensureBuilt();
rmSync(pictures, { recursive: true, force: true });
mkdirSync(pictures, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'billfold-demo-'));
const profileDir = join(folder, 'profile');
const sandbox = await startSandbox();
const options = connectedTo(sandbox, { profileDir });

let app: LaunchedApp | null = null;
try {
  app = await launchApp(options);
  const { host } = app;
  console.log(
    `Billfold runs in ${host === 'electron' ? 'Electron' : 'Chromium, in place of Electron'}.`,
  );
  await expect(app.page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await show(app.page, 'welcome', 'Billfold knows the service and asks to sign in.');

  await signIn(app.page);
  await show(app.page, 'first-pull', 'Signed in through the browser; the bills arrive.');

  await readAll(app, sandbox);
  const organization = (await sandbox.control.organizations())[0];
  const onService = await sandbox.control.bills({ organizationId: organization?.id ?? '' });
  await show(app.page, 'review', `All ${onService.length} bills are on this computer.`);

  await goOffline(app.page, sandbox);
  await show(app.page, 'offline', 'The service is unreachable; the bills are still there.');

  await grid(app.page).getByRole('row').nth(2).click();
  for (let count = 1; count <= BILLS_TO_APPROVE; count++) {
    await readBill(app.page);
    await app.page.keyboard.press('a');
    await expect(statusBar(app.page)).toContainText(`${count} approval`);
  }
  const approved = `${BILLS_TO_APPROVE} bills approved with the a key, offline.`;
  await show(app.page, 'approved-offline', approved);

  await app.kill();
  console.log(`   Billfold is killed (SIGKILL), and started again, still offline.`);
  app = await launchApp(options);
  await goTo(app.page, 'Approvals');
  const waiting = `${BILLS_TO_APPROVE} approvals pending`;
  await expect(statusBar(app.page)).toContainText(waiting, { timeout: 30_000 });
  await show(app.page, 'restarted-offline', 'After the crash every approval is still there.');

  await sandbox.control.comeBack();
  await waitUntilSent(app.page);
  await show(app.page, 'sent', 'The service is back; the approvals are sent.');

  const ledger = await sandbox.control.ledger();
  const pages = ledger.requests.filter(
    ({ path, status }) => path === '/api/v1/bills' && status === 200,
  );
  const times = Object.values(ledger.timesApproved);
  const summary = {
    host,
    bills: onService.length,
    pages: pages.length,
    approvedOffline: BILLS_TO_APPROVE,
    approvedOnService: times.length,
    lost: Math.max(0, BILLS_TO_APPROVE - times.length),
    duplicated: times.filter((count) => count > 1).length,
    seconds: Number(((performance.now() - startedMs) / 1000).toFixed(1)),
  };
  console.log(JSON.stringify(summary));
  const isRight =
    summary.approvedOnService === BILLS_TO_APPROVE &&
    summary.lost === 0 &&
    summary.duplicated === 0;
  process.exitCode = isRight ? 0 : 1;
} catch (error) {
  await app?.page.screenshot({ path: join(pictures, 'failed.png') }).catch(() => undefined);
  console.error(error instanceof Error ? error.message : error);
  if (app) console.error(app.mainLog());
  process.exitCode = 1;
} finally {
  await app?.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
