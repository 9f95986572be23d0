import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { screens } from '../../../src/renderer/kit/services/route.ts';
import { scenes } from './walk.ts';
import { storedPictures } from './pictures.ts';
import { themes } from './themes.ts';

const renderer = resolve(import.meta.dirname, '../../../src/renderer');
/** Components that need a screenshot, by the end of their names. */
const NEEDS_ONE =
  /(Screen|Page|Dialog|Menu|Panel|Toast|Banner|Palette|Form|Offer|Card|Grid|Detail|Bar|Messages?|Box|Chips|Pages|Progress)$/;

/** Exported components need one. A part of one may be named, too. */
const COMPONENT = /^(export )?(?:class|function|const) ([A-Z][a-z]\w*)/gmu;

/** Visible only after a bug or for a moment, or a part of all screenshots. */
const withoutScreenshot = new Set([
  'ExportProgress',
  // The sample depends on the day, so its picture changes daily. smoke.spec.ts covers it.
  'SampleBanner',
  // Opened by the system. desktop.spec.ts covers it.
  'LinkedBillDialog',
  // Parts of other components.
  'Dialog',
  'Grid',
  'Message',
  'ProgressBar',
]);

/** Components without a screenshot, and names in the list that do not exist. */
export function missingScreenshots(): {
  readonly components: readonly string[];
  readonly screens: readonly string[];
  readonly strangers: readonly string[];
  readonly stalePictures: readonly string[];
} {
  const shown = new Set(
    scenes.flatMap(({ screenshots }) => screenshots.flatMap(({ shows }) => shows)),
  );
  const declared = globSync('**/*.tsx', { cwd: renderer }).flatMap((path) => [
    ...readFileSync(resolve(renderer, path), 'utf8').matchAll(COMPONENT),
  ]);
  const components = declared.flatMap(({ 1: exported, 2: name }) => (exported && name) || []);
  const screenOf = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}Screen`;
  return {
    components: components.filter(
      (name) => NEEDS_ONE.test(name) && !shown.has(name) && !withoutScreenshot.has(name),
    ),
    screens: screens.map(screenOf).filter((name) => !shown.has(name)),
    strangers: [...shown].filter((name) => !declared.some((component) => component[2] === name)),
    stalePictures: stalePictures(),
  };
}

/** Names of stored pictures without a screenshot. */
export function stalePictures(): readonly string[] {
  const wanted = new Set(
    scenes.flatMap(({ screenshots }) =>
      screenshots.flatMap(({ name }) => themes.map((theme) => `${name}-${theme}`)),
    ),
  );
  return storedPictures().filter((name) => !wanted.has(name));
}
