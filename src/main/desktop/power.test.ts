import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { watchPower } from './power.ts';

test('sleep, waking and the power supply are reported', () => {
  const monitor = new EventEmitter();
  const changes: string[] = [];
  watchPower(monitor as never, (change) => changes.push(change));
  for (const name of ['suspend', 'resume', 'on-battery', 'on-ac', 'shutdown']) monitor.emit(name);
  expect(changes).toEqual(['suspended', 'resumed', 'onBattery', 'onMains']);
});
