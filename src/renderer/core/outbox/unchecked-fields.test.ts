import { expect, test } from 'vitest';
import { harnessOfEachTest, MINUTE_MS, SECOND_MS, states } from '../testing/workspace-harness.ts';
import { mayGoUnchecked } from '../../../bridge/own-fields.ts';
import { fieldsThatKeepChanging } from './changing-fields.ts';

const harness = harnessOfEachTest();

test('P-61 a field that changes with each reading holds an approval back until the user excludes it; others still do', async () => {
  const { workspace } = await harness.start();
  let reading = 0;
  const sign = (more: object = {}): void =>
    harness.edit('b1', {
      ...more,
      others: { signed_url: `https://files.example/${(reading += 1)}` },
    });
  sign();
  await harness.advance(20 * MINUTE_MS);
  await workspace.commands.approve(['b1']);
  const offered: (readonly string[])[] = [];
  for (let count = 0; count < 3; count += 1) {
    sign();
    workspace.commands.refresh();
    await harness.advance(MINUTE_MS);
    offered.push(workspace.approvals.get().flatMap(fieldsThatKeepChanging));
  }
  const held = states(workspace);
  const uncheckedFields = [{ connectionId: 'connection', field: '/signed_url' }];
  await workspace.commands.changeSettings({ uncheckedFields });
  await harness.advance(10 * SECOND_MS);
  const sent = states(workspace);
  await workspace.commands.approve(['b2']);
  harness.edit('b2', { totalCents: 1, others: { signed_url: 'https://files.example/b2' } });
  await harness.advance(MINUTE_MS);
  expect({ offered: offered.at(-1), held, sent, other: states(workspace)[1] }).toEqual({
    offered: ['/signed_url'],
    held: ['b1 changed #1'],
    sent: ['b1 confirmed #2'],
    other: 'b2 changed #1',
  });
});

test.each([
  ...['memo', 'vendorName', '/iban', 'vendor/bank/number', '/payment_link', 'vendor/beneficiary'],
  ...['vendor/bsb', 'vendor/clabe', 'vendor/konto_nr', 'vendor/upi', 'vendor/number', '/pix_key'],
  ...['/remit_to', 'vendor/creditor', '/recipient_id', '/wallet', 'vendor/account_holder'],
])('P-61 %s is always checked: it could redirect the payment', (field) => {
  expect(mayGoUnchecked(field)).toBe(false);
});

test.each(['/signed_url', 'vendor/logo/link', 'vendor/updatedAt', '/last_seen_at', '/etag'])(
  'P-61 the user may exclude %s from the check',
  (field) => {
    expect(mayGoUnchecked(field)).toBe(true);
  },
);
