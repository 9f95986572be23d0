import { say } from '../say.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import type { Messages } from '../message-types.ts';

export const listExport = {
  menu: 'Exportieren',
  targets: {
    csv: 'CSV exportieren\u00a0…',
    pdf: 'PDF exportieren\u00a0…',
    printer: 'Drucken\u00a0…',
  },
  actions: {
    csv: 'Diese Liste als CSV exportieren',
    pdf: 'Diese Liste als PDF exportieren',
    printer: 'Diese Liste drucken',
  },
  working: {
    csv: 'CSV wird exportiert',
    pdf: 'PDF wird erstellt',
    printer: 'Druck wird vorbereitet',
  },
  progress: (done: string, all: string) => say`${done} von ${all}`,
  drawing: 'Seiten werden erstellt. Lange Listen können eine Minute dauern.',
  cancel: 'Abbrechen',
  long: {
    title: (rows: string) => say`${rows} exportieren?`,
    pages: (all: string, first: string, firstPages: string) =>
      say`Alle: etwa ${all} Seiten, etwa eine Minute. Die ersten ${first}: etwa ${firstPages} Seiten.`,
    tooLong: (most: string, first: string, firstPages: string) =>
      say`PDFs sind auf ${most} Zeilen begrenzt. Die ersten ${first}: etwa ${firstPages} Seiten. Filtern Sie die Liste oder exportieren Sie alles als CSV.`,
    first: (rows: string) => say`Die ersten ${rows} exportieren`,
    all: (rows: string) => say`Alle ${rows} exportieren`,
    asCsv: 'Stattdessen CSV exportieren',
  },
  showInFolder: 'Im Ordner anzeigen',
  saved: (file: string, rows: string) => ({
    title: say`${file} exportiert`,
    whatToDo: say`${rows}.`,
  }),
  partOf: (first: string, all: string) => say`Die ersten ${first} von ${all}`,
  nothing: 'Nichts zu exportieren.',
  failed: {
    noRoom: {
      title: 'Nicht gespeichert: Datenträger voll',
      whatToDo: 'Geben Sie Speicherplatz frei oder wählen Sie einen anderen Ort.',
    },
    notAllowed: {
      title: 'Nicht gespeichert: kein Schreibrecht für diesen Ordner',
      whatToDo: 'Wählen Sie einen anderen Ordner oder erlauben Sie Billfold, dort zu schreiben.',
    },
    notWritten: {
      title: 'Nicht gespeichert: Die Datei ließ sich nicht schreiben',
      whatToDo: 'Wählen Sie einen anderen Ort und versuchen Sie es erneut.',
    },
    notDrawn: {
      title: 'Die Seiten ließen sich nicht erstellen',
      whatToDo:
        'Prüfen Sie den Drucker, versuchen Sie weniger Zeilen oder exportieren Sie als CSV.',
    },
    tooLong: {
      title: 'Zu viele Zeilen für ein PDF',
      whatToDo: 'Filtern Sie die Liste oder exportieren Sie als CSV.',
    },
    givenUp: {
      title: 'Export abgebrochen: Ein anderer Export wurde begonnen',
      whatToDo: 'Exportieren Sie diese Liste erneut, wenn der andere Export fertig ist.',
    },
  },
  currency: 'Währung',
  group: 'Gruppe',
  organization: 'Organisation',
  printed: (when: string) => say`Stand: ${when}`,
  firstOf: (rows: string, all: string) => say`Die ersten ${rows} von ${all}`,
  total: (label: string) => say`Summe: ${label}`,
  totalOfAll: (all: string) => say`Summe aller ${all}`,
  facts: {
    organization: (name: string) => say`${name}`,
    allOrganizations: 'Alle Organisationen',
    search: (search: string) => say`Suche: „${search}“`,
    choice: (label: string, value: string) => say`${label}: ${value}`,
  },
  handover: {
    title: 'Tagesübergabe',
    menu: 'Tagesübergabe (PDF)\u00a0…',
    pdf: 'Tagesübergabe als PDF speichern',
    print: 'Tagesübergabe drucken',
    sent: 'Gesendet und bestätigt',
    sentBy: (organization: string) => say`Gesendet und bestätigt: ${organization}`,
    inCurrency: (organization: string, currency: string) => say`${organization} (${currency})`,
    unsent: 'Wartend oder nicht gesendet',
    bills: 'Rechnungen',
    overrides: 'Trotz Hinweisen freigegeben',
    flags: 'Hinweise',
    reason: 'Grund',
    questions: 'Offene Fragen',
    counts: (sent: number, unsent: number, questions: number, due: number) =>
      say`${formatCount(sent)} gesendet, ${formatCount(unsent)} wartend oder nicht gesendet, ${plural(questions, 'offene Frage', 'offene Fragen')}, ${formatCount(due)} morgen fällig`,
    question: 'Frage',
    asked: 'Gefragt',
    answerBy: 'Antwort bis',
    dueTomorrow: 'Morgen fällig, nicht freigegeben',
    none: 'Keine',
    only: (organization: string) => say`Offene Fragen und Fälliges: nur ${organization}.`,
  },
  bills: {
    title: (filter: string) => say`Rechnungen – ${filter}`,
    date: 'Rechnungsdatum',
    memo: 'Vermerk',
    total: 'Gesamtbetrag',
    approval: 'Freigabe',
    flags: 'Hinweise',
    note: 'Notiz (lokal)',
    tags: 'Schlagwörter',
    id: 'Rechnungs-ID',
    invoiceId: 'ID der Ausgangsrechnung',
  },
  approvals: {
    title: (section: string) => say`Freigaben – ${section}`,
    approved: 'Freigegeben',
    state: 'Status',
    answer: 'Antwort',
    id: 'Freigabe-ID',
  },
  reports: {
    line: 'Zeile',
    period: 'Zeitraum',
    day: 'Fällig am',
    usual: 'Üblicher Betrag',
    sum: (bills: string, amount: string) => say`${bills} · ${amount}`,
    from: 'Von',
    to: 'Bis',
    aging: (currency: string) => say`Fälligkeitsstruktur (${currency})`,
    weeks: (currency: string) => say`Liquiditätsbedarf nach Wochen (${currency})`,
    calendar: (currency: string) => say`Liquiditätsbedarf, nächste 30 Tage (${currency})`,
    vendors: (currency: string) => say`Fälligkeitsstruktur nach Lieferanten (${currency})`,
    prices: (currency: string) => say`Preisänderungen, neue Preise (${currency})`,
    expected: (currency: string) =>
      say`Erwartet, aber nicht eingegangen, übliche Beträge (${currency})`,
    rows: (count: number) => plural(count, 'Zeile', 'Zeilen'),
  },
} as const satisfies Messages['export'];
