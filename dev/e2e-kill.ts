/** `npm run e2e:kill`: kills the built app at fifty moments; `npm test` uses fewer. */
import { spawnSync } from 'node:child_process';
import ensureBuilt from './build.ts';

await ensureBuilt();
const { status } = spawnSync('playwright', ['test', 'tests/e2e/kill.spec.ts'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, BILLFOLD_KILLS: '50' },
});
process.exitCode = status ?? 1;
