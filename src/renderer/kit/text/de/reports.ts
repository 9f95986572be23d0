import { formatCount } from '../count.ts';
import { say } from '../say.ts';
import { plural } from './plural.ts';
import type { Messages } from '../message-types.ts';

export const reports = {
  title: 'Berichte zu Verbindlichkeiten',
  leads: {
    payable: 'Alle unbezahlten Rechnungen, auch die von Ihnen freigegebenen.',
    inbox:
      'Unbezahlte Rechnungen, die auf Freigabe warten, ohne ausgeblendete und solche auf Wiedervorlage.',
  },
  includeApproved: 'Mit freigegebenen',
  asOf: (day: string) => say`Stand ${day}`,
  asOfSync: (day: string, age: string) => say`Stand ${day} · synchronisiert ${age}`,
  currency: 'Währung',
  bills: (count: number) => plural(count, 'Rechnung', 'Rechnungen'),
  show: (count: number, which: string, currency: string) =>
    say`${plural(count, 'Rechnung', 'Rechnungen')} ansehen: ${which}, in ${currency}`,
  stillReading: 'Synchronisierung läuft. Die Summen sind noch nicht endgültig.',
  notWhole:
    'Einige Rechnungen sind noch nicht synchronisiert, deshalb sind die Summen unvollständig.',
  aging: {
    title: 'Fälligkeitsstruktur der Verbindlichkeiten',
    lead: 'Offener Betrag nach Tagen der Überfälligkeit',
    asTable: 'Als Tabelle ansehen',
    column: 'Tage überfällig',
    buckets: {
      current: 'Nicht überfällig',
      days30: '1–30 Tage',
      days60: '31–60 Tage',
      days90: '61–90 Tage',
      older: 'über 90 Tage',
    },
    which: {
      current: 'nicht überfällig',
      days30: '1–30 Tage überfällig',
      days60: '31–60 Tage überfällig',
      days90: '61–90 Tage überfällig',
      older: 'mehr als 90 Tage überfällig',
    },
    summary: (overdue: string, total: string, percent: string | null) =>
      percent === null
        ? say`${overdue} von ${total} sind überfällig.`
        : say`${overdue} von ${total} sind überfällig (${percent}).`,
    nothingOverdue: (total: string) => say`Nichts überfällig. ${total} offen.`,
  },
  weeks: {
    title: 'Liquiditätsbedarf',
    lead: 'Offener Betrag nach Wochen',
    asTable: 'Als Tabelle ansehen',
    column: 'Woche',
    overdue: 'Überfällig',
    overdueColumn: 'Über\u00adfällig',
    thisWeek: 'Diese Woche',
    later: 'Später',
    week: (from: string, to: string) => say`${from} – ${to}`,
    whichOverdue: 'überfällig',
    whichDue: (week: string) => say`fällig ${week}`,
    whichDueThisWeek: 'diese Woche fällig',
    whichDueLater: 'später fällig',
    nothingNow: 'Nichts überfällig oder diese Woche fällig.',
    onlyThisWeek: (thisWeek: string) => say`${thisWeek} diese Woche fällig.`,
    onlyOverdue: (overdue: string) => say`${overdue} überfällig. Sonst diese Woche nichts fällig.`,
    both: (overdue: string, thisWeek: string) =>
      say`${overdue} überfällig · ${thisWeek} diese Woche fällig`,
  },
  vendors: {
    title: 'Lieferanten mit den höchsten offenen Beträgen',
    lead: (shown: number, all: number) =>
      shown < all
        ? say`${formatCount(shown)} von ${formatCount(all)} Lieferanten`
        : plural(all, 'Lieferant', 'Lieferanten'),
    vendor: 'Lieferant',
    aging: 'Fälligkeit',
    share: '% der Summe',
    of: (vendor: string) => say`von ${vendor}`,
    agingTitle: 'Fälligkeitsstruktur nach Lieferant',
    agingTable: 'Offener Betrag nach Lieferant und Tagen der Überfälligkeit',
    others: (count: number) => plural(count, 'weiterer Lieferant', 'weitere Lieferanten'),
    show: (amount: string, show: string, vendor: string) => say`${amount}, ${show}, von ${vendor}`,
  },
  calendar: {
    title: 'Nächste 30 Tage',
    dueOn: (day: string) => say`fällig am ${day}`,
  },
  expected: {
    title: 'Erwartet, aber nicht eingegangen',
    lead: 'Diese Lieferanten rechnen sonst jeden Monat ab; ihre nächste Rechnung ist noch nicht eingegangen.',
    expectedOn: 'Erwartet',
    last: 'Letzte Rechnung',
    usual: 'Üblicher Betrag',
    show: (vendor: string) => say`Rechnungen von ${vendor} ansehen`,
  },
  priceChanges: {
    title: 'Preisänderungen',
    lead: 'Lieferanten mit neuem Preis in den letzten 12 Monaten, größte Änderung zuerst.',
    before: 'Vorher',
    now: 'Jetzt',
    change: 'Änderung',
    since: 'Seit',
  },
  parts: {
    label: 'Berichte',
    overview: 'Übersicht',
    plan: 'Zahlungsplaner',
    statement: 'Lieferanten-Kontoauszug',
  },
  plan: {
    lead: 'Unbezahlte Rechnungen in der Reihenfolge der Zahlung: angeheftete zuerst, dann nach Fälligkeit. Gutschriften mindern die Rechnungen ihres Lieferanten. Rechnungen mit Hinweisen werden nicht automatisch ausgewählt, außer Sie haben sie freigegeben.',
    budget: (currency: string) => say`Verfügbar (${currency})`,
    dueBy: 'Fällig bis',
    spans: { thisWeek: 'Diese Woche', nextWeek: 'Nächste Woche', all: 'Beliebig' },
    spanEnds: (span: string, day: string) => say`${span} (${day})`,
    selected: (bills: number) => say`${plural(bills, 'Rechnung', 'Rechnungen')} ausgewählt`,
    outOf: (out: string, budget: string) => say`${out} von ${budget}`,
    left: (amount: string) => say`${amount} übrig`,
    over: (amount: string) => say`${amount} zu viel`,
    noBudget: 'Geben Sie einen Betrag ein und drücken Sie Enter, um zu sehen, was passt.',
    credits: (amount: string) => say`Abgezogene Gutschriften: ${amount}`,
    othersWait: 'Wenn die übrigen Rechnungen warten',
    nothingOverdue: 'Keine wird überfällig.',
    overdue: (bills: number, amount: string) =>
      say`${plural(bills, 'Rechnung bleibt', 'Rechnungen bleiben')} überfällig (${amount}).`,
    becoming: (bills: number, amount: string, first: string) =>
      say`${plural(bills, 'Rechnung wird', 'Rechnungen werden')} überfällig (${amount}), die erste am ${first}.`,
    flagged: (bills: number) =>
      bills === 1
        ? 'Davon würde 1 passen, hat aber Hinweise: Wählen Sie sie selbst aus.'
        : say`Davon würden ${formatCount(bills)} passen, haben aber Hinweise: Wählen Sie sie selbst aus.`,
    review: (bills: number) => say`${plural(bills, 'Rechnung', 'Rechnungen')} prüfen`,
    reviewHint: 'Zeigt sie ausgewählt unter „Prüfen“. Damit ist nichts freigegeben.',
    overHint: 'Die ausgewählten Rechnungen übersteigen den Betrag.',
    reset: 'Auswählen, was passt',
    show: 'Anzeigen',
    shows: { all: 'Alle', chosen: 'Ausgewählte', waiting: 'Wartende' },
    caption: 'Rechnungen in der Reihenfolge der Zahlung',
    bill: 'Rechnung',
    due: 'Fällig',
    soFar: 'Summe bis hier',
    ifLeft: 'Wenn sie wartet',
    priority: 'Vorrang',
    priorityOf: (bill: string) => say`Vorrang von ${bill}`,
    priorities: { normal: 'Normal', bill: 'Rechnung zuerst', vendor: 'Lieferant zuerst' },
    marks: { fits: 'Passt', over: 'Passt nicht', later: 'Später fällig', flagged: 'Erst prüfen' },
    overdueSince: (day: string) => say`Überfällig seit ${day}`,
    overdueFrom: (day: string) => say`Überfällig ab ${day}`,
    credit: 'Gutschrift',
    approved: 'Freigegeben',
    view: (bill: string) => say`${bill} ansehen`,
  },
  statement: {
    drop: 'Kontoauszug eines Lieferanten hier ablegen',
    dropHint:
      'Eine CSV-Datei bis 10 MB. Billfold vergleicht sie mit den Rechnungen auf diesem Computer und speichert und sendet sie nicht.',
    choose: 'Datei wählen\u00a0…',
    another: 'Andere Datei wählen\u00a0…',
    close: 'Kontoauszug schließen',
    reading: 'Datei wird gelesen\u00a0…',
    comparing: 'Wird verglichen\u00a0…',
    faults: {
      empty: {
        title: 'Diese Datei ist leer',
        whatToDo: 'Exportieren Sie den Kontoauszug noch einmal.',
      },
      tooLarge: {
        title: 'Diese Datei ist größer als 10 MB',
        whatToDo:
          'Exportieren Sie einen kürzeren Zeitraum. Der Kontoauszug eines Lieferanten ist viel kleiner.',
      },
      pdf: {
        title: 'Das ist ein PDF',
        whatToDo:
          'Bitten Sie den Lieferanten um eine CSV-Datei, oder exportieren Sie sie aus seinem Portal.',
      },
      spreadsheet: {
        title: 'Das ist eine Tabellendatei, keine CSV-Datei',
        whatToDo: 'Öffnen Sie sie in Ihrer Tabellenkalkulation, und speichern Sie sie als CSV.',
      },
      image: {
        title: 'Das ist ein Bild',
        whatToDo: 'Bitten Sie den Lieferanten um eine CSV-Datei.',
      },
      webPage: {
        title: 'Das ist eine Webseite, keine CSV-Datei',
        whatToDo: 'Öffnen Sie sie in Ihrer Tabellenkalkulation, und speichern Sie sie als CSV.',
      },
      notText: {
        title: 'Das ist keine CSV-Datei',
        whatToDo: 'Exportieren Sie den Kontoauszug als CSV.',
      },
      noTable: {
        title: 'Diese Datei hat keine Spalten',
        whatToDo: 'Exportieren Sie den Kontoauszug als CSV, mit einer Zeile je Rechnung.',
      },
      unreadable: {
        title: 'Diese Datei ist nicht lesbar',
        whatToDo: 'Prüfen Sie, ob es sie noch gibt und ob Sie sie öffnen dürfen.',
      },
    },
    records: (lines: number) => plural(lines, 'Zeile', 'Zeilen'),
    vendorFromLines: 'Lieferant anhand der Zeilen erkannt.',
    needsVendor: 'Wählen Sie den Lieferanten, der diesen Kontoauszug geschickt hat.',
    unknownVendor: 'Von diesem Lieferanten sind keine Rechnungen auf diesem Computer.',
    columns: {
      title: 'Was steht in welcher Spalte?',
      hint: 'Billfold merkt sich die Antwort für diesen Lieferanten. Nötig sind Rechnungsnummer und Betrag.',
      change: 'Spalten ändern',
      apply: 'Vergleichen',
      noNumber: 'Wählen Sie zum Vergleichen die Spalte mit den Rechnungsnummern.',
      noAmount: 'Wählen Sie zum Vergleichen die Spalte mit den Beträgen.',
      unused: 'Nicht verwendet',
      untitled: (position: number) => say`Spalte ${formatCount(position)}`,
      roleOf: (column: string) => say`Inhalt von ${column}`,
      roles: {
        number: 'Rechnungsnummer',
        date: 'Rechnungsdatum',
        amount: 'Betrag',
        debit: 'Belastung (Soll)',
        credit: 'Zahlung oder Gutschrift (Haben)',
        currency: 'Währung',
      },
    },
    order: (date: string) => say`Welcher Tag ist ${date}?`,
    orderHint: 'Kein Datum dieser Datei zeigt, ob zuerst der Tag oder der Monat steht.',
    unreadable: (lines: number) => say`${plural(lines, 'Zeile ist', 'Zeilen sind')} nicht lesbar`,
    unreadableHint: (lines: string) => say`Prüfen Sie die Datei: ${lines}.`,
    historyMissing:
      'Bezahlte Rechnungen sind noch nicht synchronisiert. Sie können deshalb hier fehlen.',
    kinds: {
      openThere: 'Dort offen, hier nicht',
      missing: 'Hier nicht vorhanden',
      different: 'Anderer Betrag',
      unknownCurrency: 'Währung unbekannt',
      further: 'Zahlungen, Gutschriften und wiederholte Nummern',
      partPaid: 'Gleicher Gesamtbetrag, hier teilweise bezahlt',
      notThere: 'Nicht im Kontoauszug',
      same: 'Gleich',
    },
    leads: {
      openThere:
        'Der Lieferant fordert sie noch. Hier sind sie bezahlt, storniert oder in einem Status, den Billfold nicht kennt.',
      missing: 'Sie stehen im Kontoauszug, aber hier passt keine Rechnung sicher.',
      different: 'Beträge oder Währungen weichen ab.',
      unknownCurrency:
        'Die Datei nennt keine Währung, und die Rechnungen dieses Lieferanten haben mehrere. Vergleichen Sie sie selbst.',
      further:
        'Sie bezahlen oder mindern eine Rechnung oder tragen ihre Nummer. Billfold rechnet Zeilen nicht zusammen: Vergleichen Sie sie selbst.',
      partPaid: 'Der Lieferant fordert den Gesamtbetrag. Ein Teil davon ist hier bezahlt.',
      notThere:
        'Sie sind hier bis zum letzten Datum des Kontoauszugs offen, aber der Lieferant führt sie nicht auf.',
      same: 'Sie stimmen überein.',
    },
    partPaid: (paid: string) => say`Gleicher Gesamtbetrag, hier ${paid} bezahlt`,
    dates: (there: string, here: string) => say`Dort vom ${there}, hier vom ${here}`,
    note: 'Hinweis',
    assumed: {
      vendor: (currency: string) =>
        say`Zeilen ohne Währung gelten als ${currency}, die einzige Währung der Rechnungen dieses Lieferanten.`,
      numbers: (currency: string) =>
        say`Die Datei nennt keine Währung; verglichen in ${currency}, der Währung der Rechnungen mit diesen Nummern.`,
    },
    reversed:
      'Die meisten Rechnungen haben in dieser Datei das umgekehrte Vorzeichen. Billfold kehrt daher alle Vorzeichen um.',
    group: (kind: string, count: number) => say`${kind} (${formatCount(count)})`,
    agrees: 'Alles in diesem Kontoauszug stimmt mit den Rechnungen überein.',
    nothing: 'In diesem Kontoauszug sind keine Rechnungen.',
    line: 'Zeile',
    lineOf: (position: number) => say`Zeile ${formatCount(position)}`,
    number: 'Rechnungsnummer',
    date: 'Datum',
    there: 'Im Kontoauszug',
    here: 'Hier',
    difference: 'Differenz',
    billHere: 'Rechnung hier',
    likely: (number: string) => say`Vielleicht ${number}`,
    noNumber: 'ohne Nummer',
    status: 'Status',
    skipped: (lines: number) => say`Zeilen ohne Rechnung (${formatCount(lines)})`,
    reasons: {
      total: 'Summe oder Saldo',
      payment: 'Zahlung',
      noBill: 'Keine Rechnungsnummer',
      unreadable: 'Nicht lesbar',
    },
    exportTitle: (vendor: string) => say`Kontoauszug von ${vendor}`,
    fileFact: (file: string) => say`Datei: ${file}`,
  },
  more: (count: number) => say`${formatCount(count)} weitere anzeigen`,
  billsColumn: 'Rechnungen',
  amount: 'Offener Betrag',
  total: 'Summe',
  withoutDueDate: 'ohne Fälligkeit',
  noDueDate: (bills: number, amount: string) =>
    say`Im Diagramm nicht enthalten: ${plural(bills, 'Rechnung', 'Rechnungen')} ohne Fälligkeit (${amount}).`,
  empty: {
    none: {
      title: 'Keine unbezahlten Rechnungen',
      body: 'Fälligkeitsstruktur, Liquiditätsbedarf und größte Lieferanten erscheinen hier, sobald es unbezahlte Rechnungen gibt.',
    },
    reading: {
      title: 'Rechnungen werden synchronisiert',
      body: 'Berichte erscheinen mit den ersten Rechnungen.',
    },
    notRead: {
      title: 'Noch nicht synchronisiert',
      body: 'Berichte erscheinen nach der ersten Synchronisierung.',
    },
    review: 'Zu „Prüfen“',
  },
} as const satisfies Messages['reports'];
