import { expect, test } from 'vitest';
import { fieldsIn, parseBody, type AnswerBody } from './answer.ts';

const json = (value: unknown) => ({ form: 'json', value }) as const;
const html = (text: string): AnswerBody => ({ form: 'html', text });
const text = (said: string, brokenJson = false): AnswerBody => ({
  ...{ form: 'text', text: said, brokenJson },
});

const twice = (sent: string): string => JSON.stringify(sent);
const wide = (fields: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: fields }, (_, at) => [`f${at}`, 1])));
const nested = (fields: number) => ({ data: { bills: { items: JSON.parse(wide(fields)) } } });

test.each<[string, string | null, AnswerBody]>([
  [' \n', 'application/json', { form: 'empty' }],
  [' {"a":1}\n', null, json({ a: 1 })],
  ['{"a":"<html>"}', 'application/json; note=text/html', json({ a: '<html>' })],
  ['{"a":1}', 'Text/HTML; charset=utf-8', { ...json({ a: 1 }), asHtml: true }],
  [' [1]', 'application/xhtml+xml', { ...json([1]), asHtml: true }],
  ['{"a":1', 'text/html', html('{"a":1')],
  ['"OK"', 'text/html', html('"OK"')],
  [' <!DOCTYPE html><p>', null, html('<!DOCTYPE html><p>')],
  ['<html>', 'application/json', html('<html>')],
  ['<htmlx>', null, text('<htmlx>')],
  ['OK', 'application/problem+json', text('OK', true)],
  ['OK', 'text/plain', text('OK')],
  ['OK', null, text('OK')],
  ['{"a', 'text/plain', text('{"a', true)],
  ['[1,', null, text('[1,', true)],
  ['see {a}', null, text('see {a}')],
  ['"{\\"a\\":1}"', null, json({ a: 1 })],
  [twice(' [{"id":12345678901234567}] '), null, json([{ id: '12345678901234567' }])],
  [twice('{"a":{"String":"x","Valid":true}}'), null, json({ a: 'x' })],
  [twice(twice('{"a":1}')), null, json(twice('{"a":1}'))],
  ...['{"a":1', '{"a":1}{', '{"a":1,"a":2}', '7', 'null', '"OK"', 'Bill {approved}'].map(
    (each): [string, null, AnswerBody] => [twice(each), null, json(each)],
  ),
  [twice(wide(10_001)), null, text(twice(wide(10_001)), true)],
  [wide(10_000), null, json(JSON.parse(wide(10_000)))],
  [wide(10_001), null, text(wide(10_001), true)],
  [`{"data":{"bills":{"items":${wide(10_000)}}}}`, null, json(nested(10_000))],
  [
    `{"data":{"bills":{"items":${wide(10_001)}}}}`,
    null,
    text(JSON.stringify(nested(10_001)), true),
  ],
  [`[${wide(10_001)}]`, null, json([JSON.parse(wide(10_001))])],
])('Q-60 a body’s form is recognized: %#', (body, contentType, parsed) => {
  expect(parseBody(new TextEncoder().encode(body), contentType)).toEqual(parsed);
});

test.each<[string, string]>([
  ['application/json; charset=ISO-8859-1', 'Müller'],
  ['application/json; Charset="windows-1252"', 'Müller'],
  ['application/json', 'M\uFFFDller'],
  ['application/json; charset=none', 'M\uFFFDller'],
])(
  'Q-60 a body that is not UTF-8 is decoded with the charset of its content type: %s',
  (type, name) => {
    const bytes = Buffer.from('"Müller"', 'latin1');
    expect(parseBody(bytes, type)).toEqual(json(name));
    expect(parseBody(new TextEncoder().encode('"Müller"'), type)).toEqual(json('Müller'));
  },
);

test('Q-60 only an object has fields', () => {
  expect([{ a: 1 }, ['a'], 'ab', null, 7].map(fieldsIn)).toEqual([{ a: 1 }, {}, {}, {}, {}]);
});
