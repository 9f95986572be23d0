import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { key, startReleaseServer } from '../updates/release-server.ts';
import { connectedTo, signIn } from './actions.ts';
import { expect, test } from './fixtures.ts';
import { runAxe } from './screenshots/axe.ts';

// The only kind that can be replaced without an installer, on any computer of its system.
if (process.platform === 'linux')
  test('a release is offered, and after a restart the new version runs in place of the old', async ({
    launch,
    sandbox,
  }, info) => {
    const folder = info.outputPath('installed');
    mkdirSync(folder, { recursive: true });
    const [appImage, started] = [join(folder, 'Billfold.AppImage'), join(folder, 'started')];
    writeFileSync(appImage, 'the old version');
    chmodSync(appImage, 0o755);
    const program = Buffer.from(`#!/bin/sh\necho new > "${started}"\n`);
    const place = await startReleaseServer(program, Date.now());
    const env = {
      APPIMAGE: appImage,
      BILLFOLD_UPDATE_FEED: place.feed,
      BILLFOLD_UPDATE_KEY: key,
    };
    const app = await launch(connectedTo(sandbox, { env }));
    const { page } = app;
    await signIn(page);
    await page.evaluate(() => (window.location.hash = '#/settings/updates'));
    const settings = page.getByRole('region', { name: 'Updates' });
    await expect(settings).toContainText('Not checked yet');
    await settings.getByRole('button', { name: 'Check now' }).click();
    await expect(settings).toContainText('Billfold 9.0.0 is ready to install');
    expect((await runAxe(page, 'all')).violations).toEqual([]);
    const notice = page.getByRole('status').filter({ hasText: 'Approvals being sent' });
    await notice.getByRole('button', { name: 'What’s new' }).click();
    await expect(page.getByRole('dialog')).toContainText('Lists open faster.');
    expect((await runAxe(page, 'all')).violations).toEqual([]);
    await page.keyboard.press('Escape');
    expect(readFileSync(appImage, 'utf8')).toBe('the old version');
    await notice.getByRole('button', { name: 'Restart to update' }).click();
    // Main asks outside the page first. Without an answer, that is a no.
    await expect.poll(app.output).toContain('Restart and update to Billfold 9.0.0?');
    expect(existsSync(started)).toBe(false);
    await app.choose('Update');
    await notice.getByRole('button', { name: 'Restart to update' }).click();
    await expect.poll(() => existsSync(started)).toBe(true);
    expect([readFileSync(appImage).equals(program), app.mainLog()]).toEqual([
      true,
      expect.stringContaining('updates: installing {"version":"9.0.0"}'),
    ]);
    await place.close();
  });
