import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { findHeadlessHost } from '../../dev/hosts.ts';
import { askedSizes, pictureAtSizes } from './screenshots/at-sizes.ts';
import { checkScreenshot, noFindings } from './screenshots/check-screenshot.ts';
import { scenes, walk } from './screenshots/walk.ts';
import { missingScreenshots } from './screenshots/missing-screenshots.ts';
import { hasSameFonts } from './screenshots/pictures.ts';

/** Screenshots need the stand-in. Without Chromium there are none. */
const hasStage = findHeadlessHost() !== null;
if (!hasStage) console.log('Looks are not checked: no Chromium was found.');

for (const scene of askedSizes.length > 0 ? scenes : [])
  test(`pictures of ${scene.name}`, () => walk(scene, pictureAtSizes));

for (const scene of hasStage && askedSizes.length === 0 ? scenes : []) {
  test(`L-1, L-2, L-3 ${scene.name}: every screenshot passes axe’s rules, also in forced colors, matches its picture and fits the window, in both themes`, async ({}, info) => {
    const findings = noFindings();
    await walk(scene, async (screenshot, { app, page }) => {
      info.annotations.push({ type: 'host', description: app.runsIn });
      const withSameFonts = await hasSameFonts(page);
      await checkScreenshot(page, screenshot, withSameFonts, findings, async (picture, body) => {
        const path = info.outputPath(`${picture}.png`);
        writeFileSync(path, body);
        await info.attach(picture, { path, contentType: 'image/png' });
      });
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
