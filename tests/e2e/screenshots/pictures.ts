import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { isMadeFrom, shrinkPng } from './shrink-png.ts';

/** The documents show the pictures used for comparison, so that none of them can be outdated. */
const folder = resolve(import.meta.dirname, '../../../docs/images');
const fontsFile = join(folder, 'fonts.txt');

/**
 * Differences that still count as the same picture. Stored pictures have 256 colors, which changes letters slightly:
 * at most 0.2 % of the pixels. Another accent changes 0.04 to 1.6 %, a background one shade bluer 16 %. With other fonts,
 * letters and line breaks differ everywhere, so only another background counts.
 */
const slacks = {
  sameFonts: [
    { threshold: 0.05, maxDiffPixelRatio: 0.0003 },
    { threshold: 0.02, maxDiffPixelRatio: 0.005 },
  ],
  otherFonts: [{ threshold: 0.1, maxDiffPixelRatio: 0.12 }],
} as const;

/** Compares a picture with the stored one of this name, or stores it during an update. @throws where they differ */
export function comparePicture(name: string, now: Buffer, fonts: keyof typeof slacks): void {
  if (storedPictures().includes(name) && isMadeFrom(storedPicture(name), now)) return;
  for (const slack of slacks[fonts]) expect(now).toMatchSnapshot(`${name}.png`, slack);
}

export function storedPicture(name: string): Buffer {
  return readFileSync(join(folder, `${name}.png`));
}

export function storedPictures(): readonly string[] {
  return globSync('*.png', { cwd: folder }).map((path) => basename(path, '.png'));
}

export function removePicture(name: string): void {
  rmSync(join(folder, `${name}.png`));
}

/** Makes the pictures that Playwright has just stored as small as the others. */
export function shrinkPictures(): void {
  for (const name of storedPictures()) {
    const small = shrinkPng(storedPicture(name));
    if (small !== null) writeFileSync(join(folder, `${name}.png`), small);
  }
}

/** Whether this computer renders text like the one where the stored pictures were made. */
export async function fontsOf(page: Page): Promise<keyof typeof slacks> {
  const fonts = await drawnLetters(page);
  if (test.info().config.updateSnapshots !== 'none') writeFileSync(fontsFile, `${fonts}\n`);
  const isSame = existsSync(fontsFile) && readFileSync(fontsFile, 'utf8').trim() === fonts;
  return isSame ? 'sameFonts' : 'otherFonts';
}

/** Hash of the rendering of a few words in the app's fonts, of every pixel. */
function drawnLetters(page: Page): Promise<string> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [600, 120];
    const context = canvas.getContext('2d');
    if (context === null) return 'nothing drawn';
    const family = getComputedStyle(document.body).fontFamily;
    for (const [line, font] of ['13px', '600 19px', 'bold 28px'].entries()) {
      context.font = `${font} ${family}`;
      context.fillText('Amount due €1,234.56 – Quillmark & Söhne', 4, 30 * (line + 1));
    }
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const hash = data.reduce((sum, part) => Math.imul(sum ^ part, 16_777_619) >>> 0, 2_166_136_261);
    return hash.toString(16);
  });
}
