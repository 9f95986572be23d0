import { expect, test } from 'vitest';
import { jsonAnswer } from '../api/testing/doubles.ts';
import { approvalOf, seenBill, sentBill, startGate } from './testing/gate-harness.ts';

const page = { status: 'open', after: null, askedMs: 7, run: 'run', batch: 'bulk' };

test.each<[string, Partial<typeof sentBill>, string]>([
  ['is unchanged', {}, 'confirmed, 2 sent'],
  ['has changed', { amount_due_cents: 99_999_900 }, 'changed, 1 sent'],
  ['is paid: the 401 was untrue', { status: 'paid' }, 'changed, 1 sent'],
])(
  'J-37 after a 401 the bill is read again before the new token is used: it %s',
  async (_, change, expected) => {
    const gate = startGate();
    await gate.note();
    await gate.read();
    gate.answers.push(jsonAnswer(401, {}));
    const first = await gate.send();
    gate.bill = { ...sentBill, ...change };
    const next = approvalOf(seenBill, { attempt: 2 });
    const unread = await gate.send(next);
    await gate.read();
    expect([first, unread, await gate.send({ ...next, attempt: 3 })]).toEqual([
      'notSent recheck, 1 sent',
      'notSent notOnPage, 1 sent',
      expected,
    ]);
  },
);

test('J-37 after a 401 the reading for a bulk is too old for its approvals', async () => {
  const gate = startGate();
  await gate.note();
  gate.answers.push(jsonAnswer(401, {}));
  const { renew } = gate.tokens;
  Object.assign(gate.tokens, {
    renew: async (generation: number) => {
      const renewed = await renew(generation);
      const other = approvalOf({ ...seenBill, id: 'bill-b' }, { approvalId: 'b' });
      gate.readings.learnOf(other);
      await gate.readings.recheck({ ...other, page });
      return renewed;
    },
  });
  const first = await gate.send(approvalOf(seenBill), page);
  gate.bill = { ...sentBill, status: 'paid' };
  const next = approvalOf(seenBill, { attempt: 2 });
  expect([first, await gate.send(next, page)]).toEqual([
    'notSent recheck, 1 sent',
    'changed, 1 sent',
  ]);
});

test('J-20 an approval whose token the service ends each time waits for the sign-in, and is sent once it works', async () => {
  const gate = startGate();
  await gate.note();
  await gate.read();
  const challenge = { 'www-authenticate': 'Bearer error="invalid_token"' };
  const sent: string[] = [];
  const send = async (attempt: number): Promise<void> => {
    sent.push(await gate.send(approvalOf(seenBill, { attempt })));
    await gate.read();
  };
  for (const attempt of [1, 2, 3]) {
    gate.answers.push(jsonAnswer(401, { error: 'invalid_token' }, challenge));
    await send(attempt);
  }
  await gate.clock.advance(60_000);
  await gate.read();
  await send(4);
  expect([sent, gate.tokens.renewed.length]).toEqual([
    [
      'notSent recheck, 1 sent',
      'notSent recheck, 2 sent',
      'notSent serviceFailed, 3 sent',
      'confirmed, 4 sent',
    ],
    2,
  ]);
});
