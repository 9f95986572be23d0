import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { findChromium } from '../../dev/chromium-path.ts';
import { askedSizes, pictureAtSizes } from './looks/at-sizes.ts';
import { checkLook, noFindings } from './looks/check-look.ts';
import { scenes, walk } from './looks/looks.ts';
import { missingLooks } from './looks/missing-looks.ts';
import { hasSameFonts } from './looks/pictures.ts';

/** Pictures are the stand-in's; where there is no Chromium, none are. */
const hasStage = findChromium() !== null;
if (!hasStage) console.log('Looks are not checked: no Chromium is installed.');

for (const scene of askedSizes.length > 0 ? scenes : [])
  test(`pictures of ${scene.name}`, () => walk(scene, pictureAtSizes));

for (const scene of hasStage && askedSizes.length === 0 ? scenes : []) {
  test(`L-1, L-2, L-3 ${scene.name}: every look keeps to axe’s rules, to its picture and to the window, in both themes`, async ({}, info) => {
    const findings = noFindings();
    await walk(scene, async (look, { app, page }) => {
      info.annotations.push({ type: 'host', description: app.runsIn });
      const withSameFonts = await hasSameFonts(page);
      await checkLook(page, look, withSameFonts, findings, async (picture, body) => {
        const path = info.outputPath(`${picture}.png`);
        writeFileSync(path, body);
        await info.attach(picture, { path, contentType: 'image/png' });
      });
    });
    const { accessibility, overflow, pictures, bugs, rules, checked } = findings;
    console.log(
      `${scene.name}: ${scene.looks.length} looks in two themes, ${checked} checks with ${rules.size} rules of axe`,
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

test('L-1 every screen, dialog, menu and message has a look, and every look a name of its own', () => {
  const names = scenes.flatMap(({ looks }) => looks.map(({ name }) => name));
  expect({
    twice: names.filter((name, at) => names.indexOf(name) !== at),
    ...missingLooks(),
  }).toEqual({
    twice: [],
    components: [],
    screens: [],
    strangers: [],
    stalePictures: [],
  });
});
