import { expect, test } from 'vitest';
import { completeAddress } from './typed-address.ts';

test.each([
  ['books.example.com', 'https://books.example.com'],
  [' books.example.com/tenant ', 'https://books.example.com/tenant'],
  ['books.example.com:8443', 'https://books.example.com:8443'],
  ['bücher.example', 'https://bücher.example'],
  ['192.0.2.7:8000/api', 'https://192.0.2.7:8000/api'],
  ['localhost:3000', 'http://localhost:3000'],
  ['LOCALHOST', 'http://LOCALHOST'],
  ['127.0.0.1:3000/x', 'http://127.0.0.1:3000/x'],
  ['[::1]:3000', 'http://[::1]:3000'],
  ['localhost.example.com', 'https://localhost.example.com'],
  ['https://books.example.com', 'https://books.example.com'],
  ['http://books.example.com', 'http://books.example.com'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['user:pass@books.example.com', 'user:pass@books.example.com'],
  ['mailto:ap@example.com', 'mailto:ap@example.com'],
  ['nonsense', 'nonsense'],
  ['two words.example', 'two words.example'],
  ['', ''],
])('an address typed as %j is completed to %j', (typed, complete) => {
  expect([completeAddress(typed), completeAddress(complete)]).toEqual([complete, complete]);
});
