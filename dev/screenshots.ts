/**
 * `npm run screenshots`: takes pictures of every screen and state, light and dark, into docs/images/.
 * Documents show them, and `npm test` compares with them: a new picture says that Billfold is meant to look
 * like this. Pictures that still pass stay unchanged (CONTRIBUTING.md, Screenshots). `--scene arranging` takes those of
 * one scene.
 *
 * `npm run screenshots -- --sizes 1280x800,1920x1080 [--scene reviewing]`: takes the same screens in windows
 * of these sizes into out/screens/, for inspection. It leaves docs/images/ alone.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stalePictures } from '../tests/e2e/screenshots/missing-screenshots.ts';
import { removePicture, shrinkPictures } from '../tests/e2e/screenshots/pictures.ts';
import ensureBuilt from './build.ts';

const root = resolve(import.meta.dirname, '..');
const {
  values: { sizes, scene },
} = parseArgs({ options: { sizes: { type: 'string' }, scene: { type: 'string' } } });

await ensureBuilt();
if (sizes === undefined) for (const name of stalePictures()) removePicture(name);
const which =
  sizes === undefined
    ? ['-g', `${scene ?? ''}: every screenshot passes`, '--update-snapshots', 'changed']
    : ['-g', `pictures of ${scene ?? ''}`];
const { status } = spawnSync(
  'playwright',
  ['test', 'screenshots.spec.ts', '--reporter=list', ...which],
  {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      ...(sizes === undefined ? {} : { SCREENSHOTS_SIZES: sizes }),
    },
  },
);
if (sizes === undefined) shrinkPictures();
process.exitCode = status ?? 1;
