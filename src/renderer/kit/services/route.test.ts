import { expect, test } from 'vitest';
import { readRoute, routeHref } from './route.ts';

const plain = { billId: null, part: null };

test('a link opens its screen, with the bill that it names; any other address opens Review', () => {
  const hashes = ['', '#/approvals', '#/settings', '#/nowhere', routeHref('review', 'a/b %')];
  expect([...hashes, '#/review/%E0%A4%A', '#/settings/x', '#/reports/y'].map(readRoute)).toEqual([
    { ...plain, screen: 'review' },
    { ...plain, screen: 'approvals' },
    { ...plain, screen: 'settings' },
    { ...plain, screen: 'review' },
    { ...plain, screen: 'review', billId: 'a/b %' },
    { ...plain, screen: 'review' },
    { ...plain, screen: 'settings', part: 'x' },
    { ...plain, screen: 'reports', part: 'y' },
  ]);
});
