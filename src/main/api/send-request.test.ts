import { expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '../../contract/body/answer.ts';
import { createVirtualClock, settle } from '../../base/testing/virtual-clock.ts';
import { sendRequest, type OutgoingRequest } from './send-request.ts';
import { jsonAnswer } from './testing/doubles.ts';

const request: OutgoingRequest = {
  method: 'GET',
  url: 'https://service.test/api/v1/bills',
  organizationId: 'org-1',
  token: 'token-1',
  maxBytes: MAX_BODY_BYTES,
};

const neverAnswers = () => new Promise<Response>(() => undefined);

async function bodyOf(response: Response): Promise<unknown> {
  const deps = { fetch: async () => response, clock: createVirtualClock() };
  const answer = await sendRequest(deps, request);
  return answer.ok ? [answer.value.body, answer.value.bodyProblem] : answer.error.kind;
}

const typed = (body: string, contentType: string): Response =>
  new Response(body, { headers: { 'content-type': contentType } });

const html = (text: string) => ({ form: 'html', text });
const text = (read: string, brokenJson: boolean) => ({ form: 'text', text: read, brokenJson });
const cut = '{"data":[';

test.each<[string, () => Response, unknown]>([
  ['JSON', () => jsonAnswer(200, { a: 1 }), { form: 'json', value: { a: 1 } }],
  ['JSON without its type', () => new Response('[1]'), { form: 'json', value: [1] }],
  ['nothing', () => new Response(null, { status: 204 }), { form: 'empty' }],
  ['blanks', () => typed(' \n', 'application/json'), { form: 'empty' }],
  ['a page', () => typed('<p>Hi', 'text/html; charset=utf-8'), html('<p>Hi')],
  ['an empty page', () => typed('', 'text/html'), html('')],
  ['JSON called HTML', () => typed('{}', 'text/html'), { form: 'json', value: {}, asHtml: true }],
  [
    'a page said to be JSON',
    () => typed('<!DOCTYPE html>', 'application/json'),
    html('<!DOCTYPE html>'),
  ],
  ['text', () => typed('busy', 'text/plain'), text('busy', false)],
  ['JSON cut off', () => typed(cut, 'application/json'), text(cut, true)],
])('the content of a body decides, not its declared type: %s', async (_name, response, body) => {
  expect(await bodyOf(response())).toEqual([body, null]);
});

test('a body larger than any answer of the service is not read to its end', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1;
      controller.enqueue(new Uint8Array(1024 * 1024));
    },
  });
  expect([await bodyOf(new Response(endless)), sent < 10]).toEqual([
    [{ form: 'empty' }, 'tooLarge'],
    true,
  ]);
});

test('a body that breaks off is distinguished from a whole one', async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('reset')),
  });
  expect(await bodyOf(new Response(broken))).toEqual([{ form: 'empty' }, 'brokenOff']);
});

const silentBody = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });

test.each<[string, () => Promise<Response>]>([
  ['no answer', neverAnswers],
  ['a body without end', async () => new Response(silentBody)],
])('%s in thirty seconds counts as a lost answer, and no timer stays', async (_name, respond) => {
  const clock = createVirtualClock();
  const signals: (AbortSignal | null | undefined)[] = [];
  const fetch = (_url: string, init: RequestInit) => {
    signals.push(init.signal);
    return respond();
  };
  const answer = sendRequest({ clock, fetch }, request);
  await clock.advance(30_000);
  expect([await answer, signals[0]?.aborted, clock.sleepers()]).toEqual([
    { ok: false, error: { kind: 'answerLost', technical: 'no answer in 30 s' } },
    true,
    0,
  ]);
});

test('a read that no caller needs is stopped', async () => {
  const wanted = new AbortController();
  const clock = createVirtualClock();
  const answer = sendRequest({ clock, fetch: neverAnswers }, request, wanted.signal);
  await settle();
  wanted.abort();
  expect([await answer, clock.sleepers()]).toEqual([
    { ok: false, error: { kind: 'cancelled', technical: 'stopped while under way' } },
    0,
  ]);
});

test('required headers are on every request, and redirects are never followed', async () => {
  const seen: unknown[] = [];
  const fetch = async (_url: string, init: RequestInit) => {
    seen.push([init.redirect, Object.fromEntries(new Headers(init.headers).entries())]);
    return jsonAnswer(200, {});
  };
  const deps = { fetch, clock: createVirtualClock() };
  await sendRequest(deps, request);
  await sendRequest(deps, { ...request, method: 'PATCH' });
  await sendRequest(deps, { ...request, organizationId: null });
  const accept = { accept: 'application/json', authorization: 'Bearer token-1' };
  expect(seen).toEqual([
    ['manual', { ...accept, 'x-organization-id': 'org-1' }],
    ['manual', { ...accept, 'x-organization-id': 'org-1', 'content-type': 'application/json' }],
    ['manual', accept],
  ]);
});

test('an invalid header value proves that no request was sent', async () => {
  const deps = { fetch: neverAnswers, clock: createVirtualClock() };
  const invalid = { ok: false, error: { kind: 'unreachable', technical: 'not a valid request' } };
  expect([
    await sendRequest(deps, { ...request, organizationId: 'org\n1' }),
    await sendRequest(deps, { ...request, url: 'nowhere' }),
  ]).toEqual([invalid, invalid]);
});
