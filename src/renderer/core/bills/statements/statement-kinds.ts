import { sortKeyOf } from '../search/search-text.ts';

// Names of lines in English, German, French, Spanish, Italian, Dutch, Polish, Portuguese, Swedish, Danish and
// Norwegian, in the form of `spell`.

/** A name without case and accents, its words joined by hyphens. */
function spell(text: string): string {
  return sortKeyOf(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');
}

const nameSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

/** Whether a spelled text has one of the names among its words. */
function hasName(spelled: string, names: ReadonlySet<string>): boolean {
  if (names.has(spelled)) return true;
  const words = spelled.split('-');
  return words.some(
    (word, at) =>
      names.has(word) ||
      names.has(`${word}-${words[at + 1]}`) ||
      names.has(`${word}-${words[at + 1]}-${words[at + 2]}`),
  );
}

/** Names of payments that are certain even as a whole description. */
const paymentNames = nameSet(`
  payment payments payment-received zahlung zahlungen zahlungseingang paiement reglement pago pagamento betaling wplata
  inbetalning betalning indbetaling innbetaling`);
const payments: ReadonlySet<string> = new Set([
  ...paymentNames,
  ...nameSet(`
  pmt pymt receipt receipts rcpt remittance cheque check ach wire bacs direct-debit bank-transfer wire-transfer
  unapplied-cash zahlungsausgang einzahlung uberweisung ueberweisung bankeinzug abbuchung scheck
  geldeingang paiements reglements virement cheque prelevement encaissement pagos cobro cobros transferencia
  pagamenti bonifico incasso betalingen ontvangst overboeking wplaty przelew platnosc zaplata recibo recebimento
  liquidacao`),
]);
/** Names of payments that are also names of bills, or of their states. */
const unsure = nameSet(`
  paid bezahlt lastschrift prepayment deposit on-account anzahlung vorauszahlung akontozahlung akonto teilzahlung abschlagszahlung acompte
  anticipo acconto zaliczka`);
/** Short names of payments, which are certain only in a column of kinds. */
const paymentCodes = nameSet('pay pt rct py rc dz kz ze sr');

const credits = nameSet(`
  credit credit-note credit-memo credit-invoice credit-adj credit-adjustment credit-memo-adjustment credmem cr-note
  sales-credit sales-credit-note sales-return return
  gutschrift rechnungskorrektur korrekturrechnung storno stornorechnung gutschriftsanzeige
  avoir note-de-credit facture-d-avoir abono nota-de-abono nota-de-credito factura-rectificativa rectificativa
  nota-credito nota-di-credito nota-di-accredito creditnota creditnote creditfactuur korekta faktura-korygujaca
  nota-korygujaca faktura-korekta kreditfaktura kreditnota kreditnote kredit kreditering`);
/** Short names of credits, which are certain only in a column of kinds. */
const creditCodes = nameSet('cn cm crn cr c-n sc gs gu dg kg av nc korr');

const bills = nameSet(`
  invoice invoices inv bill tax-invoice rechnung rechnungen anzahlungsrechnung faktura fakturen facture factura fattura
  factuur fatura`);

/** Names of parts of a statement that list nothing else. */
const paymentParts = nameSet(`
  payments payments-received receipts unallocated-receipts unallocated-payments zahlungen zahlungseingange paiements
  reglements pagos cobros pagamenti betalingen wplaty inbetalningar indbetalinger`);
const creditParts = nameSet(`
  credits credit-notes credit-memos gutschriften avoirs abonos notas-de-credito note-di-credito creditnotas korekty
  kreditfakturor kreditnotaer`);

/** The kind of all lines below this title of a part; null for bills, or unknown kinds. */
export function kindOfPart(title: string): 'credit' | 'payment' | null {
  const name = spell(title);
  if (paymentParts.has(name)) return 'payment';
  return creditParts.has(name) ? 'credit' : null;
}

/** Names of totals and balances, even beside other words, as in "Total for May 2026". */
const totals = nameSet(`
  total totals subtotal balance brought-forward carried-forward b-fwd c-fwd amount-due page summe seite
  zwischensumme zw-summe gesamt ubertrag vortrag solde totaal subtotaal count anzahl totale totales totalt razem ogolem`);
/** Names of totals that other lines may contain. */
const wholeTotals = nameSet(`
  sum overall remaining limit credit-limit overdue of-which-overdue current not-due not-yet-due please-pay amount-payable amount-outstanding rounding
  davon-fallig davon-uberfallig nicht-fallig zu-zahlen zu-zahlender-betrag zahlbetrag kontostand offene-posten
  anfangsbestand eroffnungsbilanz eb-wert report report-a-nouveau a-reporter a-nouveau montant-du reste-a-payer
  suma suma-y-sigue suma-koncowa riporto da-pagare te-betalen bilans bilans-otwarcia do-zaplaty summa att-betala
  i-alt ingaende-balans utgaende-balans a-pagar por-pagar sous-total montant-total`);
/** Names of an opening or closing balance, which may stand beside a number. */
const openings = nameSet(`
  opening-balance closing-balance balance-forward brought-forward carried-forward balance-brought-forward
  balance-carried-forward previous-balance saldovortrag anfangssaldo endsaldo solde-initial solde-final saldo-inicial
  saldo-final saldo-anterior saldo-iniziale saldo-finale beginsaldo eindsaldo saldo-poczatkowe saldo-koncowe
  ingaende-saldo utgaende-saldo primosaldo ultimosaldo report-a-nouveau`);
/** Ages of the debt with their unit, and without it. */
const aging =
  /^(?:(?:over|uber|plus de|mas de|oltre|>|<)\s*\d{1,3}|\d{1,3}\s*\+|(?:\d{1,3}\s*(?:-|–|to|bis)\s*)?\d{1,3}(?=\s*\p{L}))\s*(?:days|tage|jours|dias|giorni|dagen|dni|dagar|dage)?$/u;
const bareAging = /^\d{1,3}\s*(?:-|–|to|bis)\s*(?:7|14|15|30|45|60|75|90|120|150|180|365)$/u;

/** Whether a field of a column of kinds names a payment. */
export function isPaymentKind(text: string): boolean {
  const name = spell(text);
  const last = name.slice(name.lastIndexOf('-') + 1);
  return paymentCodes.has(name) || (hasName(name, payments) && !bills.has(last));
}

export const isPaymentName = (text: string): boolean => paymentNames.has(spell(text));

/** Whether the description of a line that reduces the debt names a payment. */
export function namesPayment(text: string): boolean {
  const name = spell(text);
  const isCredit = [...credits].some((credit) => name.startsWith(`${credit}-`));
  return !isCredit && (hasName(name, payments) || hasName(name, unsure));
}

/** Whether a field of a column of kinds names a credit. */
export const isCreditKind = (text: string): boolean =>
  creditCodes.has(spell(text)) || isCreditName(text);

export const isCreditName = (text: string): boolean =>
  credits.has(spell(text).replace(/^(?:supplier|vendor|customer|purchase|ap|ar)-/u, ''));

/** Whether a field names a total or a balance, also beside figures. */
export function namesTotal(text: string): boolean {
  const name = spell(text);
  return (
    hasName(name, totals) ||
    /\b[bc]\/[fd]\b/iu.test(text) ||
    /(?:^|-)gesamt|(?:^|-)saldo|saldo(?:-|$)/u.test(name)
  );
}

/** Whether a field is the name of a total or a balance. */
export const isTotal = (text: string): boolean => wholeTotals.has(spell(text)) || namesTotal(text);

/** Whether a description is the name of an opening or closing balance. */
export const isOpening = (text: string): boolean => openings.has(spell(text));

/**
 * Whether a field names how long bills are overdue, such as "31-60 days".
 * @param isDated whether its line has a date, so that "31-60" is a number
 */
export function isAging(text: string, isDated: boolean): boolean {
  const name = sortKeyOf(text).trim();
  return aging.test(name) || (!isDated && bareAging.test(name));
}

/** A field without a bill's name before its number: returns "INV-7" for "Invoice # INV-7". */
export function withoutBillName(text: string): string {
  const [, name = '', number = ''] = /^(.*?)[\s:#.]+(\S*\d\S*)$/u.exec(text) ?? [];
  return bills.has(spell(name)) || isCreditName(name) ? number : text;
}

/** Whether a description begins with the number of a bill or a credit: "INV #2041. Due 06/12/2026." */
export function startsWithBill(text: string): boolean {
  const [, name = ''] = /^([\p{L}\s]+?)[\s:#.]+\S*\d/u.exec(text) ?? [];
  return bills.has(spell(name)) || isCreditName(name);
}
