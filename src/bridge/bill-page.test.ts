import { expect, test } from 'vitest';
import { billPageOf, billPageProblem } from './bill-page.ts';

const page = (address: string, billId = 'b/1?', billNumber: string | null = 'N 1&x') =>
  billPageOf({ connectionId: 'c', address }, { billId, billNumber });

test('D-50 a bill’s page is only under the https host that the user typed', () => {
  expect({
    pages: [
      page('https://books.example/bills/{id}'),
      page('https://books.example/find?q={number}#{id}'),
      page('https://books.example/bills/{id}', '..'),
      page('https://books.example/bills/{number}', 'b', null),
      page('https://books.example/bills/{id}', '\ud83d\ude00/../../@evil.example'),
    ],
    problems: [
      'http://books.example/{id}',
      'https://{id}.example/',
      'https://books.example{id}/',
      'https://me@books.example/{id}',
      'javascript:alert({id})//',
      'https://books.example/bills',
    ].map(billPageProblem),
  }).toEqual({
    pages: [
      'https://books.example/bills/b%2F1%3F',
      'https://books.example/find?q=N%201%26x#b%2F1%3F',
      null,
      null,
      'https://books.example/bills/%F0%9F%98%80%2F..%2F..%2F%40evil.example',
    ],
    problems: ['notHttps', 'notHttps', 'notHttps', 'notHttps', 'notHttps', 'noPlace'],
  });
});
