import { expect, test } from 'vitest';
import { readRoute, routeHref } from './route.ts';

test('R-29 a link leads to its screen, with a bill when it names one; anything else to Review', () => {
  const hashes = ['', '#/approvals', '#/settings', '#/nowhere', routeHref('review', 'a/b %')];
  expect([...hashes, '#/review/%E0%A4%A', '#/settings/x', '#/insights'].map(readRoute)).toEqual([
    { screen: 'review', billId: null },
    { screen: 'approvals', billId: null },
    { screen: 'settings', billId: null },
    { screen: 'review', billId: null },
    { screen: 'review', billId: 'a/b %' },
    { screen: 'review', billId: null },
    { screen: 'settings', billId: null },
    { screen: 'insights', billId: null },
  ]);
});
