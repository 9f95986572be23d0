import { expect, test } from 'vitest';
import { fail } from '../../base/result.ts';
import { settle } from '../../base/testing/virtual-clock.ts';
import { createComputer, keysOf } from './testing/key-fixture.ts';

test.each(['first', 'known', 'rotated'] as const)(
  'C-90 a sign-out at any moment while keys are sealed leaves none of them on disk (%s start)',
  async (start) => {
    const back: unknown[] = [];
    for (let turns = 0; turns < 120; turns++) {
      const computer = createComputer();
      const before = start === 'first' ? null : await keysOf(computer.start());
      if (start === 'rotated') computer.secrets.rotateKey();
      const dataKeys = computer.start();
      const opening = dataKeys.open('one');
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      const made = [before?.cache, before?.local, ...computer.made()];
      dataKeys.destroy('one', ['cache', 'local']);
      await opening;
      const next = await keysOf(computer.start());
      if (made.includes(next.cache) || made.includes(next.local)) back.push(turns);
    }
    expect(back).toEqual([]);
  },
);

test('C-90 the window does not get keys that were destroyed while they were being sealed', async () => {
  const computer = createComputer();
  computer.secrets.awayFor = 1;
  const dataKeys = computer.start();
  const opening = dataKeys.open('one');
  await settle();
  dataKeys.destroy('one', ['cache', 'local']);
  await computer.clock.advance(1_000);
  const opened = await opening;
  const { cache, local } = await keysOf(dataKeys);
  expect(opened).toEqual({ ok: true, value: { cache, local, lasts: false } });
});

test('T-1 keys that could not be sealed again stay on disk as they were', async () => {
  const computer = createComputer();
  const keys = await keysOf(computer.start());
  computer.secrets.rotateKey();
  const { seal } = computer.secrets;
  const away = fail({ kind: 'unavailable', technical: 'locked' } as const);
  Object.assign(computer.secrets, { seal: async () => away });
  const opening = computer.start().open('one');
  await computer.clock.advance(20_000);
  const opened = await opening;
  Object.assign(computer.secrets, { seal });
  const kept = { ...keys, lasts: false };
  expect([opened, await keysOf(computer.start())]).toEqual([{ ok: true, value: kept }, keys]);
});

test('T-1 a key that could not be sealed is not forgotten; the other one is', async () => {
  const computer = createComputer();
  computer.secrets.awayFor = 4;
  const dataKeys = computer.start();
  const opening = dataKeys.open('one');
  await computer.clock.advance(20_000);
  const opened = await opening;
  const keys = opened.ok ? opened.value : null;
  const forgotten = dataKeys.forget();
  expect([forgotten, await keysOf(dataKeys)]).toEqual([[keys?.local], keys]);
});

test('T-30 forgetting keys at any moment while they are being opened does not change them', async () => {
  const others: unknown[] = [];
  for (let turns = 0; turns < 60; turns++) {
    const computer = createComputer();
    const dataKeys = computer.start();
    const opening = dataKeys.open('one');
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    dataKeys.forget();
    const opened = await opening;
    const again = await keysOf(dataKeys);
    if (!opened.ok || JSON.stringify(opened.value) !== JSON.stringify(again)) others.push(turns);
  }
  expect(others).toEqual([]);
});
