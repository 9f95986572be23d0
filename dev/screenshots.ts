/**
 * `npm run screenshots`: pictures of every screen and state, light and dark, into docs/images/. They are
 * what the documents show and what `npm test` compares with: taking them anew says that Billfold is
 * meant to look like this. Those that still pass stay as they are (docs/screenshots.md).
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { stalePictures } from '../tests/e2e/looks/missing-looks.ts';
import { removePicture } from '../tests/e2e/looks/pictures.ts';
import { ensureBuilt } from './build.ts';

const root = resolve(import.meta.dirname, '..');

await ensureBuilt();
for (const name of stalePictures()) removePicture(name);
const { status } = spawnSync('playwright', ['test', 'looks.spec.ts', '--reporter=list'], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, LOOKS_UPDATE: '1' },
});
process.exitCode = status ?? 1;
