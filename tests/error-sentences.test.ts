import { expect, test } from 'vitest';
import { createVirtualClock } from '../src/base/testing/virtual-clock.ts';
import { classifyAnswer } from '../src/main/api/classify-answer.ts';
import { sendRequest } from '../src/main/api/send-request.ts';
import { formatServiceError, type Sentence } from '../src/renderer/kit/ui/sentences.ts';

/** The whole way of an error: the service's bytes, main's reading of them, the sentence on screen. */
async function sentenceFor(status: number, body: string, contentType: string): Promise<Sentence> {
  const clock = createVirtualClock();
  const fetch = async (): Promise<Response> =>
    new Response(body, { status, headers: { 'content-type': contentType } });
  const url = 'https://service.test/api/v1/bills';
  const request = { method: 'GET', url, organizationId: 'org-1', token: 'token-1' } as const;
  const sent = await sendRequest({ fetch, clock }, request);
  if (!sent.ok) throw new Error(sent.error.technical);
  const answer = classifyAnswer(sent.value, {
    label: 'GET /api/v1/bills',
    scope: 'money_out',
    retryAtMs: 5_000,
    nowMs: clock.nowMs(),
    serviceNowMs: clock.nowMs(),
    isSuccess: () => true,
    isRefusal: () => true,
    secrets: [request.token],
  });
  if (answer.ok) throw new Error('no error');
  return formatServiceError(answer.error, 'en-US');
}

const json = 'application/json';
const forms: Readonly<Record<string, readonly [body: string, type: string, quote: string | null]>> =
  {
    documented: [
      '{"error":"Not this one","code":"nope","details":{"status":["is paid"]}}',
      json,
      'Not this one',
    ],
    OAuth: ['{"error":"denied","error_description":"Not for you"}', json, 'Not for you'],
    text: ['Not now', 'text/plain', 'Not now'],
    HTML: ['<!doctype html><title>Gateway</title><h1>Oops</h1>', 'text/html', null],
    empty: ['', json, null],
    'another shape': ['{"errors":[{"field":"status","message":"is paid"}]}', json, null],
    'broken JSON': ['{"error":"Not th', json, '{"error":"Not th'],
  };
const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 503];
const cases = Object.keys(forms).flatMap((form) =>
  statuses.map((status) => [status, form] as const),
);

test.each(cases)('R-55 %i as %s is one sentence, and the rest is apart', async (status, form) => {
  const [body = '', type = '', quote = null] = forms[form] ?? [];
  const { title, whatToDo, quote: said, technical } = await sentenceFor(status, body, type);
  expect({
    title: /^[A-Z].{8,}[^.]$/u.test(title),
    whatToDo: /^[A-Z].{8,}\.$/u.test(whatToDo),
    isPlain: !/[<>{}]|HTTP|\d{3}/u.test(`${title} ${whatToDo.replaceAll(/\d+:\d+/gu, '')}`),
    said,
    technical: technical?.startsWith(`HTTP ${status} · `),
    hasMarkup: /<[a-z!]/iu.test(technical ?? ''),
  }).toEqual({
    title: true,
    whatToDo: true,
    isPlain: true,
    said: quote,
    technical: true,
    hasMarkup: false,
  });
});

test.each([
  ['documented', ['status: is paid']],
  ['another shape', ['status: is paid']],
  ['empty', []],
] as const)(
  'R-50 what a validation found is read out, from the wire on: %s',
  async (form, lines) => {
    const [body = '', type = ''] = forms[form] ?? [];
    expect((await sentenceFor(422, body, type)).details).toEqual(lines);
  },
);
