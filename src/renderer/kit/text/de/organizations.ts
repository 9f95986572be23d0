import { say } from '../say.ts';
import { plural } from './plural.ts';
import type { Messages } from '../message-types.ts';

export const organizations = {
  all: 'Alle Organisationen',
  ofBill: 'Organisation: ',
  synced: (ago: string) => say`Stand: ${ago} (älteste)`,
  notAllRead: 'Einige Organisationen noch nicht synchronisiert',
  failed: (name: string, title: string) => say`${name}: ${title}`,
  noBills: {
    title: 'Noch keine Rechnungen',
    body: 'Keine Organisation hat Rechnungen. Neue erscheinen automatisch.',
  },
  bulk: {
    title: 'Nach Organisation',
    count: (bills: number) => plural(bills, 'Rechnung', 'Rechnungen'),
  },
  conflictingIds: {
    title: (count: number) => say`${plural(count, 'Rechnung', 'Rechnungen')} nicht angezeigt`,
    body: (names: string) =>
      say`Rechnungen anderer Organisationen haben dieselbe ID. Öffnen Sie ${names} zum Prüfen.`,
    open: (name: string) => say`${name} öffnen`,
  },
  reports: (count: number) =>
    say`Alle ${plural(count, 'Organisation', 'Organisationen')}. Gleichnamige Lieferanten sind zusammengefasst.`,
  lost: (names: string, shown: string) => ({
    title: say`Kein Zugriff mehr auf ${names}`,
    whatToDo: say`Angezeigt: ${shown}. Ungesendete Freigaben bleiben unter „Freigaben“. Ist das falsch, wenden Sie sich an Ihre Administration.`,
  }),
  invoices: (name: string) =>
    say`Angezeigt: ${name}. Wechseln Sie die Organisation, um andere zu sehen.`,
} as const satisfies Messages['organizations'];
