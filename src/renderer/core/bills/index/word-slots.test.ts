import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../../base/testing/seeded-random.ts';
import { createSlotSet } from './slot-set.ts';
import { createWordSlots } from './word-slots.ts';

test('C-21 the slots of rare and frequent words are those whose texts have them, however texts change', () => {
  const random = createSeededRandom(5);
  const upTo = (most: number): number => Math.floor(random.next() * most);
  // More than fit into 16 bits, with words frequent enough for a bit set.
  const slots = 150_000;
  const size = 160_000;
  const words = createWordSlots();
  const texts = new Map<number, string>();
  const put = (slot: number, text: string): void => {
    words.replace(slot, texts.get(slot) ?? '', text);
    texts.set(slot, text);
  };
  const aText = (): string =>
    ['oak', upTo(30) === 0 ? 'rare' : 'elm oak', upTo(3_000) === 0 ? 'oakley' : '12'].join(' ');
  for (let slot = 0; slot < slots; slot++) put(slot, aText());
  for (let step = 0; step < 20_000; step++) put(upTo(slots), upTo(3) === 0 ? '' : aText());
  const wanted = ['oak', 'elm', 'rare', 'oakley', 'none'];
  const differing = wanted.map((part) => {
    const found = createSlotSet(size);
    words.mark((word) => word.includes(part), found);
    return Array.from({ length: size }, (_none, slot) => slot).filter(
      (slot) => found.has(slot) !== (texts.get(slot) ?? '').includes(part),
    );
  });
  expect([differing, [...words.words()].toSorted()]).toEqual([
    wanted.map(() => []),
    ['elm', 'oak', 'oakley', 'rare'],
  ]);
});
