import { expect, test } from 'vitest';
import type { Flag } from '../../core/model/flag.ts';
import { sampleBill } from '../testing/samples.ts';
import { formatFlag } from './format-flag.ts';

const said = (flag: Flag, billNumber: string, otherNumber: string): string =>
  formatFlag(flag, {
    bill: sampleBill({ billNumber }),
    billOf: () => sampleBill({ billNumber: otherNumber }),
    organizationOf: () => '',
    nowMs: 0,
    locale: 'en-US',
  });

test.each([
  ['INV-77120', 'inv 77120', 'number'],
  ['INV-77120-R', 'INV-77120', 'number (without its suffix)'],
])('a copy numbered %s, of %s, has the same %s', (number, other, same) => {
  const fields = { same: ['vendor', 'number', 'total'], otherIds: ['b'], exactIds: [] } as const;
  expect(said({ kind: 'duplicate', strength: 'near', ...fields }, number, other)).toContain(
    `Same vendor, ${same}, and total as ${other}`,
  );
});

test('a change of unseen characters is shown with their codes', () => {
  const change = {
    field: 'memo',
    before: 'Oak',
    after: 'Oak\u200B',
    beforeCurrency: 'EUR',
  } as const;
  expect(said({ kind: 'changed', seenAtMs: 0, changes: [change] }, 'A', 'B')).toMatch(
    /“Oak”.*“Oak⟨U\+200B⟩”/u,
  );
});
