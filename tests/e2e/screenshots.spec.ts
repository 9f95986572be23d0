import { expect, test } from '@playwright/test';
import { decode, encode } from 'fast-png';
import { findHeadlessHost } from '../../dev/hosts.ts';
import { askedSizes, pictureAtSizes } from './screenshots/at-sizes.ts';
import { checkScreenshot, noFindings } from './screenshots/check-screenshot.ts';
import { scenes, walk } from './screenshots/walk.ts';
import { missingScreenshots } from './screenshots/missing-screenshots.ts';
import { comparePicture, storedPicture } from './screenshots/pictures.ts';

/** Screenshots need the stand-in. Without Chromium there are none. */
const hasStage = findHeadlessHost() !== null;
if (!hasStage) console.log('Looks are not checked: no Chromium was found.');

for (const scene of askedSizes.length > 0 ? scenes : [])
  test(`pictures of ${scene.name}`, () => walk(scene, pictureAtSizes));

for (const scene of hasStage && askedSizes.length === 0 ? scenes : []) {
  test(`L-1, L-3 ${scene.name}: every screenshot passes axe’s rules, also in forced colors, matches its picture and fits the window, in both themes`, async ({}, info) => {
    const findings = noFindings();
    await walk(scene, async (screenshot, { app, page }) => {
      info.annotations.push({ type: 'host', description: app.runsIn });
      await checkScreenshot(page, screenshot, findings);
    });
    const { accessibility, overflow, pictures, bugs, rules, checked } = findings;
    console.log(
      `${scene.name}: ${scene.screenshots.length} states visited in light, dark and forced colors, ${checked} runs of axe with ${rules.size} rules`,
    );
    expect({ bugs, accessibility, overflow, pictures }).toEqual({
      bugs: [],
      accessibility: [],
      overflow: [],
      pictures: [],
    });
    expect(rules.size).toBeGreaterThan(25);
  });
}

test('L-1 every screen, dialog, menu and message has a screenshot, and every screenshot a name of its own', () => {
  const names = scenes.flatMap(({ screenshots }) => screenshots.map(({ name }) => name));
  expect({
    twice: names.filter((name, at) => names.indexOf(name) !== at),
    ...missingScreenshots(),
  }).toEqual({
    twice: [],
    components: [],
    screens: [],
    strangers: [],
    stalePictures: [],
  });
});

type Rgb = readonly [number, number, number];
const changes: readonly (readonly [string, Rgb, Rgb, readonly [boolean, boolean]])[] = [
  ['nothing', [0, 0, 0], [0, 0, 0], [false, false]],
  ['another accent', [0x11, 0x69, 0x5a], [0x1f, 0x6f, 0xd0], [true, false]],
  ['a background one shade bluer', [0xf5, 0xf5, 0xf3], [0xed, 0xf0, 0xf6], [true, false]],
  ['another background', [0xff, 0xff, 0xff], [0xdb, 0xe6, 0xf5], [true, true]],
];

for (const [change, from, to, found] of changes)
  test(`the comparison detects changes: ${change}`, () => {
    const { data, palette = [], ...stored } = decode(storedPicture('review-light'));
    const recolored = palette.map((color) =>
      from.every((part, at) => part === color[at]) ? [...to] : color,
    );
    const picture = Buffer.from(encode({ ...stored, data, palette: recolored }));
    const isFound = (fonts: 'sameFonts' | 'otherFonts'): boolean => {
      try {
        comparePicture('review-light', picture, fonts);
        return false;
      } catch {
        return true;
      }
    };
    expect([isFound('sameFonts'), isFound('otherFonts')]).toEqual(found);
  });
