import { expect, test } from 'vitest';
import { de } from '../../kit/text/de/de.ts';
import { en } from '../../kit/text/en/en.ts';
import { paymentWayIn, tagsIn, withTag } from './annotation.ts';

test.each([
  ['#urgent, ask Ada (#Q3-audit) #urgent', ['urgent', 'Q3-audit']],
  ['#größe\n#日本', ['größe', '日本']],
  ['bill #43187, C#minor, ## , no.#x, #', []],
  ['', []],
])('M-21 the tags of %j are %j', (note, tags) => {
  expect(tagsIn(note)).toEqual(tags);
});

test('R-103 a payment is explained by the tag of a known way in either language, and by no other words', () => {
  const notes = [
    'who?',
    'NOT by direct debit',
    '#urgent',
    withTag('ok ', 'direct-debit'),
    '#Lastschrift',
  ];
  expect(notes.map(paymentWayIn)).toEqual([null, null, null, 'directDebit', 'directDebit']);
  for (const { ways, tags } of [en.flags.paidUnapproved, de.flags.paidUnapproved])
    expect(Object.values(tags).map((tag) => paymentWayIn(`#${tag}`))).toEqual(Object.keys(ways));
});
