import { expect, test } from 'vitest';
import { recognizeLayout } from './statement-columns.ts';
import { openStatement } from './statement-file.ts';
import { readLines } from './statement-lines.ts';
import { allSteps } from '../../../../base/testing/all-steps.ts';

/** Lines as "number cents currency", payments marked "payment", and the reasons of skipped lines. */
function linesRead(csv: string): readonly string[] {
  const opened = allSteps(openStatement(new TextEncoder().encode(csv)));
  const records = opened.kind === 'opened' ? opened.records : [];
  const layout = recognizeLayout(records, null);
  if (layout === null) return ['asks for columns'];
  const { lines, skipped } = allSteps(readLines(records, layout, null));
  return [
    ...lines.map(({ number, cents, currency, isPayment }) =>
      [number ?? '-', cents, currency ?? '', isPayment ? 'payment' : '']
        .join(' ')
        .trim()
        .replace('  ', ' '),
    ),
    ...skipped.map(({ line, reason }) => `line ${line}: ${reason}`),
  ];
}

/** A file with these two amount headings and two bills: 100.00 and 60.00, then 200.00 and 200.00. */
const twoBills = (headings: string): string =>
  `Invoice;Date;Currency;${headings}\nA1;2026-05-13;USD;100.00;60.00\nA2;2026-05-14;USD;200.00;200.00\n`;

test.each([
  'Amount;Remaining Amount',
  'Gross;O/S',
  'Rechnungsbetrag;noch offen',
  'Montant TTC;Reste \u00e0 payer',
  'Importe;Pendiente',
  'Importo;Residuo',
  'Factuurbedrag;Nog te betalen',
  'Kwota brutto;Pozosta\u0142o do zap\u0142aty',
  'Valor;Em aberto',
  'Belopp;Kvar att betala',
  'Bel\u00f8b;Udest\u00e5ende',
  'Bel\u00f8p;Utest\u00e5ende',
  'Betrag;Saldo',
  'Amount (LCY);Amount in Doc. Curr.',
  'Amount EUR;Amount',
])('B-1 the open amount of the document counts: %s', (headings) => {
  expect(linesRead(twoBills(headings))).toEqual(['A1 6000 USD', 'A2 20000 USD']);
});

test.each(['Amount;Left over', 'Amount;Open (LCY)'])(
  'B-1 an open amount may be unclear: %s',
  (headings) => {
    expect(linesRead(twoBills(headings))).toEqual(['asks for columns']);
  },
);

/** A bill of 100.00 and a credit of 20.00 in other columns. */
test.each([
  'Dr;Cr',
  'D\u00e9bit;Cr\u00e9dit',
  'Debe;Haber',
  'Dare;Avere',
  'Winien;Ma',
  'D\u00e9bito;Cr\u00e9dito',
  'Debet;Kredit',
])('B-1 charges and credits stand in columns: %s', (headings) => {
  const csv = `Invoice;Date;${headings};Saldo\nA1;2026-05-13;100.00;-;100.00\nC2;2026-05-14;-;20.00;80.00\n`;
  expect(linesRead(csv)).toEqual(['A1 10000', 'C2 -2000']);
});

test.each([
  ['D/C', 'D', 'C'],
  ['S/H', 'Soll', 'Haben'],
  ['SHKZG', 'S', 'H'],
  ['DR/CR', 'DR', 'CR'],
  ['Sign', '+', '-'],
  ['', 'S', 'H'],
])('B-1 a column gives the sign: %s with %s and %s', (heading, plus, minus) => {
  const csv = `Belegnummer;Betrag;${heading};W\u00e4hrung\n1;100,00;${plus};EUR\n2;20,00;${minus};EUR\n`;
  expect(linesRead(csv)).toEqual(['1 10000 EUR', '2 -2000 EUR']);
});

