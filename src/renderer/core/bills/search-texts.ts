/** The texts the search looks in, of 100,000 bills: in a few long ones, which are gone through faster than many. */
export interface SearchTexts {
  /** @param text has no part that a term could run across to the next text: they stand on lines of their own */
  set(slot: number, text: string): void;
  /** 1 at each slot whose text holds every term. */
  find(terms: readonly string[]): Uint8Array;
  holds(slot: number, terms: readonly string[]): boolean;
}

/** Texts in one block: what changes is put together anew by blocks. */
const BLOCK = 512;

interface Block {
  text: string;
  /** Where each begins, and the end of the last. Between two of them stands a line break. */
  readonly starts: Uint32Array;
  /** By place: set since the block was put together. */
  readonly changed: Map<number, string>;
}

export function createSearchTexts(): SearchTexts {
  const blocks: Block[] = [];

  const settled = (block: Block): Block => {
    if (block.changed.size === 0) return block;
    const { starts, changed } = block;
    const texts = Array.from(
      { length: BLOCK },
      (_none, at) => changed.get(at) ?? textAt(block, at),
    );
    let from = 0;
    for (const [at, text] of texts.entries()) {
      starts[at] = from;
      from += text.length + 1;
    }
    starts[BLOCK] = from;
    block.text = texts.join('\n');
    changed.clear();
    return block;
  };

  return {
    set: (slot, text) => {
      const at = Math.floor(slot / BLOCK);
      const block = blocks[at] ?? emptyBlock();
      blocks[at] = block;
      block.changed.set(slot % BLOCK, text);
    },
    find: (terms) => {
      const hits = new Uint8Array(blocks.length * BLOCK);
      // The longest is found least often.
      const [first = '', ...others] = terms.toSorted((left, right) => right.length - left.length);
      for (const [at, block] of blocks.entries()) {
        markHits(settled(block), first, others, hits.subarray(at * BLOCK));
      }
      return hits;
    },
    holds: (slot, terms) => {
      const block = blocks[Math.floor(slot / BLOCK)];
      return block !== undefined && holdsAll(textAt(settled(block), slot % BLOCK), terms);
    },
  };
}

function emptyBlock(): Block {
  const starts = Uint32Array.from({ length: BLOCK + 1 }, (_none, at) => at);
  return { text: '\n'.repeat(BLOCK - 1), starts, changed: new Map() };
}

function textAt({ text, starts }: Block, at: number): string {
  return text.slice(starts[at] ?? 0, (starts[at + 1] ?? 1) - 1);
}

function markHits(block: Block, first: string, others: readonly string[], hits: Uint8Array): void {
  const { text, starts } = block;
  let at = 0;
  for (let found = text.indexOf(first); found >= 0;) {
    while ((starts[at + 1] ?? Infinity) <= found) at += 1;
    if (at >= BLOCK) return;
    if (others.length === 0 || holdsAll(textAt(block, at), others)) hits[at] = 1;
    at += 1;
    found = text.indexOf(first, starts[at]);
  }
}

function holdsAll(text: string, terms: readonly string[]): boolean {
  return terms.every((term) => text.includes(term));
}
