import type { SlotSet } from './slot-set.ts';

/** Some texts as one: going through it is faster than through each. */
export interface TextBlock {
  readonly text: string;
  /** Where each begins, and the end of the last. Between two of them stands a line break. */
  readonly starts: Uint32Array;
}

export interface Marks {
  readonly into: SlotSet;
  /** The slot of the first text. */
  readonly from: number;
  /** Asked of each text that holds it; without it all are wanted. */
  readonly isWanted?: ((slot: number, text: string) => boolean) | undefined;
}

/** Marks the texts that hold this. */
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
    // The line break behind a text is no part of it, though a spelling may begin with one.
    if (found < end && (isWanted?.(from + at, text.slice(starts[at], end)) ?? true))
      into.add(from + at);
    at += 1;
    found = text.indexOf(spelling, starts[at]);
  }
}

/** The text at this place. */
export function textAt({ text, starts }: TextBlock, at: number): string {
  return text.slice(starts[at] ?? 0, (starts[at + 1] ?? 1) - 1);
}
