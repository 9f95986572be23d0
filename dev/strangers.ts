/**
 * `npm run strangers [-- NAME…]`: runs the built app against small accounting services written without
 * knowledge of Billfold. Each check compares the screens with the service's own books. Pictures of failed
 * checks go to out/strangers/, the last line is "N passed, N failed", and the exit code says whether all
 * passed.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { LaunchedApp } from '../tests/e2e/launched-app.ts';
import { launchApp } from '../tests/e2e/launch.ts';
import { driveStranger, type Checked } from '../tests/strangers/drive.ts';
import startFastapi from '../tests/strangers/fastapi.ts';
import startGo from '../tests/strangers/go.ts';
import startLaravel from '../tests/strangers/laravel.ts';
import startRails from '../tests/strangers/rails.ts';
import startSecondDocumentation from '../tests/strangers/second-documentation.ts';
import startSpring from '../tests/strangers/spring.ts';
import type { StartStranger } from '../tests/strangers/stranger.ts';
import ensureBuilt from './build.ts';

const strangers: Readonly<Record<string, StartStranger>> = {
  fastapi: startFastapi,
  go: startGo,
  laravel: startLaravel,
  rails: startRails,
  'second-documentation': startSecondDocumentation,
  spring: startSpring,
};
const pictures = resolve(import.meta.dirname, '../out/strangers');

async function run(name: string, start: StartStranger): Promise<readonly Checked[]> {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-strangers-'));
  const checks: Checked[] = [];
  const launched: LaunchedApp[] = [];
  const stranger = await start();
  const note = (checked: Checked): void => {
    checks.push(checked);
    const { fault } = checked;
    console.log(`${name}: ${fault === null ? 'ok    ' : 'FAILED'} ${checked.name}`);
    if (fault !== null) console.log(`         ${fault}`);
  };
  try {
    await driveStranger(stranger, {
      profileDir: join(folder, 'profile'),
      launch: async (options) => {
        const app = await launchApp(options);
        launched.push(app);
        return app;
      },
      onChecked: async (checked, page) => {
        note(checked);
        const path = join(pictures, `${name}-${checks.length}.png`);
        if (checked.fault !== null) await page.screenshot({ path }).catch(() => undefined);
      },
    });
  } catch (error) {
    note({ name: 'runs to the end', fault: String(error) });
  } finally {
    for (const app of launched) await app.kill().catch(() => undefined);
    await stranger.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return checks;
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(strangers, name));
if (unknown.length > 0) {
  const known = Object.keys(strangers).join(', ');
  console.error(`No service is named ${unknown.join(', ')}. Choose from: ${known}.`);
  process.exit(1);
}
await ensureBuilt();
rmSync(pictures, { recursive: true, force: true });
mkdirSync(pictures, { recursive: true });
const verdicts: string[] = [];
const total = { passed: 0, failed: 0 };
for (const [name, start] of Object.entries(strangers)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const checks = await run(name, start);
  const failed = checks.filter(({ fault }) => fault !== null).length;
  verdicts.push(
    failed === 0 ? `${name}: all passed` : `${name}: ${failed} of ${checks.length} failed`,
  );
  total.failed += failed;
  total.passed += checks.length - failed;
}
for (const verdict of verdicts) console.log(verdict);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