/** A line of 20.00 of this kind in a column of types. */
test.each([
  ['CRN', -2000],
  ['Avoir', -2000],
  ['Nota de cr\u00e9dito', -2000],
  ['Korekta', -2000],
  ['Kreditfaktura', -2000],
  ['DG', -2000],
  ['Payment', '-2000 payment'],
  ['DZ', '-2000 payment'],
  ['R\u00e8glement', '-2000 payment'],
  ['Wp\u0142ata', '-2000 payment'],
  ['Indbetaling', '-2000 payment'],
])('B-1 a line of a type reduces the debt: %s', (type, expected) => {
  const csv = `Type;Document;Amount\nInvoice;1;100.00\n${type};2;20.00\n`;
  expect(linesRead(csv)).toEqual(['1 10000', `2 ${expected}`]);
});

/** A bill of 20.00 whose other column speaks of payments, totals or credits. */
test.each([
  ['Payment Status', 'Partially Paid'],
  ['Terms', 'Due on receipt'],
  ['Type', 'Invoice paid'],
  ['Belegart', 'Rechnung bezahlt'],
  ['Zahlungsart', 'Lastschrift'],
  ['Bemerkung', 'Lastschrift folgt'],
  ['Customer', 'Payment Services Ltd'],
  ['Description', 'Payment gateway fees'],
  ['Text', 'Zahlungsterminal Miete'],
])('B-1 a bill is no payment because of its %s: %s', (heading, text) => {
  expect(linesRead(`Invoice;${heading};Amount\nA1;${text};20.00\n`)).toEqual(['A1 2000']);
});

/** Lines that stand for no bill, each with a date. */
test.each([
  ['Solde final'],
  ['Report \u00e0 nouveau'],
  ['Razem'],
  ['I alt'],
  ['Davon f\u00e4llig'],
])('B-1 a total is no bill: %s', (name) => {
  const csv = `Document;Date;Amount\nA1;2026-05-13;100.00\n${name};2026-05-31;100.00\n`;
  expect(linesRead(csv)).toEqual(['A1 10000', 'line 3: total']);
});

