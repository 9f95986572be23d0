import { expect, test } from 'vitest';
import { createBillLinks, isPlainStart } from './bill-links.ts';

test('D-51 a link notifies the window once; the newest wins; other addresses, and two links at once, are ignored', () => {
  const links = createBillLinks();
  links.started(['billfold', 'billfold://bill/before']);
  const observed: (string | null)[] = [links.take()];
  links.watch(() => observed.push('observed'));
  links.started(['--lang=de', '--', 'billfold://bill/b1']);
  links.opened('billfold://bill/b2');
  observed.push(links.take(), links.take());
  links.started(['billfold', '/home/ada/bill.pdf', 'https://bill/b3', '--inspect']);
  links.started(['billfold://bill/b4', 'BILLFOLD://bill/b5']);
  links.opened('billfold://approve/b6');
  expect([...observed, links.take()]).toEqual(['before', 'observed', 'observed', 'b2', null, null]);
});

test.each([
  [['billfold', '/home/ada/bill.pdf'], true],
  [['billfold', 'billfold://x'], false],
  [['billfold', 'BILLFOLD:approve'], false],
  [['--', 'billfold://bill/b1'], false],
])('D-51 a start by a link does not itself bring the window to the front: %j', (args, is) => {
  expect(isPlainStart(args)).toBe(is);
});
