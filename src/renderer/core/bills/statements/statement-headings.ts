import { sortKeyOf } from '../search/search-text.ts';
import { currencyCodes } from './statement-amounts.ts';

// Headings in the form of `headingKey`, in English, German, French, Spanish, Italian, Dutch, Polish, Portuguese,
// Swedish, Danish and Norwegian, and of common programs. In each list the surest come first.

const words = (text: string): readonly string[] => text.trim().split(/\s+/u);

export const numberNames = words(`
  invoicenumber invoiceno invoicenr invoicenum invoiceid invoice invno invnumber inv billnumber billno bill taxinvoice
  supplierinvoiceno vendorinvoiceno rechnungsnummer rechnungsnr rechnungnr rechnung rgnummer rgnr renr fakturanummer
  fakturanr faktura rechnungsid nfacture nofacture numerofacture numerodefacture numfacture facture facturen nofactura
  numfactura numerofactura numerodefactura factura nfattura nofattura numerofattura numfattura fattura factuurnummer
  factuurnr factuur nrfaktury numerfaktury nofatura nfatura numerofatura numerodafatura fatura notafiscal nf
  documentnumber documentno docnumber docno doc document belegnummer belegnr beleg belegfeld1 dokumentnummer dokumentnr
  dokument opnr opnummer opnumber belnr npiece nopiece numeropiece piece numerodocumento ndoc nodocumento ndocumento
  numerodoc documento nrdokumentu numerdokumentu boekstuknummer boekstuknr boekstuk bilagsnr bilagsnummer bilag
  verifikat verifikationsnummer vernr voucherno vouchernumber voucher vchno vchnumber transactionnumber transactionno
  transactionid trxnumber trxno`);

/** Columns of numbers that may be the customer's. A description that names the bill is preferred. */
export const referenceNames = words(`
  referencenumber referenceno referencia reference riferimento refno ref referenz
  referenznummer ourreference yourreference ihrzeichen unserzeichen vorgang vorgangsnummer vorgangsnr number numero num
  no nummer numer nr`);

export const dateNames = words(`
  invoicedate billdate billedon documentdate docdate dated date dateutc trxdate transactiondate taxpoint taxpointdate
  issuedate dateissued issuedon issued dateofissue rechnungsdatum rechnungdatum rgdatum redatum redat belegdatum bldat
  dokumentdatum ausstellungsdatum datum vom datefacture datedefacture datepiece datedocument emission emissao fecha
  fechafactura fechadefactura fechaemision fechadeemision fechadocumento data datafattura datadocumento datadoc
  dataemissione factuurdatum datafaktury datawystawienia datadokumentu dataemissao datadafatura datadeemissao
  datadocumento fakturadatum dato fakturadato bilagsdato postingdate bookingdate buchungsdatum budat boekdatum
  bokforingsdatum bogforingsdato`);

/** Columns of open amounts. They are preferred to totals, since a statement is about open amounts. */
export const openNames = words(`
  amountremaining remainingamount remainingamt remainingbalance remaining amountdueremaining balanceremaining openamount
  openamt amountopen openbalance open outstanding outstandingamount outstandingbalance amountoutstanding os osamount
  osbalance unpaid unpaidamount unpaidbalance amountunpaid balancedue amountdue amtdue dueamount totaldue netdue
  residual residualamount amountresidual amountowing amountowed owing owed lefttopay topay amounttopay stilldue
  pendingamount amountpending pending invoicebalance due
  offen offenerbetrag offenbetrag betragoffen offenerposten offeneposten offeneforderung offenesumme restbetrag rest
  restforderung restsaldo restschuld offenersaldo saldooffen zuzahlen nochoffen nochzuzahlen opbetrag opsaldo ausstehend
  ausstehenderbetrag falligerbetrag faelligerbetrag
  restedu restantdu resteapayer restantapayer soldedu montantdu montantrestant montantrestantdu restearegler soldearegler
  apayer soldeouvert
  pendiente importependiente saldopendiente pendientedepago pendientedecobro pendientepago porpagar apagar importerestante
  residuo importoresiduo dapagare dasaldare saldoaperto importoaperto residuodapagare importodapagare
  openstaand openstaandbedrag openbedrag openstaandsaldo nogtebetalen tebetalen restbedrag restant nogopen
  pozostalo dozaplaty pozostalodozaplaty kwotadozaplaty pozostalakwota kwotapozostala saldodozaplaty
  emaberto valoremaberto pendente saldoemdivida valorpendente saldoemaberto valoremdivida emdivida saldopendente
  restbelopp kvarattbetala aterstar aterstaende utestaende attbetala kvarstaende obetalt
  restbelob udestaende abensaldo skyldig tilbetaling ubetalt restbelop utestaendebelop abetale gjenstaende`);

