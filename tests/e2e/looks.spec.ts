import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { findChromium } from '../../dev/chromium-path.ts';
import { checkLook, noFindings } from './looks/check-look.ts';
import { scenes, walk } from './looks/looks.ts';
import { missingLooks } from './looks/missing-looks.ts';
import { hasSameFonts } from './looks/pictures.ts';
import { openStage } from './looks/stage.ts';
import { startWithBills, toFirstBill } from './looks/scenes/steps.ts';
import { holdStill } from './looks/still.ts';
import { comparePictures, isSameLook } from '../looks/compare.ts';
import { decodePng, encodePng } from '../looks/png.ts';

/** Pictures are the stand-in's; where there is no Chromium, none are. */
const hasStage = findChromium() !== null;
if (!hasStage) console.log('Looks are not checked: no Chromium is installed.');

for (const scene of hasStage ? scenes : []) {
  test(`L-1, L-2, L-3 ${scene.name}: every look keeps to axe’s rules, to its picture and to the window, in both themes`, async ({}, info) => {
    test.setTimeout(180_000);
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

/** Changes of the style sheet, and whether the same and other fonts must let them pass. */
const changes = [
  ['nothing', '', { sameFonts: true, otherFonts: true }],
  ['another font', ':root { --font: serif !important }', { otherFonts: true }],
  [
    'another accent',
    ':root { --accent: light-dark(#1f6fd0, #7db3f5) !important }',
    { sameFonts: false },
  ],
  [
    'a background one shade bluer',
    ':root { --surface-sunken: light-dark(#edf0f6, #10182a) !important }',
    { sameFonts: false },
  ],
  [
    'a wider sidebar',
    '.shell { grid-template-columns: 14rem minmax(0, 1fr) !important }',
    { sameFonts: false },
  ],
  [
    'the panel of the bill on the other side',
    '.review { flex-direction: row-reverse !important; direction: rtl !important }',
    { sameFonts: false },
  ],
  [
    'another background',
    ':root { --surface: light-dark(#dbe6f5, #14284a) !important }',
    { sameFonts: false, otherFonts: false },
  ],
  ['one space larger', ':root { --space-4: 1.5rem !important }', { sameFonts: false }],
  [
    'sharp corners',
    ':root { --radius: 0 !important; --radius-large: 0 !important }',
    { sameFonts: false },
  ],
] as const;

if (hasStage)
  test('L-2 the comparison can fail: a colour, a space, a corner or a panel that changed is seen; another font alone is not, where fonts differ', async () => {
    const stage = await openStage({ bills: '120' });
    try {
      await startWithBills(stage);
      const { page } = stage;
      await toFirstBill(page);
      await holdStill(page);
      const picture = async () => decodePng(await page.screenshot({ animations: 'disabled' }));
      const kept = decodePng(encodePng(await picture()));
      for (const [what, css, expected] of changes) {
        await page.evaluate((rules) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(rules);
          document.adoptedStyleSheets = [sheet];
        }, css);
        await holdStill(page);
        const difference = comparePictures(kept, await picture());
        const verdict = {
          sameFonts: isSameLook(difference, true),
          otherFonts: isSameLook(difference, false),
        };
        expect({ what, ...verdict }).toMatchObject({ what, ...expected });
      }
    } finally {
      await stage.close();
    }
  });
