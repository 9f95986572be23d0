import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';
import type { Messages } from '../message-types.ts';

type Does = 'approve' | 'send';
const bills = (count: number) => plural(count, 'Rechnung', 'Rechnungen');
const approvals = (count: number) => plural(count, 'Freigabe', 'Freigaben');

export const limits = {
  title: 'Freigabegrenzen',
  hint: 'Diese Grenzen gelten nur für Sie, auf diesem Computer. Ein leeres Feld bedeutet keine Grenze.',
  hints: {
    askAboveCents: 'Ein Dialog fragt nach, bevor Sie eine solche Rechnung freigeben.',
    bulkMostCents: 'Eine solche Rechnung wird ausgelassen, wenn Sie mehrere auf einmal freigeben.',
    batchMostCents:
      'Fügt jeder Gruppe eine Schaltfläche hinzu, die alle Rechnungen ohne Hinweise bis zu diesem Betrag je Rechnung freigibt. Eine Summe begrenzt das nicht. Ohne Betrag gibt es keine solche Schaltfläche.',
  },
  currency: 'Währung',
  columns: {
    askAboveCents: 'Nachfragen über',
    bulkMostCents: 'Nur einzeln über',
    batchMostCents: 'In einem Schritt bis',
  },
  field: (column: string, currency: string) => say`${column}, ${currency}`,
  saved: (field: string) => say`Gespeichert: ${field}`,
  noBills: 'Grenzen lassen sich setzen, sobald Rechnungen synchronisiert sind.',
  unreadHere:
    'Bei Freigaben, die sie betreffen könnten, fragt Billfold nach. Setzen Sie Ihre Grenzen unten neu und wählen Sie dann „Meine Grenzen sind gesetzt“.',
  areSet: 'Meine Grenzen sind gesetzt',
  notAmount: 'Geben Sie einen Betrag wie 1.000 oder 1.000,50 ein oder leeren Sie das Feld.',
  otherCurrency: (currency: string) =>
    say`Geben Sie einen Betrag in ${currency} ein oder leeren Sie das Feld.`,
  titles: {
    notInBulk: (count: number, does: Does) =>
      does === 'send'
        ? say`${approvals(count)} nicht gesendet: über Ihrer Sammelgrenze`
        : say`${bills(count)} nicht freigegeben: über Ihrer Sammelgrenze`,
    notInBatch: (count: number) =>
      say`${bills(count)} nicht freigegeben: mit Hinweisen oder über Ihrer Grenze`,
  },
  bodies: {
    notInBulk: (does: Does) =>
      does === 'send'
        ? 'Senden Sie jede einzeln oder ändern Sie die Grenze in den Einstellungen.'
        : 'Geben Sie jede einzeln frei oder ändern Sie die Grenze in den Einstellungen.',
    notInBatch: () => 'So werden nur Rechnungen ohne Hinweise bis zu Ihrer Grenze freigegeben.',
  },
  more: (count: number) => say`+ ${formatCount(count)} weitere`,
  close: 'OK',
  batch: 'Rechnungen ohne Hinweise bis zur Grenze freigeben\u00a0…',
  batchOfGroup: 'Alle ohne Hinweise freigeben\u00a0…',
  noneInBatch: {
    title: 'Hier gibt es innerhalb Ihrer Grenze keine Rechnung ohne Hinweise',
    whatToDo: 'Geben Sie die anderen einzeln frei oder ändern Sie die Grenze in den Einstellungen.',
  },
} as const satisfies Messages['limits'];
