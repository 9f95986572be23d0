import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { comparePictures, looksTheSame, type Difference } from '../../screenshots/compare.ts';
import { decodePng, encodePng } from '../../screenshots/png.ts';

/** The documents show the pictures used for comparison, so that none of them can be outdated. */
const folder = resolve(import.meta.dirname, '../../../docs/images');
const fontsFile = join(folder, 'fonts.txt');

/** Set by `npm run screenshots`: the present appearance is the intended one. */
export const isUpdating = process.env['SCREENSHOTS_UPDATE'] === '1';

export type Verdict =
  | { readonly kind: 'kept' | 'same' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'different'; readonly difference: Difference; readonly now: Buffer };

/** Compares a picture with the stored one of this name, or stores it during an update. */
export function judgePicture(name: string, now: Buffer, withSameFonts: boolean): Verdict {
  const path = join(folder, `${name}.png`);
  const picture = decodePng(now);
  if (isUpdating) {
    mkdirSync(folder, { recursive: true });
    // A picture that still passes is not replaced, so that a review shows only real changes.
    if (
      !existsSync(path) ||
      !looksTheSame(comparePictures(decodePng(readFileSync(path)), picture), true)
    )
      writeFileSync(path, encodePng(picture));
    return { kind: 'kept' };
  }
  if (!existsSync(path)) return { kind: 'missing' };
  const difference = comparePictures(decodePng(readFileSync(path)), picture);
  return looksTheSame(difference, withSameFonts)
    ? { kind: 'same' }
    : { kind: 'different', difference, now };
}

/** Names of the stored pictures. */
export function keptPictures(): readonly string[] {
  return globSync('*.png', { cwd: folder }).map((path) => basename(path, '.png'));
}

export function removePicture(name: string): void {
  rmSync(join(folder, `${name}.png`));
}

/** Whether this computer renders text like the one where the stored pictures were made. */
export async function hasSameFonts(page: Page): Promise<boolean> {
  const fonts = await drawnLetters(page);
  if (isUpdating) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(fontsFile, `${fonts}\n`);
  }
  return existsSync(fontsFile) && readFileSync(fontsFile, 'utf8').trim() === fonts;
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
      context.fillText('Amount due €1,234.56 – Quillmark & Söhne, 漢字 ¥', 4, 30 * (line + 1));
    }
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const hash = data.reduce((sum, part) => Math.imul(sum ^ part, 16_777_619) >>> 0, 2_166_136_261);
    return hash.toString(16);
  });
}
