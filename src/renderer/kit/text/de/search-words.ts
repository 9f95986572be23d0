import {
  combined,
  groups,
  phrases,
  type SearchWords,
  withWordsOf,
} from '../../../core/bills/search/search-words.ts';
import { searchWords as english } from '../en/search-words.ts';
import { states } from './search-states.ts';

/** Names of currencies with “Eurorechnungen”, “Euro-Rechnungen” and “EUR-Rechnungen”. */
function withBills(names: SearchWords['currencies']): SearchWords['currencies'] {
  const bills = ['rechnungen', '-rechnungen'];
  return Object.fromEntries(
    Object.entries(names).map(([code, own]) => [
      code,
      [...own, ...[code, ...own].flatMap((name) => bills.map((each) => name + each))],
    ]),
  );
}

/** “Kanadische Dollar” and “kanadischen Dollar”. */
function declined(adjectives: string, noun: string): readonly string[] {
  return phrases(adjectives).flatMap((stem) =>
    ['', 'e', 'er', 'en'].flatMap((end) => combined(stem + end, noun)),
  );
}

const byNoOne = combined('von, durch', 'niemand, niemandem, niemanden, keinem, keiner, keinen');

const german: SearchWords = {
  operators: {
    due: ['fällig', 'fälligkeit'],
    date: ['datum', 'rechnungsdatum', 'vom'],
    amount: ['betrag', 'summe', 'gesamtbetrag'],
    vendor: ['lieferant', 'kreditor', 'von'],
    is: ['ist', 'hat', 'status', 'hinweis'],
    note: ['notiz', 'notizen'],
    number: ['nummer', 'rechnung', 'rechnungsnummer', 'rechnungsnr', 'nr', 'rg'],
    memo: ['vermerk', 'text', 'betreff', 'verwendungszweck', 'zweck', 'beschreibung'],
    currency: ['währung'],
    approved: ['freigegeben'],
    snoozed: ['wiedervorlage', 'zurückgestellt'],
    sort: ['sortiert', 'sortierung'],
  },
  states,
  fields: {
    due: phrases(
      'fällig, fällige, fälligkeit, fälligkeitsdatum, zahlbar, zu zahlen, bezahlen, zahlen',
      'zu bezahlen, zahlungsziel, zahlungsfrist, zahlungstermin, fälligkeitstermin, überweisen',
    ),
    date: phrases(
      'datum, rechnungsdatum, datiert, gestellt, erstellt, eingegangen, erfasst, erfasste',
      'erhalten, eingetroffen, angelegt, hinzugefügt, neu, neue, ausgestellt, gebucht, rechnung vom',
      'rechnungen vom, rechnung von, rechnungen von, rechnungen der, rg-datum, rg datum, rgdatum',
      're-datum, re datum, belegdatum, rechnungsdat, rechnungsdat., datum der rechnung, gekommen',
      'reingekommen, eingang, eingangsdatum, kam, kamen, rechnungen aus, rechnung aus',
      'rechnungen aus dem, rechnung aus dem, vom, v, neue rechnung, neue rechnungen, neue belege',
    ),
    approved: ['freigegeben', 'freigegebene', 'genehmigt', 'von mir freigegeben', 'freigaben'],
    snoozed: phrases(
      'zurückgestellt, zurückgestellt bis, zurückgestellt bis zum, auf wiedervorlage',
      'auf wiedervorlage bis, wiedervorlage, wiedervorlage am, wiedervorlage bis, wv, wv bis',
    ),
  },
  orders: {
    amountDown: phrases(
      'größte, größten, größter, größtes, höchste, höchsten, höchster, teuerste, teuersten',
      'groß nach klein',
    ),
    amountUp: phrases(
      'kleinste, kleinsten, kleinster, niedrigste, niedrigsten, niedrigster, billigste',
      'billigsten, günstigste, günstigsten, klein nach groß',
    ),
    ageDown: ['älteste', 'ältesten', 'ältester', 'längste', 'längsten', 'am längsten'],
    ageUp: phrases(
      'neueste, neuesten, neuste, neusten, jüngste, jüngsten, aktuellste, aktuellsten',
      'letzte rechnung, letzte rechnungen, letzten rechnungen, neue rechnungen, neue belege',
    ),
    dueDateUp: phrases(
      'dringendste, dringendsten, nächste fälligkeit, zuerst fällig, zuerst fällige, früheste',
      'frühesten, am frühesten, am frühesten fällig, frühesten fällig',
    ),
    dueDateDown: phrases(
      'zuletzt fällig, zuletzt fällige, späteste, spätesten, am spätesten fällig',
    ),
    vendorUp: ['alphabetisch', 'alphabetischer', 'alphabetische', 'von a bis z', 'a bis z'],
    vendorDown: ['von z bis a', 'z bis a'],
  },
  orderEnds: phrases(
    'zuerst, rechnung zuerst, rechnungen zuerst, als erstes, sortiert, sortieren, geordnet',
    'reihenfolge',
  ),
  longest: ['am meisten', 'lange', 'schon lange', 'seit langem'],
  sortBy: phrases(
    'nach, sortiert, sortiert nach, sortieren nach, sortiere nach, sortierung nach, sortieren',
    'geordnet nach, ordnen nach, sortiere, ordne, ordne nach',
  ),
  sortColumns: {
    amount: phrases('betrag, beträge, beträgen, summe, wert, höhe, größe, preis, gesamtbetrag'),
    age: ['alter'],
    date: phrases('datum, rechnungsdatum, belegdatum, eingang'),
    dueDate: phrases('fälligkeit, fälligkeitsdatum, fälligkeitstermin, dringlichkeit'),
    vendor: phrases('lieferant, lieferanten, lieferantenname, kreditor, name, namen'),
  },
  sortDirections: {
    up: ['aufsteigend', 'steigend', 'aufst'],
    down: ['absteigend', 'fallend', 'abst'],
  },
  top: ['top', 'die top'],
  amounts: {
    over: [
      ...phrases('über, größer, höher, oberhalb, oberhalb von, über den, über mehr als'),
      ...combined('mehr, größer, höher, teurer, länger', 'als, wie'),
    ],
    under: [
      ...phrases('unter, kleiner, niedriger, geringer, unterhalb, unterhalb von'),
      ...combined('weniger, kleiner, niedriger, geringer, billiger, günstiger', 'als, wie'),
    ],
    atLeast: phrases(
      'ab, mindestens, mind, minimum, nicht unter, wenigstens, nicht weniger als, von mindestens',
      'minimal',
    ),
    atMost: phrases(
      'bis, bis zu, höchstens, maximal, nicht über, nicht mehr als, max, nicht höher als',
      'bis maximal, bis höchstens, von höchstens',
    ),
    about: phrases('etwa, rund, rd, ungefähr, ca, circa, um, um die, knapp, fast, annähernd'),
    exactly: ['genau', 'gleich', 'exakt'],
  },
  amountNames: phrases(
    'betrag, beträge, summe, offener betrag, gesamtbetrag, rechnungsbetrag, zahlbetrag, fällig, brutto, netto, gesamt, endbetrag',
    'bruttobetrag, nettobetrag, betrag von, summe von, beträge von, gesamtbetrag von',
  ),
  amountEnds: {
    atLeast: phrases(
      'oder mehr, oder länger, und mehr, und darüber, aufwärts, oder höher, oder größer, und höher',
      'oder darüber, mindestens',
    ),
    atMost: phrases(
      'oder weniger, oder kürzer, und weniger, und darunter, oder niedriger, oder kleiner, oder darunter',
      'maximal, höchstens',
    ),
    about: phrases('ungefähr, etwa, circa, rund, oder so'),
  },
  orEqual: ['gleich', 'oder gleich', 'oder genau'],
  half: ['halbe', 'eine halbe', 'einer halben'],
  scales: {
    100: ['hundert'],
    1000: ['tausend', 'tsd'],
    100000: [],
    1000000: ['million', 'millionen', 'mio', 'mill'],
    10000000: [],
    1000000000: ['milliarde', 'milliarden', 'mrd'],
  },
  ages: {
    over: ['älter als', 'älter'],
    under: ['jünger als', 'neuer als', 'nicht älter als'],
  },
  old: ['alt'],
  late: ['überfällig', 'verspätet', 'im verzug', 'in verzug'],
  by: ['um', 'seit'],
  dates: {
    before: ['vor', 'früher als'],
    after: ['nach', 'später als'],
    since: ['seit'],
    startingOn: ['ab', 'frühestens'],
    until: ['bis', 'bis zum', 'bis zu', 'spätestens', 'bis einschließlich'],
  },
  onward: ['an'],
  dateEnds: {
    startingOn: ['oder später', 'und später', 'aufwärts'],
    until: ['oder früher', 'und früher'],
  },
  on: phrases(
    'aus, aus dem, aus der, am, im, in, der, dem, den, die, das, des, zum, in der, in den, an, für, per, per den',
  ),
  purpose: ['für'],
  worth: ['über'],
  papers: phrases('rechnung, gutschrift, beleg'),
  from: ['von', 'vom', 'v'],
  between: ['zwischen', 'zw', 'zw.'],
  and: ['und', 'u', 'u.', 'sowie', '&'],
  to: ['bis', 'bis zum'],
  within: phrases(
    'innerhalb von, binnen, innerhalb, in den nächsten, in den kommenden, in weniger als',
    'in höchstens, in maximal',
  ),
  ahead: ['in'],
  hence: ['ab heute', 'von heute', 'von jetzt'],
  ago: ['her', 'alt'],
  agoBefore: ['vor'],
  this: phrases(
    'diese, dieser, diesen, dieses, diesem, laufende, laufenden, laufender, lfd, ds, im laufe der',
    'aktuelle, aktueller, aktuellen, aktuelles',
    'im lauf der, im laufe des, während der',
  ),
  next: ['nächste', 'nächster', 'nächsten', 'nächstes', 'nächstem', 'nä'],
  last: phrases(
    'letzte, letzter, letzten, letztes, letztem, vorige, voriger, vorigen, voriges',
    'vergangene, vergangener, vergangenen, vergangenes',
  ),
  afterNext: ['übernächste', 'übernächster', 'übernächsten', 'übernächstes'],
  beforeLast: ['vorletzte', 'vorletzter', 'vorletzten', 'vorletztes'],
  unitBeginnings: { next: ['folge'], last: ['vor'] },
  rest: phrases(
    'rest der, rest des, rest dieser, rest dieses, rest vom, restliche, restlicher, restlichen',
    'restliches, später, später im, später in',
  ),
  coming: ['kommende', 'kommender', 'kommenden', 'kommendes'],
  fiscalYear: ['gj', 'geschäftsjahr', 'wirtschaftsjahr'],
  endOf: ['ende', 'ende des', 'ende der', 'zum ende des', 'zum ende der'],
  endOfMonth: ['monatsende', 'ende des monats', 'ultimo', 'ende monat'],
  endOfWeek: [],
  endOfQuarter: ['quartalsende'],
  endOfYear: ['jahresende', 'ende jahr'],
  monthParts: {
    early: ['anfang', 'beginn', 'anfang des', 'anfang der', 'beginn des'],
    middle: ['mitte', 'mitte des'],
    late: ['ende'],
  },
  weekOf: {
    around: ['woche vom', 'woche mit', 'woche um'],
    from: ['woche ab', 'woche ab dem'],
    until: ['woche bis', 'woche bis zum'],
  },
  weekNumber: ['kw', 'kalenderwoche', 'woche'],
  days: {
    today: ['heute', 'heutige', 'jetzt', 'sofort', 'ab sofort'],
    tomorrow: ['morgen'],
    yesterday: ['gestern'],
    afterTomorrow: ['übermorgen'],
    beforeYesterday: ['vorgestern'],
    soon: phrases(
      'bald, demnächst, nächsten tage, nächsten tagen, kommende tage, kommenden tage, kommenden tagen',
      'in den nächsten tagen, in den kommenden tagen',
    ),
    weekend: ['wochenende', 'übers wochenende', 'über das wochenende'],
    monthToDate: ['seit monatsbeginn'],
    yearToDate: ['seit jahresbeginn', 'bisher dieses jahr'],
    thisYear: ['heuer'],
    upcoming: phrases(
      'anstehend, anstehende, anstehenden, kommende, kommenden, künftig, künftige, zukünftig',
      'zukünftige, in zukunft',
    ),
  },
  units: {
    day: ['tag', 'tage', 'tagen', 't'],
    week: ['woche', 'wochen', 'wo', 'kw'],
    fortnight: [],
    month: ['monat', 'monate', 'monaten', 'monats', 'mts'],
    quarter: ['quartal', 'quartale', 'quartals', 'q'],
    halfYear: ['halbjahr', 'halbjahre', 'halbjahres'],
    year: ['jahr', 'jahre', 'jahren', 'jahres'],
  },
  numbers: [
    ['ein', 'eine', 'einem', 'einer', 'einen', 'eins'],
    ['zwei'],
    ['drei'],
    ['vier'],
    ['fünf'],
    ['sechs'],
    ['sieben'],
    ['acht'],
    ['neun'],
    ['zehn'],
    ['elf'],
    ['zwölf'],
    ['dreizehn'],
    ...phrases('vierzehn, fünfzehn, sechzehn, siebzehn, achtzehn, neunzehn').map((name) => [name]),
  ],
  tens: phrases('zehn, zwanzig, dreißig, vierzig, fünfzig, sechzig, siebzig, achtzig, neunzig').map(
    (ten) => [ten],
  ),
  halves: ['hälfte'],
  holidays: {
    '12-06': ['Nikolaus'],
    '12-24': ['Weihnachten', 'Heiligabend', 'Heiliger Abend'],
    '12-25': ['erster Weihnachtstag', 'Weihnachtsfeiertage'],
    '12-26': ['zweiter Weihnachtstag'],
    '12-31': ['Silvester', 'Sylvester'],
    '01-01': ['Neujahr'],
  },
  ordinals: phrases(
    'erst, zweit, dritt, viert, fünft, sechst, siebt, acht, neunt, zehnt, elft, zwölft, dreizehnt',
    'vierzehnt, fünfzehnt, sechzehnt, siebzehnt, achtzehnt, neunzehnt, zwanzigst',
    'einundzwanzigst, zweiundzwanzigst, dreiundzwanzigst, vierundzwanzigst, fünfundzwanzigst',
    'sechsundzwanzigst, siebenundzwanzigst, achtundzwanzigst, neunundzwanzigst, dreißigst',
    'einunddreißigst',
  ).map((each) => ['e', 'er', 'es', 'en', 'em'].map((end) => each + end)),
  months: groups(
    'Januar|Jänner|Jan|Januarrechnungen, Februar|Feb|Feber|Februarrechnungen',
    'März|Mär|Mrz|Märzrechnungen, April|Apr|Aprilrechnungen, Mai|Mairechnungen',
    'Juni|Jun|Junirechnungen, Juli|Jul|Julirechnungen, August|Aug|Augustrechnungen',
    'September|Sep|Sept|Septemberrechnungen, Oktober|Okt|Oktoberrechnungen',
    'November|Nov|Novemberrechnungen, Dezember|Dez|Dezemberrechnungen',
  ),
  weekdays: groups(
    'Montag|Mo|montags, Dienstag|Di, Mittwoch|Mi, Donnerstag|Do, Freitag|Fr',
    'Samstag|Sonnabend|Sa, Sonntag|So',
  ),
  vendor: phrases(
    'von, vom, lieferant, kreditor, vom lieferanten, firma, bei, von lieferant, der firma',
    'rechnungen von',
  ),
  number: phrases(
    'nr, nr., nummer, rechnung, rechnung nr, rechnung nr., rechnungsnummer, rechnungsnr',
    'rechnungsnr., rg, rg nr, re nr, rgnr, rgnr., beleg, belegnr, belegnummer, re.-nr, rechn',
    'rechn., rechn.-nr, rechn.nr, rg.-nr, rg.nr, renr, re.nr, rechnungs-nr, rech.-nr, faktura',
    'faktura nr, unsere rechnung, ihre rechnung',
  ),
  numberSigns: ['nr', 'nr.', 'nummer'],
  purchaseOrder: phrases(
    'bestellung, bestellung nr, bestellung nr., bestellnummer, bestellnr, bestellnr., bestell-nr, bestell-nr.',
    'po, po nr, po nr., po-nr, po-nr., po nummer, po-nummer, auftrag, auftrag nr, auftrag nr., auftragsnr, auftragsnr.',
    'auftragsnummer, ihre bestellung, unsere bestellung',
  ),
  terms: {
    bare: phrases(
      'zahlungsziel, zahlungsziel von, zahlungsziel netto, zahlungsfrist, zahlungsfrist von',
    ),
    counted: ['ziel', 'netto', 'zahlungsbedingungen'],
    atOnce: ['zahlungsziel sofort', 'zahlungsziel sofort fällig', 'zahlbar sofort'],
  },
  not: phrases(
    'nicht, ohne, außer, aber nicht, alle außer, alles außer, bis auf, mit ausnahme von',
    'aber ohne, abgesehen von, exkl, exkl., minus, nichts, keine rechnungen, keine rechnung',
    'keine belege, weder, ausgenommen, exklusive, abzüglich',
  ),
  exceptions: phrases(
    'außer, alle außer, alles außer, bis auf, mit ausnahme von, abgesehen von, exkl, exkl., minus',
    'weder, ausgenommen, exklusive, abzüglich',
  ),
  negatedVerbs: {
    nicht: [...phrases('nicht, nie, niemals, niemand, keiner, keiner von uns'), ...byNoOne],
  },
  anyone: phrases('von jemandem, von irgendwem, von irgendjemandem, von uns'),
  needed: ['nötig', 'erforderlich', 'notwendig'],
  noOne: byNoOne,
  exceptMe: combined('außer, bis auf, abgesehen von', 'mir, mich'),
  none: ['kein', 'keine', 'keinen', 'keiner'],
  or: ['oder', 'bzw', 'beziehungsweise'],
  nor: ['noch'],
  fillers: phrases(
    'was, wann, nur, habe, ich, zeige, zeig, mir, suche, alle, alles, rechnung',
    'rechnungen, belege, die, der, das, den, sind, ist, mit, meine, status, bitte, welche',
    'wie, wie hoch, summe, viel, viele, wir, uns, gibt, es, finde, haben, geworden, werden, worden, wurde, wurden, wo, muss',
    'müssen, noch, schon, bereits, aktuell, derzeit, so, brauche, irgendwas, etwas, für, hat, eine',
    'einen, ein, wem, schlagwort, geschickt, dringend, doch, mal, kannst, du, bezahle, über',
    'aber, aw, wg, wird, posten, zahlungen, zahlung, beträge, guten, anbei, unsere, unser, ihre, hallo',
    'beide, beides, wieviel, bekommt, bekommen, zahlen, lieferanten, wer, fa, lief, er, sie, dem, saldo, betrifft, betr, steht, stehen, an, rein, bestellung, bestellnr, begleichen, begleiche, zahle, zahlt',
  ),
  bills: phrases('rechnung, rechnungen, belege'),
  statusNames: ['status'],
  everything: phrases('alle, alles, rechnung, rechnungen, belege'),
  legalForms: phrases('gmbh, ag, kg, ug, ohg, gbr, ltd, inc, llc'),
  asides: phrases(
    'mahnung, mahnungen, zahlungserinnerung',
    'zahlungserinnerungen, überweisung, sepa, lastschrift, sepa-lastschrift, dauerauftrag',
    'zahlung, zahlungen, posten, saldo, verwendungszweck, betreff, vwz',
  ),
  elsewhere: phrases(
    'braucht aufmerksamkeit, brauchen aufmerksamkeit, abgelehnt, abgelehnte, fehlgeschlagen',
    'unbestätigt, unbestätigte, nicht gesendet, gesendet, in warteschlange',
  ),
  foreign: phrases(
    'fremdwährung, fremdwährungen, andere währungen, anderen währungen, ausländische währung',
  ),
  currencies: withBills({
    'USD CAD AUD NZD HKD SGD MXN': ['dollar'],
    USD: declined('us, amerikanisch, us amerikanisch', 'dollar'),
    CAD: declined('kanadisch', 'dollar'),
    AUD: declined('australisch', 'dollar'),
    NZD: declined('neuseeland, neuseeländisch', 'dollar'),
    HKD: ['hongkong dollar', 'hong kong dollar'],
    SGD: declined('singapur', 'dollar'),
    EUR: ['euro', 'euros'],
    GBP: ['pfund', 'pfund sterling', 'britische pfund'],
    JPY: ['yen'],
    CNY: ['yuan', 'renminbi'],
    HUF: ['forint', 'ungarische forint'],
    CHF: ['franken', 'schweizer franken', 'fränkli', 'fr', 'sfr'],
    'SEK NOK DKK CZK': ['kronen', 'krone'],
    SEK: ['schwedische kronen'],
    NOK: ['norwegische kronen'],
    DKK: ['dänische kronen'],
    PLN: ['zloty'],
    CZK: ['tschechische kronen'],
    INR: ['rupien', 'rupie'],
    KWD: ['dinar'],
    ZAR: ['r', 'rand', ...declined('südafrikanisch', 'rand')],
  }),
};

/** German words of the search, with the English ones beside them. */
export const searchWords = withWordsOf(german, english);
