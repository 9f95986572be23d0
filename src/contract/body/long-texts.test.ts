import { expect, test } from 'vitest';
import { parseBody, type Answer } from './answer.ts';
import { readList } from '../lists/list.ts';
import { readRateHeaders } from './rate-headers.ts';
import { readApproveAnswer, readReadAnswer } from '../answers/read-answer.ts';
import { sentBillSchema } from '../items/sent-items.ts';
import { billOfAnswers } from '../testing/answers.ts';

// Main reads every answer. While an expression backtracks, nothing else happens, not even quitting.
/** Linear readings of a text this long take some 10 ms; quadratic ones take minutes, past the time limit of a test. */
const LENGTH = 200_000;

const facts = {
  ...{ label: 'GET /x', quota: 'there' as const, scope: null, granted: [], secrets: [] },
  ...{ retryAtMs: 0, nowMs: 0, serviceNowMs: 0, billId: 'b-1', shown: billOfAnswers },
};

const texts = ['1', ' ', 'a', '-', 'a_', '<!', '<a ', '(1', '\n at ', 'not approved ', 'x=', '@'];
const begins = ['', 'Bill ', 'Rechnung ', 'approver'];
const places: readonly ((text: string) => unknown)[] = [
  ...['message', 'detail', 'error', 'status', 'approved', 'approval_status'].map(
    (key) => (text: string) => ({ [key]: text }),
  ),
  (text) => text,
  (text) => ({ [text]: true }),
  (text) => ({ errors: [{ detail: text }] }),
  (text) => ({ statusCode: 409, body: text }),
  (text) => ({ history: [{ event: text }], approval: { status: text } }),
  ...Object.keys(billOfAnswers).map((key) => (text: string) => ({ ...billOfAnswers, [key]: text })),
  (text) => ({ ...billOfAnswers, memo: text, vendor: { id: 'v-1', name: text } }),
];

function answerOf(status: number, sent: unknown): Answer {
  const contentType = typeof sent === 'string' ? 'text/plain' : 'application/json';
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  const headers = new Headers({ 'content-type': contentType });
  const body = parseBody(new TextEncoder().encode(text), contentType);
  return { status, headers, body, bodyProblem: null, reading: readRateHeaders(headers) };
}

test.each(texts)('a long text of %j is read within seconds, wherever it stands', (text) => {
  const conflicts = begins.flatMap((begin) =>
    places.map((place) => {
      const sent = place(`${begin}${text.repeat(LENGTH / text.length)}!`);
      for (const status of [200, 422]) readApproveAnswer(answerOf(status, sent), facts);
      readReadAnswer(answerOf(422, sent), facts);
      readList(sentBillSchema, answerOf(200, { bills: [sent], has_more: false }), {
        ...{ ...facts, resource: 'bills', after: null, limit: 50, hasPaged: false },
        ...{ listsBare: null, isCached: false },
      });
      const conflict = readApproveAnswer(answerOf(409, sent), facts);
      return conflict.ok || conflict.error.kind;
    }),
  );
  expect(new Set(conflicts)).toEqual(new Set(['conflict']));
});

test('a bill with a long text is confirmed as it was sent', () => {
  const memo = 'm'.repeat(LENGTH);
  const answer = readApproveAnswer(answerOf(200, { ...billOfAnswers, memo }), facts);
  expect(answer).toMatchObject({ ok: true, value: { bill: { memo } } });
});

test('an answer with thousands of fields confirms nothing, and is read within seconds', () => {
  const fieldsOf = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]));
  const deep = { data: { data: { data: fieldsOf(30_000) } } };
  const wide = [fieldsOf(30_000), fieldsOf(9_000), [fieldsOf(9_000)], deep];
  const kinds = wide.map((data) => {
    const answer = readApproveAnswer(answerOf(200, { approved: true, data }), facts);
    return answer.ok || answer.error.kind;
  });
  expect(kinds).toEqual(wide.map(() => 'malformedResponse'));
});

test('a bill with many lines is confirmed', () => {
  const lines = Array.from({ length: 900 }, (_, at) => ({ id: `l-${at}`, memo: 'x', cents: at }));
  const answer = readApproveAnswer(answerOf(200, { ...billOfAnswers, lines }), facts);
  expect(answer).toMatchObject({ ok: true, value: { bill: { id: 'b-1' } } });
});
