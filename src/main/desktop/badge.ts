import type { Observable } from '../../base/observable.ts';
import type { Counts } from '../../bridge/app.ts';
import type { Language } from '../../bridge/settings.ts';

/** A picture for the taskbar, in the format of Electron's `nativeImage`: blue, green, red, alpha. */
interface Overlay {
  readonly pixels: Buffer;
  readonly sidePx: number;
}

interface BadgeDeps {
  readonly platform: NodeJS.Platform;
  readonly counts: Observable<Counts>;
  readonly language: () => Language;
  readonly setCount: (count: number) => void;
  /**
   * Windows cannot show a count. Instead, a picture covers part of Billfold's taskbar button, with a description for
   * screen readers.
   */
  readonly setOverlay: (overlay: Overlay | null, description: string) => void;
}

const messages = {
  en: (count: number) => `${count} ${count === 1 ? 'approval needs' : 'approvals need'} attention`,
  de: (count: number) =>
    count === 1
      ? 'Über 1 Freigabe ist zu entscheiden'
      : `Über ${count} Freigaben ist zu entscheiden`,
} as const satisfies Record<Language, (count: number) => string>;

/** Shows on the dock or taskbar how many approvals need attention, and nothing when none do. */
export function followBadge({ platform, counts, language, setCount, setOverlay }: BadgeDeps): void {
  let shown = 0;
  counts.subscribe(() => {
    const { attention } = counts.get();
    if (attention === shown) return;
    shown = attention;
    if (platform !== 'win32') setCount(attention);
    else if (attention === 0) setOverlay(null, '');
    else setOverlay(drawn(attention), messages[language()](attention));
  });
}

const SIDE = 32;
/** Digits 0 to 9: five rows of three dots each, as bits. */
const DIGITS = [
  [7, 5, 5, 5, 7],
  [2, 6, 2, 2, 7],
  [7, 1, 7, 4, 7],
  [7, 1, 7, 1, 7],
  [5, 5, 7, 1, 1],
  [7, 4, 7, 1, 7],
  [7, 4, 7, 5, 7],
  [7, 1, 2, 2, 2],
  [7, 5, 7, 5, 7],
  [7, 5, 7, 1, 7],
];
const PLUS = [0, 2, 7, 2, 0];
const WHITE = [255, 255, 255, 255];
/** The same red as on the screens, `--danger` in tokens.css. */
const RED = [0x1f, 0x29, 0xa9, 255];
const CLEAR = [0, 0, 0, 0];

/** Draws a red disc with the count, up to nine. */
function drawn(count: number): Overlay {
  const glyphs = count > 9 ? [DIGITS[9], PLUS] : [DIGITS[count]];
  const dot = count > 9 ? 3 : 4;
  // A glyph is three dots wide and five high, with one dot between glyphs.
  const left = Math.floor((SIDE - (glyphs.length * 4 - 1) * dot) / 2);
  const top = Math.floor((SIDE - 5 * dot) / 2);
  const isInk = (x: number, y: number): boolean => {
    const column = Math.floor((x - left) / dot);
    const row = glyphs[Math.floor(column / 4)]?.[Math.floor((y - top) / dot)] ?? 0;
    return (row & (4 >> (column % 4))) !== 0;
  };
  const middle = (SIDE - 1) / 2;
  const isDisc = (x: number, y: number): boolean => Math.hypot(x - middle, y - middle) <= SIDE / 2;
  const pixels = Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    if (isInk(x, y)) return WHITE;
    return isDisc(x, y) ? RED : CLEAR;
  });
  return { pixels: Buffer.from(pixels.flat()), sidePx: SIDE };
}
