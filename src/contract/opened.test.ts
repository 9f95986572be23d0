import { expect, test } from 'vitest';
import { opened } from './opened.ts';

test('Q-61 a value that an encoder wraps is the value', () => {
  const wrappers = [
    '#text',
    '_text',
    '$t',
    '$text',
    '_',
    'S',
    'N',
    'BOOL',
    'seconds',
    '$date',
  ].concat('$oid', '$numberInt', '$numberLong', '$numberDouble', '$numberDecimal');
  for (const wrapper of wrappers) expect(opened({ a: { [wrapper]: 'x' } })).toEqual({ a: 'x' });
  expect(opened({ a: { $date: { $numberLong: '7' } } })).toEqual({ a: '7' });
  expect(opened({ a: { '@type': 'text', '#text': 'x' } })).toEqual({ a: 'x' });
  expect(opened({ a: { seconds: 7, nanos: 0 } })).toEqual({ a: 7 });
  for (const plain of [{ S: 'x', T: 'y' }, { s: 'x' }, { 'a@': 'x', '#text': 'y' }, {}])
    expect(opened({ a: plain })).toEqual({ a: plain });
});

test('Q-61 a value that says that there is none is null', () => {
  for (const nothing of ['NULL', '$undefined', 'nil', '@nil', 'xsi:nil', '@xsi:nil']) {
    expect(opened([{ [nothing]: true }, { [nothing]: 'true' }])).toEqual([null, null]);
    expect(opened({ [nothing]: false })).toEqual({ [nothing]: false });
  }
  expect(opened({ other: true })).toEqual({ other: true });
});

test('Q-61 fields of a part are fields of the object around it, which come first', () => {
  for (const part of ['attributes', '@attributes', '_attributes', '$', '_embedded']) {
    const sent = { id: 1, [part]: { id: 2, state: 'x', attributes: { rank: 3, state: 'y' } } };
    expect(opened(sent)).toEqual({ id: 1, state: 'x', rank: 3 });
    for (const value of [null, ['x'], 'x'])
      expect(opened({ id: 1, [part]: value })).toEqual({ id: 1, [part]: value });
  }
  expect(opened({ id: 1, other: { id: 2 } })).toEqual({ id: 1, other: { id: 2 } });
});

test('Q-61 other values, and ones too deep to read, stay as they are', () => {
  let deep: object = { S: 'x' };
  for (let level = 0; level < 20_000; level++) deep = { deep };
  expect(opened(deep)).toBe(deep);
  for (const plain of ['x', 7, true, null]) expect(opened(plain)).toBe(plain);
});

test('Q-61 an entry of a list of custom fields is the field', () => {
  for (const name of ['name', 'key', 'label', 'field', 'fieldName'])
    expect(opened([{ id: 1, [name]: 'My  State', value: 'x' }])).toEqual([
      { id: 1, [name]: 'My  State', My__State: 'x' },
    ]);
  expect(opened([{ id: 1, name: 'id', value: 2 }])).toEqual([{ id: 1, name: 'id' }]);
  for (const plain of [{ title: 'x', value: 1 }, { name: 7, value: 1 }, { name: 'x' }, null, 7])
    expect(opened([plain])).toEqual([plain]);
  expect(opened({ name: 'x', value: 1 })).toEqual({ name: 'x', value: 1 });
});

test('Q-61 a value that may be absent is the value, or null', () => {
  expect(opened({ a: { Time: 'x', Valid: true } })).toEqual({ a: 'x' });
  expect(opened({ a: { Time: 'x', Valid: false } })).toEqual({ a: null });
  expect(opened({ a: { Valid: true, Time: 'x' } })).toEqual({ a: 'x' });
  for (const plain of [{ Valid: true }, { a: 1, b: 2, Valid: true }])
    expect(opened({ plain })).toEqual({ plain });
});
