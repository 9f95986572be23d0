import { expect, test } from 'vitest';
import { harnessOfEachTest, MINUTE_MS, SECOND_MS, states } from '../testing/workspace-harness.ts';
import { mayGoUnchecked } from '../../../bridge/own-fields.ts';
import { fingerprint, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import { fieldsThatKeepChanging } from './approval-status.ts';

const harness = harnessOfEachTest();

test('P-61 a field that changes with each reading holds approvals back until the user excludes it; other fields still do', async () => {
  const { workspace } = await harness.start();
  let reading = 0;
  const sign = (more: object = {}): void =>
    harness.edit('b1', {
      ...more,
      others: { signed_url: `https://files.example/${(reading += 1)}` },
    });
  sign();
  await harness.advance(20 * MINUTE_MS);
  await workspace.commands.approveBills(['b1']);
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
  await workspace.commands.approveBills(['b2']);
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
  ...['/ach_token', 'vendor/alamat', '/mandat', 'vendor/achNumber'],
  ...[
    '/destinatario',
    '/kreditor',
    '/receiver',
    '/begünstigter',
    'vendor/bénéficiaire',
    '/acreedor',
  ],
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

/** A bill as approved, with one field of the service's own. */
function aBillWith(others: object): ReviewedSnapshot {
  return {
    ...{ billId: 'b1', billNumber: null, vendorName: null, currency: 'EUR', totalCents: 1 },
    ...{ amountDueCents: 1, dueDate: null, status: 'open' },
    rest: {
      ...{ date: null, createdAt: null, memo: null, vendorId: null, vendor: {} },
      others: { ...others },
    },
  };
}

test.each<[string, unknown, isCaught: boolean]>([
  ['rekeningnummer', 'NL91 ABNA 0417 1643 00', true],
  ['tilinumero', ['x', 'fi2112345600000785'], true],
  ['ucet', '19-2000145399/0800', true],
  ['nib', '000201231234567890154', true],
  ['cbu', 2_850_590_940_090_418, true],
  ['bankgiro_nr', '123-4567', true],
  ['chave', 'ana@example.com', true],
  ['photo_url', 'NL91ABNA0417164300', true],
  ['signed', 'https://files.example/1234567890?expires=1764168909', false],
  ['viewed', '2026-11-26T14:55:09.123456Z', false],
  ['nonce', '3f250412-4089-1103-9001-030508213301', false],
  ['etag', 'W/"0417164300"', false],
  ['visits', 12_345, false],
  ['request_id', 8_234_123, false],
  ['photo_url', 'NL91ABNA0417164301', false],
  ['chave', '3f250412-4089-1103-9001-030508213301', true],
  ['bban', 'ABNA0417164300', true],
  ['siret', 'A1234567B', true],
  ['tag', '$acme', true],
  ['coin', '0x52908400098527886E0F7030069857D2E4169EE7', true],
  ['photo_url', 'http:NL91ABNA0417164300', true],
  ['mark', '1234_5678_9012', true],
  ['mark', '1234–5678–90', true],
  ['mark', '12 34 56 78', true],
  ['mark', '１２３４５６７８', true],
  ['mark', '1234-56-78 90123456', true],
  ['format', '12345678', true],
])('P-61 an excluded field counts if its value looks like an account: %s %j', (name, value, is) => {
  const [before, after] = [aBillWith({ [name]: 'none' }), aBillWith({ [name]: value })];
  const unchecked = [`/${name}`];
  expect(fingerprint(before, unchecked) !== fingerprint(after, unchecked)).toBe(is);
});
