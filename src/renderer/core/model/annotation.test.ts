import { expect, test } from 'vitest';
import { tagsIn } from './annotation.ts';

test.each([
  ['#urgent, ask Ada (#Q3-audit) #urgent', ['urgent', 'Q3-audit']],
  ['#größe\n#日本', ['größe', '日本']],
  ['bill #43187, C#minor, ## , no.#x, #', []],
  ['', []],
])('M-21 the tags of %j are %j', (note, tags) => {
  expect(tagsIn(note)).toEqual(tags);
});
