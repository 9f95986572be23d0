import { formatCount } from '../count.ts';
import { say } from '../say.ts';
import { plural } from './plural.ts';

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
  billsColumn: 'Rechnungen',
  amount: 'Offener Betrag',
  total: 'Summe',
  noDueDate: (bills: number, amount: string) =>
    say`Nicht enthalten: ${plural(bills, 'Rechnung', 'Rechnungen')} ohne Fälligkeit (${amount}).`,
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
} as const;
