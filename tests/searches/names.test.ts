import { expect, test } from 'vitest';
import { filmCompany } from './film-company.ts';
import { namesCompany } from './names-company.ts';
import { cases, shown } from './show.ts';

test.each(cases('names'))(
  'V-20 among names with signs “%s” finds and shows %j',
  (search, expected) => {
    expect(shown(search, 'en-US', null, namesCompany)).toEqual(expected);
  },
);

test.each(cases('film'))(
  'V-20 among memos and numbers that look like dates and amounts “%s” finds and shows %j',
  (search, expected) => {
    expect(shown(search, 'en-US', 'monthFirst', filmCompany)).toEqual(expected);
  },
);
