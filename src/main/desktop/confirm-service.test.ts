import { expect, test } from 'vitest';
import { createServiceConfirmation } from './confirm-service.ts';

const to = (serviceUrl: string, authUrl = serviceUrl) => ({ serviceUrl, authUrl });

test('D-36 the user confirms an unknown address in its real form, one question at a time', async () => {
  const asked: (readonly string[])[] = [];
  const answer = Promise.withResolvers<boolean>();
  const confirm = createServiceConfirmation({
    known: () => [null, to('https://books.example.com/v1', 'https://login.example.com')],
    ask: (origins) => {
      asked.push(origins);
      return answer.promise;
    },
  });
  const known = await confirm(to('https://books.example.com/v2', ' https://login.example.com/x'));
  const first = confirm(to('https://login.example.com', 'https://bооks.example.com'));
  const second = await confirm(to('https://other.example.com'));
  answer.resolve(true);
  const third = await first.then(() => confirm(to('http://127.0.0.1:8000')));
  // Main does not ask again in the same run about an address the user has confirmed.
  await confirm(to('http://127.0.0.1:8000/api'));
  expect({ known, first: await first, second, third, asked }).toEqual({
    known: true,
    first: true,
    second: false,
    third: true,
    asked: [['https://xn--bks-seda.example.com'], ['http://127.0.0.1:8000']],
  });
});
