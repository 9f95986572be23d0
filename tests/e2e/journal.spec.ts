import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import {
  chooseAuditLog,
  approveCurrent,
  chooseBill,
  goTo,
  payableBills,
  startSignedIn,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import { readPdf } from './testing/pdf-text.ts';

test('the journal is verified and exported, and shows where it was changed by hand', async ({
  launch,
  sandbox,
}, testInfo) => {
  const app = await startSignedIn(launch, sandbox);
  const { page } = app;
  await goTo(page, 'Approvals');
  await chooseAuditLog(page, 'Verify audit log');
  await expect(page.getByText('Audit log verified: no entries yet')).toBeVisible();

  await goTo(page, 'Review');
  const [bill] = await payableBills(sandbox);
  await chooseBill(page, bill?.number ?? '');
  await approveCurrent(page);
  await waitUntilSent(page);
  await goTo(page, 'Approvals');
  await chooseAuditLog(page, 'Verify audit log');
  await expect(page.getByText('Audit log verified', { exact: true })).toBeVisible();
  await expect(page.getByText('5 entries, 1 attempt to send an approval')).toBeVisible();

  // The user cancels the dialog, and no message appears.
  await chooseAuditLog(page, 'Export audit log (CSV)');
  await expect(page.getByText('Audit log verified', { exact: true })).toBeHidden();

  const csv = testInfo.outputPath('books.csv');
  await app.saveTo(csv);
  await chooseAuditLog(page, 'Export audit log (CSV)');
  await expect(page.getByText('Exported books.csv')).toBeVisible();
  const json = testInfo.outputPath('books.json');
  await app.saveTo(json);
  await chooseAuditLog(page, 'Export audit log (JSON)');
  await expect(page.getByText('Exported books.json')).toBeVisible();
  const rows: unknown = JSON.parse(readFileSync(json, 'utf8'));
  expect({ rows, lines: readFileSync(csv, 'utf8').trimEnd().split('\r\n').length }).toEqual({
    rows: [
      expect.objectContaining({
        bill_id: bill?.id,
        bill_number: bill?.number,
        outcome: 'confirmed',
      }),
    ],
    lines: 2,
  });

  const pdf = testInfo.outputPath('records.pdf');
  await app.saveTo(pdf);
  await chooseAuditLog(page, 'Approval records (PDF)…');
  await page.getByRole('dialog').getByRole('button', { name: 'Save PDF' }).click();
  await expect(page.getByText('Exported records.pdf')).toBeVisible();
  const { pages } = readPdf(readFileSync(pdf));
  const needed = [
    bill?.number ?? '?',
    'Due date',
    'approvals-000001.jsonl, entry 3',
    userInfo().username,
  ];
  expect([
    pages.length,
    needed.filter((part) => !pages[0]?.includes(part.replaceAll(' ', ''))),
  ]).toEqual([1, []]);

  await app.saveTo(testInfo.outputPath('no', 'such', '\0', 'books.csv'));
  await chooseAuditLog(page, 'Export audit log (CSV)');
  await expect(page.getByText('Export failed: the file couldn’t be written')).toBeVisible();

  const [file = ''] = globSync(join(app.profileDir, 'journal', '*.jsonl'));
  const written = readFileSync(file, 'utf8');
  writeFileSync(file, written.replace(bill?.number ?? '', `${bill?.number}0`));
  await chooseAuditLog(page, 'Verify audit log');
  await expect(page.getByText('Audit log was altered')).toBeVisible();
  await page.getByRole('button', { name: 'Technical details' }).click();
  await expect(page.getByText('approvals-000001.jsonl, line 4: hash mismatch')).toBeVisible();
});