export const amountNames = words(`
  amount amt invoiceamount invoiceamt invoicetotal invoicevalue totalamount amountinclvat amountincludingvat
  amountincvat totalinclvat grossamount grossvalue originalamount originalamt amountoriginal amountdueoriginal
  originalvalue original transactionamount trxamount documentamount docamount billamount movement total gross value
  betrag rechnungsbetrag rgbetrag bruttobetrag betragbrutto gesamtbetrag endbetrag belegbetrag rechnungssumme brutto
  summe umsatz forderung ursprungsbetrag ursprbetrag ursprunglicherbetrag betragursprung bewegung wrbtr
  montantttc montant totalttc ttc montantfacture montantinitial montanttotal
  importe importetotal importefactura importeoriginal monto montototal
  importo importototale importofattura importooriginale totalefattura totaledocumento totale
  bedrag factuurbedrag totaalbedrag oorspronkelijkbedrag inclbtw bedraginclbtw totaal
  kwota kwotabrutto kwotafaktury wartoscbrutto wartosc
  valor valortotal valororiginal valordafatura valorfatura montante
  belopp fakturabelopp totalbelopp ursprungligtbelopp totalt summa
  belob fakturabelob totalbelob oprindeligtbelob ialt belop fakturabelop opprinneligbelop`);

/** Names of a running balance or of the open amount of each document. The amounts show which one it is. */
export const balanceNames = words('balance saldo solde saldos balans');

export const debitNames = words(`
  debit debits debitamount amountdebit debitvalue dr charge charges chargeamount invoiced invoices billed sales increase
  soll sollbetrag betragsoll umsatzsoll belastung belastungen lastschrift deve montantdebit debe cargo cargos importedebe dare
  importodare debet debetbedrag winien wn debito debitos`);

/** Headings of columns that hold payments only. */
export const paymentColumns: ReadonlySet<string> = new Set(
  words(`
  payment payments paymentvalue paymentamount amountpaid paidamount paidamt paid received receipts receipt zahlung zahlungen
  bezahlt gezahlt betragbezahlt paiement paiements regle reglement reglements pagos pagado pago pagato pagamenti betaald
  betalingen zaplacono wplaty betalt inbetalt indbetalt`),
);

export const creditNames = [
  ...words(`
  credit credits creditamount amountcredit creditvalue cr credited paymentscredits creditspayments decrease haben
  habenbetrag betraghaben umsatzhaben gutschrift gutschriften montantcredit haber haver abono abonos importehaber avere
  importoavere creditbedrag ma credito creditos kredit applied appliedamount`),
  ...paymentColumns,
];

export const currencyNames = words(`
  currency currencycode crcy documentcurrency doccurrency doccurr transactioncurrency invoicecurrency invoicecurrencycode curr
  cur ccy isocurrency isocode iso wahrung waehrung wahr waehr wahrg whrg whg wkz wahrungskennzeichen wkzumsatz wahrungscode waehrungscode
  belegwahrung belegwaehrung bwahr bwaehr waers devise codedevise monnaie moneda divisa valuta valutacode munt waluta
  moeda valutakod valutakode`);
export const localCurrencyNames = words(
  'localcurrency localcurr lcycode hauswahrung hauswaehrung hwahr hwaehr hwahrung',
);

