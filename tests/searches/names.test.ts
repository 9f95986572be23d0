import { expect, test } from 'vitest';
import { namesCompany } from './names-company.ts';
import { cases, shown } from './show.ts';

test.each(cases('names'))(
  'V-20 among names with signs “%s” finds and shows %j',
  (search, expected) => {
    expect(shown(search, 'en-US', null, namesCompany)).toEqual(expected);
  },
);
