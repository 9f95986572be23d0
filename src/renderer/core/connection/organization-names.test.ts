import { expect, test } from 'vitest';
import { organizationNames } from './organization-names.ts';

test('organizations with the same name show their ids, and one without a name shows its id', () => {
  const names = organizationNames([
    { id: '11111111-aaaa', name: 'Acme' },
    { id: '22222222-bbbb', name: 'Acme' },
    { id: '22222222-cccc', name: 'Acme' },
    { id: '33333333-cccc', name: 'Lumen' },
    { id: '44444444-dddd', name: ' ' },
  ]);
  expect([...names.values()]).toEqual([
    'Acme (11111111)',
    'Acme (22222222-bbbb)',
    'Acme (22222222-cccc)',
    'Lumen',
    '44444444-dddd',
  ]);
});
