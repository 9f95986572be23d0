import { expect, test } from 'vitest';
import {
  isMailAddress,
  LONGEST_MAIL_ADDRESS,
  mailAddressIn,
  mailDraftSchema,
  mailtoOf,
} from './mail-draft.ts';

const draft = {
  to: 'anna@example.com',
  subject: 'Bill & question?',
  body: 'Vendor: Acme\nAmount: €1',
  link: 'billfold://bill/b1',
};

test('H-60 a draft has one address, a subject, the facts and the link, and nothing else', () => {
  const url = new URL(mailtoOf(draft) ?? '');
  expect([url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
    'anna@example.com',
    { subject: 'Bill & question?', body: 'Vendor: Acme\r\nAmount: €1\r\n\r\nbillfold://bill/b1' },
  ]);
});

test('H-60 a subject is one line, whatever the vendor and the number hold', () => {
  const subject = 'Bill: Acme\r\nBcc: thief@example.com\u0085x\u2028y';
  expect(new URL(mailtoOf({ ...draft, subject }) ?? '').searchParams.get('subject')).toBe(
    'Bill: Acme Bcc: thief@example.com x y',
  );
});

test('H-60 facts that are too long are cut, the link is not', () => {
  const url = mailtoOf({ ...draft, body: `${'צ😀'.repeat(900)}\ud800` }) ?? '';
  expect([url.length <= LONGEST_MAIL_ADDRESS, url.length > LONGEST_MAIL_ADDRESS - 60]).toEqual([
    true,
    true,
  ]);
  expect(new URL(url).searchParams.get('body')?.endsWith('…\r\n\r\nbillfold://bill/b1')).toBe(true);
  expect(mailtoOf({ ...draft, link: 'x'.repeat(2_000) })).toBeNull();
});

test.each(['a@b', 'a@b.c?cc=d@e.f', 'a@b.c,d@e.f', 'a b@c.d', 'a@b.c\n', '"a"@b.c', 'Anna'])(
  'H-60 a draft refuses the address %j',
  (to) => {
    expect([isMailAddress(to), mailDraftSchema.safeParse({ ...draft, to }).success]).toEqual([
      false,
      false,
    ]);
  },
);

test.each([
  ['anna@example.com', 'anna@example.com'],
  [' Anna Berg <anna@example.com> ', 'anna@example.com'],
  ['<anna@example.com>', 'anna@example.com'],
  ['Anna', ''],
  ['Anna <anna>', ''],
  ['Anna <a@b.c?cc=d@e.f>', ''],
  ['Anna <a@b.c>, Ben <d@e.f>', ''],
  ['Anna <a@b.c> d@e.f', ''],
])('H-60 the person asked, %j, gives the recipient %j', (whom, to) => {
  expect(mailAddressIn(whom)).toBe(to);
});
