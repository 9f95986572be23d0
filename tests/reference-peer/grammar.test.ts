import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawApproveAnswer, labelOf } from './grammar.ts';

function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

test('the grammar draws every kind of answer, and none of a lying service', () => {
  const chance = chanceFrom(7);
  const drawn = Array.from({ length: 40_000 }, () => drawApproveAnswer(chance));
  const lies = drawn.filter(
    ({ status, applied, body, headers, timing }) =>
      !timing.startsWith('reset') &&
      (applied
        ? status === 401 || status === 429 || (status === 422 && body === 'error')
        : status === 200 && body === 'bill' && headers === 'quota'),
  );
  const kinds = new Set(drawn.map((each) => labelOf('approve', each)));
  const looked = [
    'approve 503 html applied',
    'approve 200 error not applied',
    'approve 200 emptyArray not applied',
    'approve 202 bill not applied',
    'approve 409 error applied',
    'approve resetAfter applied',
  ];
  expect([lies, looked.filter((kind) => !kinds.has(kind)), kinds.size > 600]).toEqual([
    [],
    [],
    true,
  ]);
});

test('the reference peer has its own reading of the page and imports nothing of Billfold or the sandbox', () => {
  const folder = new URL('.', import.meta.url);
  const importing = readdirSync(folder)
    .filter((name) => !name.endsWith('.test.ts'))
    .filter((name) => /from '\.\.\//.test(readFileSync(new URL(name, folder), 'utf8')));
  expect(importing).toEqual([]);
});
