import { formatCount } from '../count.ts';
import { say } from '../say.ts';
import { plural } from './plural.ts';

export const invoices = {
  grid: 'Ausgangsrechnungen',
  search: 'Ausgangsrechnungen suchen',
  searchHint: 'Ausgangsrechnungen suchen',
  clearSearch: 'Suche löschen',
  count: (count: number) => plural(count, 'Ausgangsrechnung', 'Ausgangsrechnungen'),
  found: (count: number, all: number) =>
    say`${formatCount(count)} von ${plural(all, 'Ausgangsrechnung', 'Ausgangsrechnungen')}`,
  readOnly: 'Nur zur Ansicht',
  asOf: (ago: string) => say`Synchronisiert ${ago}`,
  reading: 'Ausgangsrechnungen werden synchronisiert\u00a0…',
  loadingList: 'Ausgangsrechnungen werden geladen\u00a0…',
  tryAgain: 'Aktualisieren',
  yes: 'Ja',
  no: 'Nein',
  none: '–',
  noName: 'Ausgangsrechnung',
  empty: {
    none: (service: string) => ({
      title: 'Noch keine Ausgangsrechnungen',
      body: say`Diese Organisation hat in ${service} keine Ausgangsrechnungen. Neue erscheinen automatisch.`,
    }),
    notRead: {
      title: 'Noch nicht synchronisiert',
      body: 'Ausgangsrechnungen erscheinen nach der ersten Synchronisierung.',
    },
    search: (search: string) => ({
      title: say`Keine Treffer für „${search}“`,
      body: 'Versuchen Sie weniger oder andere Wörter.',
    }),
  },
  malformed: {
    banner: (count: number) =>
      say`${plural(count, 'Ausgangsrechnung ließ', 'Ausgangsrechnungen ließen')} sich nicht laden.`,
    show: 'Ansehen',
    title: 'Ausgangsrechnungen, die sich nicht laden ließen',
    lead: (service: string) =>
      say`Sie enthalten ungültige Daten. Prüfen Sie sie in ${service}; andere Ausgangsrechnungen sind nicht betroffen.`,
    noId: 'Ohne ID',
    wrong: 'Problem',
    raw: 'Rohdaten',
  },
  detail: {
    region: 'Ausgangsrechnung',
    none: 'Keine Ausgangsrechnung ausgewählt',
    nothing: 'Wählen Sie eine Ausgangsrechnung',
    keys: 'j / k zum Blättern',
    back: 'Zurück zur Liste',
    fields: 'Details',
    item: (position: number) => say`Position ${position}`,
    empty: '–',
  },
} as const;
