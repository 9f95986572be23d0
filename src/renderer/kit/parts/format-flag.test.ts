import { expect, test } from 'vitest';
import type { Flag } from '../../core/model/flag.ts';
import { sampleBill } from '../testing/samples.ts';
import { formatFlag } from './format-flag.ts';

const said = (flag: Flag, billNumber: string, otherNumber: string): string =>
  formatFlag(flag, {
    bill: sampleBill({ billNumber }),
    billOf: () => sampleBill({ billNumber: otherNumber }),
    approved: new Set(['approved']),
    organizationOf: () => '',
    nowMs: 0,
    locale: 'en-US',
  });

test.each([
  ['INV-77120', 'inv 77120', 'number'],
  ['INV-77120-R', 'INV-77120', 'number (without its suffix)'],
])('a copy numbered %s, of %s, has the same %s', (number, other, same) => {
  const fields = { same: ['vendor', 'number', 'total'], otherIds: ['b'], copyIds: [] } as const;
  expect(said({ kind: 'duplicate', strength: 'near', ...fields }, number, other)).toContain(
    `Same vendor, ${same}, and total as ${other}`,
  );
});

test('a copy that the user approved is called approved, not open', () => {
  const copy: Flag = {
    ...{ kind: 'duplicate', strength: 'near', same: ['vendor', 'number', 'total'] },
    ...{ otherIds: ['approved'], copyIds: ['approved'] },
  };
  const other = sampleBill({ id: 'approved', billNumber: 'RY-88' });
  const context = { bill: sampleBill({}), billOf: () => other, organizationOf: () => '' };
  const saidIf = (...ids: readonly string[]) =>
    formatFlag(copy, { ...context, approved: new Set(ids), nowMs: 0, locale: 'en-US' });
  expect(saidIf('approved')).toContain('as RY-88 (approved by you).');
  expect(saidIf()).toContain('as RY-88 (open).');
});

test('a change of invisible characters is shown with their codes', () => {
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
