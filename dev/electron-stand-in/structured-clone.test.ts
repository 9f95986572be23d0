import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createCodec, type Codec } from './structured-clone.ts';

const { encode, decode } = createCodec();

test.each([
  [undefined],
  [null],
  [''],
  [[]],
  [['array', ['undefined']]],
  [{ a: undefined, b: [1, { c: 'x' }], 'd e': null }],
  [-0],
  [Number.NaN],
  [Number.NEGATIVE_INFINITY],
  [12345678901234567890n],
  [new Date(5)],
  [new Map<unknown, unknown>([[{ key: 1 }, new Set([1, 'two'])]])],
  [new Uint8Array([1, 2, 255])],
])('%o crosses between page and main unchanged', (value) => {
  expect(decode(encode(value))).toEqual(value);
});

test.each([
  ['a function', () => 1],
  ['a function inside', { undo: () => 1 }],
  ['a symbol', Symbol('s')],
  ['a promise', Promise.resolve()],
])('%s does not cross', (_what, value) => {
  expect(() => encode(value)).toThrow(/could not be cloned/);
});

test('an error crosses as its name and message', () => {
  const arrived = decode(encode(new TypeError('said'))) as Error;
  expect([arrived instanceof Error, arrived.name, arrived.message]).toEqual([
    true,
    'TypeError',
    'said',
  ]);
});

test('the codec’s source runs on its own, as in the page', () => {
  const alone = runInThisContext(`(${createCodec.toString()})()`) as Codec;
  expect(alone.decode(encode({ at: new Date(7) }))).toEqual({ at: new Date(7) });
});

test('a class instance crosses as its fields only', () => {
  class Money {
    readonly cents = 5;
    double(): number {
      return this.cents * 2;
    }
  }
  const arrived = decode(encode(new Money()));
  expect([arrived, Object.getPrototypeOf(arrived) === Object.prototype]).toEqual([
    { cents: 5 },
    true,
  ]);
});

test('a field named __proto__ stays a field', () => {
  const arrived = decode('{"__proto__":{"admin":true}}') as Record<string, unknown>;
  expect([Object.keys(arrived), arrived['admin']]).toEqual([['__proto__'], undefined]);
});
