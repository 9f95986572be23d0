/**
 * `npm run screenshots`: pictures of every screen and state, light and dark, into docs/images/. They are
 * what the documents show and what `npm test` compares with: taking them anew says that Billfold is
 * meant to look like this. Those that still pass stay as they are (CONTRIBUTING.md, Screenshots).
 *
 * `npm run screenshots -- --sizes 1280x800,1920x1080 [--scene reviewing]`: the same screens in windows of
 * these sizes into out/screens/, to be looked at; docs/images/ is left alone.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stalePictures } from '../tests/e2e/screenshots/missing-screenshots.ts';
import { removePicture } from '../tests/e2e/screenshots/pictures.ts';
import { ensureBuilt } from './build.ts';

const root = resolve(import.meta.dirname, '..');
const {
  values: { sizes, scene },
} = parseArgs({ options: { sizes: { type: 'string' }, scene: { type: 'string' } } });

await ensureBuilt();
if (sizes === undefined) for (const name of stalePictures()) removePicture(name);
const which = sizes === undefined ? [] : ['-g', `pictures of ${scene ?? ''}`];
const { status } = spawnSync(
  'playwright',
  ['test', 'screenshots.spec.ts', '--reporter=list', ...which],
  {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      ...(sizes === undefined ? { SCREENSHOTS_UPDATE: '1' } : { SCREENSHOTS_SIZES: sizes }),
    },
  },
);
process.exitCode = status ?? 1;
