import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { strict } from './strict.ts';

class Counter extends EventEmitter {
  #count = 0;
  static readonly kind = 'counter';
  next(): number {
    return ++this.#count;
  }
  get count(): number {
    return this.#count;
  }
}

test('an unsupported member throws with its name', () => {
  const dock = strict('app', { quit: () => {} }) as { dock?: unknown };
  expect(() => dock.dock).toThrow('The Electron stand-in does not support app.dock.');
});

test('a supported member works as it does without the guard', () => {
  const counter = strict('counter', new Counter());
  const received: number[] = [];
  counter.on('count', (count: number) => received.push(count));
  counter.emit('count', counter.next());
  expect({ received, count: counter.count, isCounter: counter instanceof Counter }).toEqual({
    received: [1],
    count: 1,
    isCounter: true,
  });
});
