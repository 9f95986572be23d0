import { expect, test } from 'vitest';
import { createServiceConfirmation, type ConnectionQuestion } from './confirm-service.ts';

const to = (serviceUrl: string, authUrl = serviceUrl) => ({
  ...{ serviceUrl, authUrl, clientId: 'client-1', redirectUri: 'http://127.0.0.1/callback' },
});
const books = to('https://books.example.com/v1', 'https://login.example.com');

/** A confirmation with a user who gives this answer, and the questions asked. */
function confirmation(answer: () => Promise<boolean>) {
  const asked: ConnectionQuestion[] = [];
  const confirm = createServiceConfirmation({
    known: () => [null, books],
    ask: (question) => {
      asked.push(question);
      return answer();
    },
  });
  return { asked, confirm };
}
const nothing = { clientId: null, redirectUri: null };

test('D-36 the user confirms an unknown address in its normalized form, one question at a time', async () => {
  const answer = Promise.withResolvers<boolean>();
  const { asked, confirm } = confirmation(() => answer.promise);
  const known = await confirm(to('https://books.example.com/v1/', ' https://login.example.com'));
  const first = confirm(to('https://books.example.com/v1', 'https://bооks.example.com'));
  const second = await confirm(to('https://other.example.com'));
  answer.resolve(true);
  const third = await first.then(() => confirm(to('http://127.0.0.1:8000')));
  // Main does not ask again in the same run about an address the user has confirmed.
  await confirm(to('http://127.0.0.1:8000/'));
  expect({ known, first: await first, second, third, asked }).toEqual({
    known: true,
    first: true,
    second: false,
    third: true,
    asked: [
      { addresses: ['https://xn--bks-seda.example.com'], ...nothing },
      { addresses: ['http://127.0.0.1:8000'], ...nothing },
    ],
  });
});

test.each<[string, Partial<typeof books>, Partial<ConnectionQuestion>]>([
  [
    'another path',
    { serviceUrl: 'https://books.example.com/tenant-2' },
    { addresses: ['https://books.example.com/tenant-2'] },
  ],
  ['another client', { clientId: 'client-2' }, { clientId: 'client-2' }],
  [
    'the addresses in each other’s place',
    { serviceUrl: books.authUrl, authUrl: books.serviceUrl, clientId: 'client-2' },
    { addresses: [books.authUrl, books.serviceUrl] },
  ],
  [
    'a redirect to another host',
    { redirectUri: 'https://evil.example.com/cb' },
    { redirectUri: 'https://evil.example.com/cb' },
  ],
  [
    'a redirect to another program',
    { redirectUri: 'com.example.app:/cb' },
    { redirectUri: 'com.example.app:/cb' },
  ],
])('D-36 the user confirms %s at a known service, once', async (_, change, question) => {
  const { asked, confirm } = confirmation(async () => true);
  const saved = [await confirm({ ...books, ...change }), await confirm({ ...books, ...change })];
  const all = { addresses: [books.serviceUrl, books.authUrl], ...nothing };
  expect([saved, asked]).toEqual([[true, true], [{ ...all, ...question }]]);
});

test('D-36 another port of this computer needs no question', async () => {
  const { asked, confirm } = confirmation(async () => false);
  const saved = await confirm({ ...books, redirectUri: 'http://localhost:9000/callback' });
  expect([saved, asked]).toEqual([true, []]);
});
