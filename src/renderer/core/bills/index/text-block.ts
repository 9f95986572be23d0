import type { SlotSet } from './slot-set.ts';

/** Several texts joined into one, which is faster to search. */
export interface TextBlock {
  readonly text: string;
  /** Start of each text, and the end of the last. A line break separates the texts. */
  readonly starts: Uint32Array;
}

export interface Marks {
  readonly into: SlotSet;
  /** Slot of the first text. */
  readonly from: number;
  /** Called for each text that matches; without it, all matches count. */
  readonly isWanted?: ((slot: number, text: string) => boolean) | undefined;
}

/** Marks the texts that contain this. */
export function markHits(
  { text, starts }: TextBlock,
  spelling: string,
  { into, from, isWanted }: Marks,
): void {
  let at = 0;
  for (let found = text.indexOf(spelling); found >= 0;) {
    while ((starts[at + 1] ?? Infinity) <= found) at += 1;
    if (at >= starts.length - 1) return;
    const end = (starts[at + 1] ?? 1) - 1;
    // The line break after a text is not part of it, though a spelling may begin with one.
    if (found < end && (isWanted?.(from + at, text.slice(starts[at], end)) ?? true))
      into.add(from + at);
    at += 1;
    found = text.indexOf(spelling, starts[at]);
  }
}

/** The text at this index. */
export function textAt({ text, starts }: TextBlock, at: number): string {
  return text.slice(starts[at] ?? 0, (starts[at + 1] ?? 1) - 1);
}
