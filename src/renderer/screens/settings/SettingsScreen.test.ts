import { expect, test } from 'vitest';
import { messages } from '../../kit/text/messages.ts';
import { numberOptions } from './SettingsScreen.tsx';

const { approving } = messages.settings;

test('an undo period set by hand is among the choices, in order', () => {
  expect(numberOptions(approving.undo, 7_000).map(({ label }) => label)).toEqual([
    'Off',
    '5 seconds',
    '7 seconds',
    '10 seconds',
    '30 seconds',
    '1 minute',
  ]);
});

test('skipping the check is off by default, and an age set by hand is among the choices, in order', () => {
  const ids = [0, 30].map((age) => numberOptions(approving.skipCheck, age).map(({ id }) => id));
  expect(ids).toEqual([
    ['0', '1', '5', '15'],
    ['0', '1', '5', '15', '30'],
  ]);
});
