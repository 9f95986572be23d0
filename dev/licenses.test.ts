import { expect, test } from 'vitest';
import { unfitPackages } from './licenses.ts';

test('a license that is unsuitable or missing is reported; tools may have more licenses than distributed packages', () => {
  const packages = {
    '': { license: 'MIT' },
    'node_modules/good': { license: '(GPL-2.0 OR MIT)' },
    'node_modules/both': { license: 'MIT AND GPL-2.0' },
    'node_modules/a/node_modules/@scope/none': {},
    'node_modules/tool': { license: 'MPL-2.0', dev: true },
    'node_modules/part': { license: 'MPL-2.0' },
  };
  expect(unfitPackages(packages)).toEqual([
    'both: MIT AND GPL-2.0',
    '@scope/none: no license',
    'part: MPL-2.0',
  ]);
});
