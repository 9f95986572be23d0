import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';

const them = (count: number) => plural(count, 'Rechnung', 'Rechnungen');

export const limits = {
  title: 'Freigabegrenzen',
  hint: 'Nur für Sie, nur auf diesem Computer. Leer: keine Grenze.',
  currency: 'Währung',
  columns: {
    askAboveCents: 'Nachfragen über',
    bulkMostCents: 'Nie gesammelt über',
    batchMostCents: 'Ohne Hinweise freigeben bis',
  },
  field: (column: string, currency: string) => say`${column}, ${currency}`,
  noBills: 'Grenzen lassen sich setzen, sobald Rechnungen synchronisiert sind.',
  notAmount: 'Geben Sie einen Betrag ein oder leeren Sie das Feld.',
  titles: {
    askAgain: (count: number) => say`${them(count)} über Ihrer Grenze freigeben?`,
    notInBulk: (count: number) => say`${them(count)} nicht freigegeben: über Ihrer Sammelgrenze`,
    notInBatch: (count: number) =>
      say`${them(count)} nicht freigegeben: mit Hinweisen oder über Ihrer Grenze`,
  },
  bodies: {
    askAgain: 'Sie möchten bei Rechnungen über diesem Betrag noch einmal gefragt werden.',
    notInBulk: 'Geben Sie jede einzeln frei oder ändern Sie die Grenze in den Einstellungen.',
    notInBatch: 'So werden nur Rechnungen ohne Hinweise bis zu Ihrer Grenze freigegeben.',
  },
  approve: (count: number) => say`${them(count)} freigeben`,
  more: (count: number) => say`+ ${formatCount(count)} weitere`,
  close: 'OK',
  batch: 'Rechnungen ohne Hinweise bis zur Grenze freigeben …',
} as const;
