import { expect, test } from 'vitest';
import { createBillLinks } from './bill-links.ts';

test('D-51 a link notifies the window once, the newest wins, and other addresses or two links at once are ignored', () => {
  const links = createBillLinks();
  links.started(['billfold', 'billfold://bill/before']);
  const told: (string | null)[] = [links.take()];
  links.watch(() => told.push('told'));
  links.started(['--lang=de', '--', 'billfold://bill/b1']);
  links.opened('billfold://bill/b2');
  told.push(links.take(), links.take());
  links.started(['billfold', '/home/ada/bill.pdf', 'https://bill/b3', '--inspect']);
  links.started(['billfold://bill/b4', 'BILLFOLD://bill/b5']);
  links.opened('billfold://approve/b6');
  expect([...told, links.take()]).toEqual(['before', 'told', 'told', 'b2', null, null]);
});