/** Columns that say whether a line is a bill, a credit or a payment. */
export const kindNames: ReadonlySet<string> = new Set(
  words(`
  type documenttype doctype transactiontype trxtype transtype invoicetype vchtype vouchertype class kind transaction
  transactions document art belegart beleg dokumentart vorgangsart buchungsart blart typededocument typepiece tipo
  tipodocumento tipodedocumento tipodoc soort documentsoort typ typdokumentu rodzaj rodzajdokumentu bilagstype
  bilagsart`),
);
/** Columns that describe the transaction in words of the vendor. */
export const textNames: ReadonlySet<string> = new Set(
  words(`
  description desc details detail text particulars narration narrative activity transactiondescription buchungstext
  beschreibung bezeichnung vorgang libelle concepto descripcion causale descrizione omschrijving opis descricao tekst
  beskrivelse beskrivning historico`),
);
/** Columns that say which sign the amount has: D or C, S or H. */
export const signNames: ReadonlySet<string> = new Set(
  words(`
  dc drcr crdr debitcredit debitcreditindicator indicator sh sollhaben sollhabenkennzeichen sollhabenkz shkz shkennzeichen shkzg sign vorzeichen vz
  debetcredit debitcredito debecredito debehaber dareavere dh da wnma`),
);
/** Columns for remarks, which hold no figures. */
export const noteNames: ReadonlySet<string> = new Set(
  words('note notes remark remarks comment comments memo bemerkung bemerkungen anmerkung text'),
);

/** Columns of sums other than the amount of a bill. */
export const otherSums: ReadonlySet<string> = new Set(
  words(`
  net netamount netvalue untaxedamount amountexclvat amountexvat subtotal netto nettobetrag betragnetto skonto
  ht montantht totalht base baseimponible importeneto imponibile importonetto exclbtw bedragexclbtw wartoscnetto
  kwotanetto valorliquido overdue overdueamount amountoverdue disputed discountedamount`),
);

/** Headings of a day that is not the bill's date. */
export const dueNames: ReadonlySet<string> = new Set(
  words(`
  duedate duedateutc due dueon datedue netduedate paymentdue falligkeit faelligkeit falligkeitsdatum faelligkeitsdatum
  fallig faellig falligam faelligam zahlbarbis zahlungsziel echeance datedecheance dateecheance vencimiento
  fechavencimiento fechadevencimiento scadenza datascadenza vervaldatum terminplatnosci vencimento datadevencimento
  datavencimento forfallodatum forfallodag forfaldsdato forfald forfallsdato`),
);

const known: ReadonlySet<string> = new Set([
  ...[
    numberNames,
    referenceNames,
    dateNames,
    openNames,
    amountNames,
    balanceNames,
    debitNames,
    creditNames,
  ].flat(),
  ...[
    ...currencyNames,
    ...localCurrencyNames,
    ...kindNames,
    ...textNames,
    ...signNames,
    ...dueNames,
  ],
]);

export const isKnownHeading = (key: string): boolean =>
  known.has(key) || known.has(key.replace(/lcy$/u, ''));

/** Ends of headings that name the currency of the document, and of the books of the vendor. */
const documentEnds = words(`
  indocumentcurrency indoccurrency indoccurr intransactioncurrency inforeigncurrency foreigncurrency inbelegwahrung
  inbelegwaehrung infremdwahrung inbw`);
const localEnds = words(`
  inlocalcurrency localcurrency inlcy inlc incompanycurrency incompanycodecurrency inbasecurrency inhauswahrung
  inhauswaehrung inhw`);

/**
 * A heading without case, accents, punctuation, format and currency: "Amount (EUR)" and "Betrag in €" name amounts.
 * An amount in the currency of the vendor's books ends with "lcy".
 */
export function headingKey(text: string): string {
  const key = keyOf(text);
  if (isKnownHeading(key) || !text.includes('/')) return key;
  // "Rechnung / Invoice" has two languages.
  return text.split('/').map(keyOf).find(isKnownHeading) ?? key;
}

function keyOf(text: string): string {
  const named = text
    .replaceAll(/\b(?:in )?([A-Z]{3})\b(?=\W*$)/gu, (all, code: string) =>
      currencyCodes.has(code) ? '' : all,
    )
    .replaceAll(/\p{Sc}|\((?:kr|zł|Kč)\.?\)|\b(?:in )?euro$/giu, '');
  const bare = plain(named).replace(/(?:ddmm|mmdd|ttmm)(?:yyyy|yy|jjjj)$|yyyymmdd$/u, '');
  const key = bare.replace(/in$/u, '') || plain(text) || text.trim();
  const document = documentEnds.find((end) => key.endsWith(end));
  if (document !== undefined) return key.slice(0, -document.length) || key;
  const local = localEnds.find((end) => key.endsWith(end));
  return local === undefined || local === key ? key : `${key.slice(0, -local.length)}lcy`;
}

const plain = (text: string): string => sortKeyOf(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
