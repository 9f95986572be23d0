import { expect, test } from 'vitest';
import { isTagged, printChoice, paperOf } from './print-size.ts';

test('X-8 hundreds of pages are asked about, and more than a document holds are not offered', () => {
  expect([40, 5_000, 5_001, 20_000, 100_000].map(printChoice)).toEqual([
    { asks: false, first: { rows: 40, pages: 2 }, all: { pages: 2 } },
    { asks: false, first: { rows: 5_000, pages: 140 }, all: { pages: 140 } },
    { asks: true, first: { rows: 5_000, pages: 140 }, all: { pages: 140 } },
    { asks: true, first: { rows: 5_000, pages: 140 }, all: { pages: 570 } },
    { asks: true, first: { rows: 5_000, pages: 140 }, all: null },
  ]);
});

test('X-9 the paper is what people have where they live', () => {
  expect(['en-US', 'es-MX', 'fr-CA', 'de-DE', 'en', 'ar-EG', 'de'].map(paperOf)).toEqual([
    'Letter',
    'Letter',
    'Letter',
    'A4',
    'Letter',
    'A4',
    'A4',
  ]);
});

test('X-9 a PDF can be listened to while that costs about a second', () => {
  expect([isTagged(1_000), isTagged(1_001)]).toEqual([true, false]);
});
