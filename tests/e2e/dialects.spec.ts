import { dialects } from '../../src/sandbox/dialects.ts';
import {
  applied,
  approvalRow,
  approveCurrent,
  chooseBill,
  goOffline,
  goTo,
  grid,
  openTab,
  payableBills,
  search,
  startSignedIn,
  statusBar,
  viewApproval,
  waitUntilSent,
} from './actions.ts';
import { expect, test } from './fixtures.ts';
import { startSandbox } from './sandbox.ts';

/** The main workflow, with services whose wire formats differ in everything the service page leaves open. */
for (const dialect of Object.keys(dialects)) {
  test(`Q-60 the main job in the dialect ${dialect}: every bill and vendor, an approval made offline, a crash, a refusal in the service’s words`, async ({
    launch,
    profileDir,
  }) => {
    // No status has 50 bills: a full page that says nothing may be cut short.
    const sandbox = await startSandbox({ bills: '80', 'payable-share': '0.6', dialect });
    try {
      const { page, kill } = await startSignedIn(launch, sandbox, { profileDir });
      const bills = await payableBills(sandbox);
      const [first, second] = bills;
      await expect(grid(page)).toHaveAttribute('aria-rowcount', /\d/);
      await search(page, first?.number ?? '');
      await expect(grid(page)).toContainText(new RegExp(first?.vendor ?? '?', 'i'));
      await expect(page.getByText(/lists only the first/)).toHaveCount(0);
      await goOffline(page, sandbox);
      for (const bill of [first, second]) {
        await chooseBill(page, bill?.number ?? '');
        await approveCurrent(page);
      }
      // After a crash, only data that the window reported as stored is expected.
      await expect(statusBar(page)).toContainText('2 approvals pending');
      await kill();

      await sandbox.control.addFault({
        match: { path: `/api/v1/bills/${second?.id}/approve` },
        fault: { kind: 'status', status: 422, message: 'The period is closed.' },
      });
      await sandbox.control.comeBack();
      const again = await launch({ ...sandbox.connection, profileDir });
      await goTo(again.page, 'Approvals');
      await waitUntilSent(again.page);
      await openTab(again.page, 'Needs attention');
      const refused = await viewApproval(again.page, second?.number ?? '');
      await expect(refused).toContainText('The period is closed.');
      await openTab(again.page, 'Sent');
      await expect(approvalRow(again.page, new RegExp(first?.number ?? '?'))).toHaveCount(1);
      expect(await applied(sandbox)).toEqual({ [first?.id ?? '']: 1 });
    } finally {
      await sandbox.close();
    }
  });
}
