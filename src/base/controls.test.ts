import { expect, test } from 'vitest';
import { visibleText } from './controls.ts';

test.each([
  [' Two \u202esites\u2066 ', 'Two sites'],
  ['\u202e\u2069', ''],
  ['\u200b \u00ad\u2060\ufeff\u3164', ''],
  ['a\u200db', 'a\u200db'],
  ['1\n2', '1\n2'],
])(
  'S-1 the user’s own text has no bidi controls, and is empty if none of it is visible: %j',
  (text, expected) => {
    expect(visibleText(text)).toBe(expected);
  },
);
