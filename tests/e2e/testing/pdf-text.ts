import { inflateSync } from 'node:zlib';

/** Text of a PDF made by Chromium, by page, without whitespace, because lines may break anywhere. */
export interface PdfText {
  readonly pages: readonly string[];
  readonly isTagged: boolean;
  /** Families of its typefaces. */
  readonly fonts: readonly string[];
}

/**
 * Reads the text of a PDF as written by Skia, Chromium's PDF library: plain objects, one content stream per
 * page, glyphs with a ToUnicode map per font (ISO 32000-1 §9.10.3). Works for these PDFs only, for comparison
 * with a screen.
 */
export function readPdf(file: Buffer): PdfText {
  const begin = file.subarray(0, 80).toString('latin1');
  if (!begin.startsWith('%PDF-'))
    throw new Error(`This is no PDF: ${file.length} bytes, ${JSON.stringify(begin)}`);
  const objects = objectsOf(file);
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head));
  const root = [...objects.values()].find(({ head }) => /\/Type \/Catalog\b/.test(head));
  return {
    pages: pages.map((page) => textOfPage(page, objects)),
    isTagged: root?.head.includes('/StructTreeRoot') ?? false,
    fonts: [...new Set([...objects.values()].flatMap(({ head }) => familyOf(head)))].toSorted(),
  };
}

const familyOf = (head: string): readonly string[] =>
  /\/FontFamily \(([^)]+)\)/.exec(head)?.slice(1) ?? [];

interface PdfObject {
  readonly head: string;
  /** Its stream, unpacked; empty without one. */
  readonly stream: string;
}

function objectsOf(file: Buffer): ReadonlyMap<string, PdfObject> {
  const text = file.toString('latin1');
  const objects = new Map<string, PdfObject>();
  const start = /(?:^|\n)(\d+) 0 obj\n?/g;
  for (let found = start.exec(text); found; found = start.exec(text)) {
    const from = found.index + found[0].length;
    const end = text.indexOf('endobj', from);
    const stream = text.indexOf('stream\n', from);
    if (stream < 0 || stream > end) {
      objects.set(found[1] ?? '', { head: text.slice(from, end), stream: '' });
      continue;
    }
    const head = text.slice(from, stream);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
    const bytes = file.subarray(stream + 7, stream + 7 + length);
    const unpacked = head.includes('/FlateDecode') ? inflateSync(bytes) : bytes;
    objects.set(found[1] ?? '', { head, stream: unpacked.toString('latin1') });
    // Skip matches inside a stream, which are no objects.
    start.lastIndex = stream + 7 + length;
  }
  return objects;
}

function textOfPage({ head }: PdfObject, objects: ReadonlyMap<string, PdfObject>): string {
  const contents = objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.stream ?? '';
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g))
    fonts.set(name, glyphsOf(objects.get(id), objects));
  let font: ReadonlyMap<string, string> | undefined;
  let text = '';
  for (const [, name, glyphs] of contents.matchAll(/\/(F\d+) [\d.]+ Tf|<([\dA-Fa-f]+)>/g)) {
    if (name !== undefined) font = fonts.get(name);
    // A typeface drawn by a variable font (Type 3) has one byte per glyph, others two.
    const digits = font?.keys().next().value?.length === 2 ? /.{2}/g : /.{4}/g;
    for (const glyph of glyphs?.match(digits) ?? []) text += font?.get(glyph.toUpperCase()) ?? '';
  }
  return withoutSpace(text);
}

/** Text of each glyph of a font. */
function glyphsOf(
  font: PdfObject | undefined,
  objects: ReadonlyMap<string, PdfObject>,
): ReadonlyMap<string, string> {
  const map = objects.get(/\/ToUnicode (\d+) 0 R/.exec(font?.head ?? '')?.[1] ?? '')?.stream ?? '';
  const glyphs = new Map<string, string>();
  const hex = (value: number, digits = 4): string =>
    value.toString(16).toUpperCase().padStart(digits, '0');
  for (const [, list = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', text = ''] of list.matchAll(/<(\w+)> <(\w+)>/g))
      glyphs.set(glyph.toUpperCase(), utf16(text));
  for (const [, list = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', text = ''] of list.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let glyph = Number.parseInt(from, 16); glyph <= Number.parseInt(to, 16); glyph++)
        glyphs.set(
          hex(glyph, from.length),
          utf16(hex(Number.parseInt(text, 16) + glyph - Number.parseInt(from, 16))),
        );
  return glyphs;
}

function utf16(hex: string): string {
  const units = (hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16));
  return String.fromCharCode(...units);
}

export function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/gu, '');
}
