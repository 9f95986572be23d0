/**
 * `node dev/package/icons.ts`: renders `icons/icon.svg` in an installed Chromium for all three systems. The
 * results are committed, so that packaging needs no Chromium.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findHeadlessHost } from '../hosts.ts';

/** Side lengths in pixels: those of Linux desktops, 24 for Windows, 1024 for macOS. */
export const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const;
type Size = (typeof SIZES)[number];
const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256] as const satisfies readonly Size[];
/** Apple's names for PNG in an icns. From the second on, some are for displays with twice the pixels. */
const ICNS_TYPES = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
] as const satisfies readonly (readonly [string, Size])[];

const folder = join(import.meta.dirname, 'icons');
const trayModule = join(import.meta.dirname, '../../src/main/desktop/tray-icons.ts');
type Pictures = (size: Size) => Buffer;
/** View boxes: up to the drawing's edges, and with the margin of macOS icons. */
const VIEWS = { edges: '0 0 32 32', margin: '-4 -4 40 40' } as const;

/** Builds an .ico: a directory of pictures, then the pictures, as PNG since Windows Vista. */
export function icoOf(pictures: Pictures): Buffer {
  const images = ICO_SIZES.map((size) => ({ size, png: pictures(size) }));
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of images.entries()) {
    const at = 6 + 16 * index;
    // One byte stores 256 as 0.
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)]);
}

/** Builds an .icns: blocks of a type, a length and a picture. */
export function icnsOf(pictures: Pictures): Buffer {
  const block = (type: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(type, 'ascii');
    head.writeUInt32BE(data.length + 8, 4);
    return Buffer.concat([head, data]);
  };
  const blocks = ICNS_TYPES.map(([type, size]) => block(type, pictures(size)));
  return block('icns', Buffer.concat(blocks));
}

/** The mark's shape for the macOS menu bar, which colors it, with the bill and the tick cut out. */
function silhouetteOf(svg: string): string {
  const cut = svg
    .replace(/<rect [^>]*\/>/, '<rect width="32" height="32" fill="#fff" />')
    .replaceAll('#e3f1ed', '#000')
    .replace('stroke="#fff"', 'stroke="#000"');
  const [rect = ''] = /<rect [^>]*\/>/.exec(svg) ?? [];
  const parts = cut.replace(/^[^]*?<svg [^>]*>|<\/svg>\s*$/g, '');
  return svg.replace(
    /(<svg [^>]*>)[^]*(<\/svg>)/,
    `$1<mask id="cut">${parts}</mask><g mask="url(#cut)">${rect}</g>$2`,
  );
}

/** The tray icons as a module in main's bundle, because a package contains no other files for main. */
function trayModuleOf(colored: Pictures, silhouette: Pictures): string {
  const addresses = (pictures: Pictures) => {
    const [plain, double] = ([16, 32] as const).map(
      (size) => `data:image/png;base64,${pictures(size).toString('base64')}`,
    );
    return { plain, double };
  };
  const icons = { colored: addresses(colored), silhouette: addresses(silhouette) };
  return `// Made by dev/package/icons.ts.\n\n/** Of 16 pixels, and of 32 for displays with twice as many. */\nexport const trayIcons = ${JSON.stringify(icons)} as const;\n`;
}

/** Hash of the drawing that the pictures were made from. */
export function drawingHash(): string {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'icon.svg')))
    .digest('hex');
}

async function render(): Promise<void> {
  const host = findHeadlessHost();
  if (host === null)
    throw new Error('No Chromium was found to render the icon: run npm run setup.');
  const svg = readFileSync(join(folder, 'icon.svg'), 'utf8');
  const browser = await chromium.launch({
    executablePath: host.program,
    env: { ...process.env, ...host.env },
  });
  const page = await browser.newPage();
  const draw = async (view: string, mark = svg): Promise<Pictures> => {
    const made = new Map<Size, Buffer>();
    for (const size of SIZES) {
      await page.setViewportSize({ width: size, height: size });
      const drawing = mark.replace(VIEWS.edges, view);
      await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawing}`);
      made.set(size, await page.screenshot({ omitBackground: true }));
    }
    return (size) => made.get(size) ?? Buffer.alloc(0);
  };
  const pictures = await draw(VIEWS.edges);
  const withMargin = await draw(VIEWS.margin);
  const silhouette = await draw(VIEWS.edges, silhouetteOf(svg));
  await browser.close();
  mkdirSync(join(folder, 'linux'), { recursive: true });
  for (const size of SIZES)
    writeFileSync(join(folder, 'linux', `${size}x${size}.png`), pictures(size));
  writeFileSync(join(folder, 'icon.ico'), icoOf(pictures));
  writeFileSync(join(folder, 'icon.icns'), icnsOf(withMargin));
  writeFileSync(trayModule, trayModuleOf(pictures, silhouette));
  writeFileSync(join(folder, 'made-from.txt'), `${drawingHash()}\n`);
}

if (import.meta.main) await render();
