import { formatCount } from '../count.ts';
import { say } from '../say.ts';
import { plural } from './plural.ts';
import type { Messages } from '../message-types.ts';

const bills = (count: number): string => plural(count, 'Rechnung', 'Rechnungen');

export const vendor = {
  title: 'Lieferant',
  sent: 'Angaben zum Lieferanten',
  onThisComputer: 'Aus synchronisierten Rechnungen',
  otherBills: 'Rechnungen',
  noOthers: 'Keine weiteren Rechnungen dieses Lieferanten.',
  historyMissing:
    'Bezahlte Rechnungen sind noch nicht synchronisiert, daher sind Verlauf und Hinweise unvollständig.',
  count: (status: string, count: number) => say`${formatCount(count)} ${status.toLowerCase()}`,
  due: 'Offen gesamt',
  usual: 'Üblicher Betrag',
  usualOf: (amount: string, count: number) =>
    say`${amount} (Median aus ${formatCount(count)} früheren Rechnungen)`,
  noUsual: 'Zu wenige frühere Rechnungen',
  lastApproved: 'Zuletzt freigegeben',
  lastPaid: 'Letzte bezahlte Rechnung',
  none: 'Keine',
  never: 'noch nie',
  latest: 'Neueste Rechnungen',
  history: (count: number, totals: string) =>
    say`Beträge der letzten ${bills(count)}, älteste zuerst: ${totals}`,
  usually: (amount: string) => say`Üblich: ${amount}`,
  dated: (number: string, day: string) => say`${number} vom ${day}`,
  open: 'Verlauf des Lieferanten\u00a0…',
  trusted: 'Vertrauter Lieferant',
  trustedHint:
    'Blendet nur den Hinweis „Neuer Lieferant“ aus. Bankverbindung, Beträge und alles andere werden weiter geprüft.',
  note: 'Notiz zum Lieferanten',
  notePlaceholder: 'Notiz zu diesem Lieferanten hinzufügen',
  year: 'Laufendes Jahr',
  yearOf: (total: string, count: number, before: string | null) =>
    before === null
      ? say`${total} (${bills(count)})`
      : say`${total} (${bills(count)}); Vorjahr bis heute ${before}`,
  rhythm: 'Rhythmus',
  regular: (days: number, next: string) =>
    say`Alle ${plural(days, 'Tag', 'Tage')}. Nächste erwartet: ${next}.`,
  irregular: (days: number) => say`Unregelmäßig, meist ${plural(days, 'Tag', 'Tage')} Abstand`,
  prices: 'Preise',
  priceNow: (now: string) => say`Zuletzt ${now}`,
  priceChange: (now: string, change: string, before: string) =>
    say`Zuletzt ${now}, ${change} gegenüber ${before} vor einem Jahr`,
  timeline: 'Verlauf',
  showAllOfThis: 'Alle Rechnungen dieses Lieferanten ansehen',
  showAll: (count: number) =>
    count === 1
      ? 'Alle Rechnungen dieses Lieferanten ansehen'
      : say`Alle ${formatCount(count)} Rechnungen ansehen`,
} as const satisfies Messages['vendor'];