test.each<readonly [string, string, readonly string[]]>([
  [
    'a balance that runs is no amount',
    'Date;Invoice;Transaction;Balance\n2026-05-13;A1;100.00;600.00\n2026-05-14;A2;-20.00;580.00\n',
    ['A1 10000', 'A2 -2000'],
  ],
  [
    'a balance that runs beside payments without a sign',
    'Date;Type;Invoice;Amount;Balance\n2026-05-13;Invoice;A1;100.00;100.00\n2026-05-14;Payment;P2;60.00;40.00\n2026-05-15;Payment;P3;30.00;10.00\n',
    ['A1 10000', 'P2 -6000 payment', 'P3 -3000 payment'],
  ],
  [
    'a balance beside an unknown amount',
    'Date;Invoice;Wert;Saldo\n2026-05-13;A1;100.00;90.00\n2026-05-14;A2;20.00;5.00\n',
    ['asks for columns'],
  ],
  [
    'an opening balance beside a number',
    'Document;Description;Amount\nOB-1;Balance forward;70.00\nA1;Goods;100.00\n',
    ['A1 10000', 'line 2: total'],
  ],
  [
    'ages of the debt below the bills',
    'Document;Date;Amount\nA1;2026-05-13;100.00\n31-60 days;;100.00\n',
    ['A1 10000', 'line 3: total'],
  ],
  [
    'payments in a column of their own',
    'Document;Charge;Payment\nA1;100.00;\nP1;;20.00\n',
    ['A1 10000', 'P1 -2000 payment'],
  ],
  ['a payment of a credit', 'Document;Total;Paid\nC1;-50.00;-10.00\n', ['C1 -4000']],
  [
    'headings on two rows',
    'Invoice;Invoice;Due;Original;Open\nNumber;Date;Date;Amount EUR;Amount EUR\nI-1;03.05.2026;02.06.2026;100,00;60,00\n',
    ['I-1 6000 EUR'],
  ],
  [
    'currencies on a second row',
    'Invoice;Date;Original;Outstanding\n;;EUR;EUR\nA1;2026-05-13;100.00;60.00\n',
    ['A1 6000 EUR'],
  ],
  [
    'the amount of the document beside that of the books',
    'Invoice;Currency;Amount in doc. currency;Amount in local currency (EUR)\nA1;USD;1000.00;920.00\n',
    ['A1 100000 USD'],
  ],
  [
    'an amount in the currency of the books only',
    'Belegnummer;Betrag in Hausw\u00e4hrung;Hausw\u00e4hrung\nA1;100,00;EUR\n',
    ['A1 10000 EUR'],
  ],
  [
    'three decimals',
    'Invoice;Amount BHD\nK1;100.500\nK2;1.234\n',
    ['K1 10050 BHD', 'line 3: unreadable'],
  ],
  [
    'an unquoted comma in an amount before a remark',
    'Invoice,Date,Amount,Note\nA1,2026-05-13,1,234.50\nA2,2026-05-14,200.00,\n',
    ['A2 20000', 'line 2: unreadable'],
  ],
  [
    'a currency above the table',
    'Statement of account - all amounts in USD\n\nInvoice,Date,Amount\nA1,2026-05-13,1.00\n',
    ['A1 100 USD'],
  ],
  [
    'a currency for each part',
    'Currency: EUR\nInvoice;Amount\nA1;1.00\nTotal;1.00\nCurrency: USD\nA2;2.00\n',
    ['A1 100 EUR', 'A2 200 USD', 'line 4: total', 'line 5: noBill'],
  ],
  ['an amount beside charges', 'Invoice;Amount;Charges\nA1;100.00;2.50\n', ['A1 10000']],
  ['currencies without a heading', 'Invoice;Amount;\nA1;1.00;USD\n', ['A1 100 USD']],
  ['signs in a column of currencies', 'Invoice;Curr.;Amount\nA1;\u20ac;1.00\n', ['A1 100 EUR']],
  ['headings in two languages', 'Rechnung / Invoice;Betrag / Amount\nA1;1,00\n', ['A1 100']],
  [
    'fields of SAP',
    'BELNR;BLART;SHKZG;WRBTR;WAERS\n19;RV;S;1234.50;EUR\n16;DG;H;100.00;EUR\n',
    ['19 123450 EUR', '16 -10000 EUR'],
  ],
  [
    'parts for credits and payments',
    'Invoices\nDocument;Amount\nA1;100.00\nCredit notes;\nDocument;Amount\nC1;20.00\nPayments;\nP1;50.00\n',
    ['A1 10000', 'C1 -2000', 'P1 -5000 payment', 'line 4: noBill', 'line 7: noBill'],
  ],
  [
    'the activity beside the reference of the customer',
    'Date,Activity,Reference,Invoice Amount,Payments,Balance AUD\n3 May 2026,Invoice # INV-41,PO 771,1100.00,,1100.00\n4 May 2026,Credit Note # CN-7,,-55.00,,1045.00\n',
    ['INV-41 110000 AUD', 'CN-7 -5500 AUD'],
  ],
  [
    'columns that spaces line up',
    'SMITH & SONS LTD          STATEMENT\nUnit 4, Trade Park, Leeds\n\nReference     Type           Debit       Credit\n----------  --------  ------------  ------------\nINV10001      Invoice    1,200.00\nCN00077       Credit                    100.00\n                TOTAL     1,100.00\n',
    ['INV10001 120000', 'CN00077 -10000', 'line 8: total'],
  ],
  [
    'a credit beside payments',
    'Date,Description,Charge,Payment\n5/13/2026,Invoice #INV10,500.00,\n5/22/2026,Credit Memo #CM20,,50.00\n',
    ['INV10 50000', 'CM20 -5000'],
  ],
  ['a currency beside the total only', 'Ref;Amount GBP;O/S\nA1;100.00;60.00\n', ['A1 6000 GBP']],
  [
    'credits beside unknown charges',
    'Document;Abgang;Gutschrift\nA1;100,00;\nC2;;20,00\n',
    ['asks for columns'],
  ],
  [
    'a name before the number',
    'Description;Amount\nInvoice # INV-1;1.00\nCredit Memo #CM2;-1.00\n',
    ['INV-1 100', 'CM2 -100'],
  ],
])('B-1 a statement of another program is read: %s', (_, csv, expected) => {
  expect(linesRead(csv)).toEqual(expected);
});
