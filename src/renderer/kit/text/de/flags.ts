import { flagNames } from '../../../../bridge/flag-names.ts';
import { formatCount } from '../count.ts';
import { say } from '../say.ts';
import { plural } from './plural.ts';
import type { Messages } from '../message-types.ts';

export const flags = {
  badges: flagNames.de,
  more: (count: number) => say`+${formatCount(count)}`,
  moreAsText: (count: number) => say`und ${plural(count, 'weiterer Hinweis', 'weitere Hinweise')}`,
  title: 'Vor der Freigabe prüfen',
  same: {
    vendor: 'Lieferant',
    number: 'Nummer',
    date: 'Datum',
    total: 'Gesamtbetrag',
  },
  sameWithoutSuffix: 'Nummer (ohne Zusatz)',
  named: (name: string) => say`${name}.`,
  likelyDuplicate: 'Wahrscheinlich Dublette',
  duplicate: (same: string, other: string) => say`Gleich wie bei ${other}: ${same}.`,
  otherBill: (number: string, status: string | null) =>
    status === null ? say`Rechnung ${number}` : say`${number} (${status.toLowerCase()})`,
  approvedHere: 'von Ihnen freigegeben',
  otherWithoutNumber: (status: string) => say`einer Rechnung ohne Nummer (${status.toLowerCase()})`,
  moreCopies: (count: number) =>
    plural(count, 'weitere ähnliche Rechnung.', 'weitere ähnliche Rechnungen.'),
  unusualHigh: (factor: string, median: string, basis: string) =>
    say`${factor === '2' ? 'Etwa das Doppelte' : say`Das ${factor}-Fache`} des Üblichen bei diesem Lieferanten: ${median} (${basis}).`,
  unusualLow: (median: string, basis: string) =>
    say`Weit unter dem Üblichen bei diesem Lieferanten: ${median} (${basis}).`,
  medianOf: (bills: number, leftOut: number) =>
    leftOut === 0
      ? say`Median aus ${plural(bills, 'Rechnung', 'Rechnungen')}`
      : say`Median aus ${plural(bills, 'Rechnung', 'Rechnungen')}, ohne ${plural(leftOut, 'Ausreißer', 'Ausreißer')}`,
  lookAlike: {
    alphabet: (other: string, codePoint: string) =>
      say`Sieht aus wie ${other}, enthält aber einen Buchstaben einer anderen Schrift (${codePoint}).`,
    invisible: (other: string, codePoint: string) =>
      say`Sieht aus wie ${other}, enthält aber ein unsichtbares Zeichen (${codePoint}).`,
    legalForm: (other: string, _codePoint: string) =>
      say`Sieht aus wie ${other}, hat aber eine andere Rechtsform.`,
    spelling: (other: string, _codePoint: string) =>
      say`Sieht aus wie ${other}, ist aber anders geschrieben.`,
  },
  vendorWithBills: (name: string, bills: number) =>
    say`„${name}“ (${plural(bills, 'Rechnung', 'Rechnungen')})`,
  otherOrganization: (other: string, organization: string) =>
    say`Lieferant, Nummer und Gesamtbetrag wie ${other} in ${organization}.`,
  splitBills: (bills: number, days: number, total: string) =>
    say`${plural(bills, 'Rechnung', 'Rechnungen')} innerhalb von ${plural(days, 'Tag', 'Tagen')}, zusammen ${total}.`,
  splitAtOwnLimit: (limit: string) => say`Jede liegt innerhalb Ihrer Grenze von ${limit}.`,
  splitAtCommonLimit: (limit: string) => say`Jede liegt knapp unter ${limit}.`,
  otherCurrency: (currency: string, usual: string, bills: number) =>
    say`Erste Rechnung in ${currency}. Die letzten ${plural(bills, 'Rechnung', 'Rechnungen')} dieses Lieferanten lauteten auf andere Währungen, zuletzt ${usual}.`,
  newBankDetails: (bills: number) =>
    bills === 0
      ? 'Keine bezahlte Rechnung dieses Lieferanten nennt diese.'
      : say`${plural(bills, 'bezahlte Rechnung', 'bezahlte Rechnungen')} dieses Lieferanten ${bills === 1 ? 'nennt' : 'nennen'} diese, andere nicht.`,
  shorterTerms: (days: number, usualDays: number, bills: number) =>
    say`Fällig nach ${plural(days, 'Tag', 'Tagen')}. Üblich sind bei diesem Lieferanten ${plural(usualDays, 'Tag', 'Tage')} (${plural(bills, 'Rechnung', 'Rechnungen')}).`,
  futureDate: (date: string, days: number) =>
    say`Das Rechnungsdatum (${date}) liegt ${plural(days, 'Tag', 'Tage')} in der Zukunft.`,
  returningVendor: (date: string, days: number) =>
    say`Erste Rechnung seit ${plural(days, 'Tag', 'Tagen')}. Die letzte war vom ${date}.`,
  firstOfVendor: (vendor: string) => say`Noch keine Rechnung von ${vendor} wurde bezahlt.`,
  answerOverdue: 'Antwort überfällig',
  onHold: (reason: string, since: string) =>
    reason === '' ? say`Seit ${since}.` : say`„${reason}“, seit ${since}.`,
  asked: (whom: string, since: string, by: string | null, reason: string) => {
    const asked =
      by === null
        ? say`${whom} gefragt, ${since}.`
        : say`${whom} gefragt, ${since}; Antwort erwartet bis ${by}.`;
    return reason === '' ? asked : say`${asked} „${reason}“`;
  },
  editHold: 'Ändern\u00a0…',
  release: 'Klärung beenden',
  dueBeforeDate: (due: string, date: string) =>
    say`Die Fälligkeit (${due}) liegt vor dem Rechnungsdatum (${date}).`,
  approvedElsewhere: 'Ihr Dienst führt diese Rechnung bereits als freigegeben.',
  stoppedElsewhere:
    'Ihr Dienst führt diese Rechnung als abgelehnt, strittig, gesperrt, Entwurf oder gelöscht.',
  noVendor: 'Die Rechnung nennt weder einen Lieferanten noch eine Lieferanten-ID.',
  dueAboveTotal: (due: string, total: string) =>
    say`Der offene Betrag (${due}) übersteigt den Gesamtbetrag (${total}).`,
  fraction: (currency: string) =>
    say`${currency} hat keine Bruchteile. Rechnet Ihr Dienst in ganzen Einheiten, ist der Betrag hundertmal so hoch.`,
  changed: (ago: string, changes: string) =>
    say`Seit Sie sie zuletzt angesehen haben (${ago}): ${changes}.`,
  returned: (when: string, amount: string, changes: string) =>
    say`Sie haben ${amount} am ${when} freigegeben. Seitdem: ${changes}.`,
  reopened: (when: string) =>
    say`Sie haben diese Rechnung am ${when} freigegeben. Ihr Dienst führt sie nicht mehr als freigegeben.`,
  change: (field: string, before: string, after: string) => say`${field} ${before} → ${after}`,
  nothing: '(leer)',
  quoted: (text: string) => say`„${text}“`,
  seenFields: {
    vendorName: 'Lieferant',
    billNumber: 'Rechnungsnummer',
    currency: 'Währung',
    totalCents: 'Gesamtbetrag',
    amountDueCents: 'offener Betrag',
    date: 'Rechnungsdatum',
    dueDate: 'Fälligkeit',
    memo: 'Vermerk',
  },
  decision: {
    hide: 'Als Dublette ausblenden',
    notDuplicate: 'Keine Dublette',
    notDuplicateDone: 'Nicht mehr als Dublette gekennzeichnet',
    flaggedAgain: 'Wieder gekennzeichnet',
    done: (decision: string, what: string) => say`${decision} · ${what}`,
    notDuplicateOf: (other: string) => say`Von Ihnen gekennzeichnet: keine Dublette von ${other}.`,
    alreadyPaid: (bill: string) => say`Wahrscheinlich schon bezahlt: ${bill}`,
    alreadyPaidInPart: (bill: string) => say`Wahrscheinlich schon teilweise bezahlt: ${bill}`,
    dated: (number: string, day: string) => say`${number} vom ${day}`,
    inOrganization: (number: string, organization: string) => say`${number} bei ${organization}`,
    alreadyApproved: (number: string, day: string) =>
      say`Sie haben ${number}, die gleich aussieht, am ${day} freigegeben`,
    approveAnyway: (hasSameDate: boolean) =>
      hasSameDate
        ? 'Lieferant, Nummer, Datum und Gesamtbetrag sind gleich. Trotzdem freigeben?'
        : 'Lieferant, Nummer und Gesamtbetrag sind gleich. Trotzdem freigeben?',
    approve: 'Trotzdem freigeben',
    copies: (count: number) =>
      say`${plural(count, 'Rechnung gleicht', 'Rechnungen gleichen')} bezahlten oder freigegebenen`,
  },
  compare: 'Rechnungen vergleichen',
  against: {
    label: 'Gegenüber der letzten Rechnung',
    changed: (change: string, share: string, day: string) =>
      say`${change} (${share}) gegenüber ${day}`,
    sameAmount: (day: string) => say`Betrag wie ${day}`,
    otherCurrency: (day: string) => say`andere Währung als ${day}`,
    undated: 'letztes Mal',
    counter: (count: number) => say`Nummer +${formatCount(count)}`,
    dated: 'Nummer folgt dem Datum',
    restart: 'Nummer beginnt neu',
    sameNumber: 'gleiche Nummer',
    astray: 'Nummer passt nicht',
    daysApart: (days: number) => say`${plural(days, 'Tag', 'Tage')} Abstand`,
  },
  routine: {
    isRoutine: 'Routine',
    not: (reasons: string) => say`Keine Routine: ${reasons}`,
    deviations: {
      flagged: 'mit Hinweis',
      fewPaid: 'weniger als 4 bezahlte Rechnungen',
      notLatest: 'eine spätere Rechnung ist bezahlt',
      partlyPaid: 'teilweise bezahlt',
      credited: 'Gutschrift über denselben Betrag',
      currency: 'andere Währung',
      amount: 'Betrag weicht um mehr als 3 % vom üblichen ab',
      creeping: 'Beträge steigen seit Längerem',
      rhythm: 'ungewöhnlicher Abstand',
      number: 'Nummer passt nicht',
      elsewhere: 'Nummer auch in anderer Organisation',
      terms: 'anderes Zahlungsziel',
      vendorRecord: 'anderer Lieferanteneintrag',
      payee: 'Zahlungsdaten geändert',
      memo: 'ungewöhnlicher Vermerk',
    },
    otherField: (name: string) => say`Feld ${name} geändert`,
    off: {
      title: 'Diese Rechnungen sehen aus wie immer',
      whatToDo:
        'Lieferant und Zahlungsdaten wie bisher, üblicher Abstand, höchstens 3 % vom üblichen Betrag entfernt, und die Nummer folgt der letzten. Eine Abweichung nimmt eine Rechnung heraus. Sehen Sie sie durch und schalten Sie dann die gemeinsame Freigabe ein.',
    },
    turnOn: 'Einschalten',
    turnOff: 'Ausschalten',
    lane: (count: number) => ({
      title: say`${plural(count, 'Rechnung sieht', 'Rechnungen sehen')} aus wie immer`,
      whatToDo:
        'Lieferant und Zahlungsdaten wie bisher, üblicher Abstand, höchstens 3 % vom üblichen Betrag entfernt, und die Nummer folgt der letzten.',
    }),
    approve: (count: number) => say`${formatCount(count)} freigeben`,
    palette: 'Routine-Rechnungen freigeben',
  },
  kinds: 'Arten von Hinweisen',
  allKinds: 'Alle',
  reasons: {
    label: 'Grund (optional)',
    given: {
      twoSites: 'Zwei Standorte',
      corrected: 'Korrigierte Rechnung',
      agreed: 'Mit Lieferant geklärt',
      expected: 'Erwartet',
    },
    other: 'Anderer\u00a0…',
    own: 'Ihr Grund',
  },
  paidUnapproved: {
    title: 'Ohne Freigabe von diesem Computer bezahlt',
    noticed: (when: string) => say`Bemerkt: ${when}.`,
    explain: 'Wie wurde sie bezahlt?',
    ways: {
      directDebit: 'Lastschrift',
      card: 'Kartenzahlung',
      colleague: 'Von anderen freigegeben',
    },
    tags: {
      directDebit: 'lastschrift',
      card: 'kartenzahlung',
      colleague: 'anderswo-freigegeben',
    },
  },
  comparison: {
    title: 'Mögliche Dublette vergleichen',
    with: 'Vergleichen mit',
    summary: (same: string) => say`Übereinstimmend: ${same}`,
    noneSame: 'Kein Feld stimmt überein',
    table: 'Die beiden Rechnungen nebeneinander',
    field: 'Feld',
    thisBill: 'Diese Rechnung',
    otherBill: 'Andere Rechnung',
    verdict: 'Vergleich',
    verdicts: {
      same: 'Gleich',
      written: 'Gleich (andere Schreibweise)',
      different: 'Verschieden',
    },
    open: (number: string | null) =>
      number === null ? 'Die andere Rechnung öffnen' : say`${number} öffnen`,
    fields: {
      vendor: 'Lieferant',
      number: 'Rechnungsnummer',
      date: 'Rechnungsdatum',
      dueDate: 'Fälligkeit',
      total: 'Gesamtbetrag',
      amountDue: 'Offener Betrag',
      status: 'Status',
      memo: 'Vermerk',
      created: 'Erfasst',
    },
    matching: {
      vendor: 'Lieferant',
      number: 'Nummer',
      date: 'Datum',
      dueDate: 'Fälligkeit',
      total: 'Gesamtbetrag',
      amountDue: 'offener Betrag',
      status: 'Status',
      memo: 'Vermerk',
      created: 'Erfassungszeit',
    },
  },
} as const satisfies Messages['flags'];
