import { expect, test, vi } from 'vitest';
import { createObservable } from './observable.ts';

test('a listener that throws stops neither the setter nor other listeners', () => {
  const faults: unknown[] = [];
  const value = createObservable(1, (problem) => faults.push(problem));
  const received: number[] = [];
  value.subscribe(() => {
    throw new Error('broken');
  });
  value.subscribe(() => received.push(value.get()));
  value.set(2);
  expect({ value: value.get(), received, faults: faults.map(String) }).toEqual({
    value: 2,
    received: [2],
    faults: ['Error: broken'],
  });
});

test('an error of a listener becomes an unhandled rejection, which window and main report', () => {
  const rejected: unknown[] = [];
  vi.spyOn(Promise, 'reject').mockImplementation((problem) => {
    rejected.push(problem);
    return new Promise<never>(() => undefined);
  });
  const value = createObservable(1);
  value.subscribe(() => {
    throw new Error('broken');
  });
  value.set(2);
  expect(rejected.map(String)).toEqual(['Error: broken']);
});
