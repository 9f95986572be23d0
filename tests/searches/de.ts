import { type SearchRow, sets } from './table.ts';

/** Searches in German on November 24, 2026, a Tuesday. */
export const searchesInGerman: readonly SearchRow[] = [
  { finds: sets.sorrel, chips: '', typed: ['sorrel', 'Sorrel Plastering'] },
  { finds: `~ ${sets.sorrel}`, chips: '', typed: ['sorell'] },
  {
    finds: sets.sorrel,
    chips: 'Lieferant: Sorrel Plastering',
    typed: [
      'von Sorrel',
      'Lieferant Sorrel',
      'lieferant:sorrel',
      'Rechnungen von Sorrel',
      'vom Lieferanten Sorrel',
    ],
  },
  { finds: 'desks', chips: '', typed: ['bürobedarf', 'Buerobedarf', 'RE-7001', '1.000,00'] },
  {
    finds: 'crane',
    chips: 'Rechnungsnr.: „43187“',
    typed: ['Rechnung 43187', 'Nr. 43187', 'nummer:43187'],
  },
  { finds: 'paint', chips: '', typed: ['zebra'] },
  { finds: 'paint', chips: 'Notiz: „zebra“', typed: ['notiz:zebra'] },
  { finds: 'paint', chips: 'Mit Notiz', typed: ['mit Notiz', 'notiz:'] },

  {
    finds: sets.over5000,
    chips: 'Betrag über 5.000',
    typed: [
      'über 5000',
      'ueber 5000',
      'mehr als 5.000',
      '>5000',
      '>5.000',
      'größer als 5000',
      'Betrag über 5000',
      'über 5 Tsd.',
    ],
  },
  {
    finds: sets.over5000,
    chips: 'Betrag ab 5.000',
    typed: ['ab 5000', 'mindestens 5000', '5000 oder mehr', '5000+', '>=5000'],
  },
  { finds: sets.over1000, chips: 'Betrag über 1.000,50', typed: ['>1000,50'] },
  {
    finds: sets.between1000And2000,
    chips: 'Betrag 1.000 – 2.000',
    typed: [
      'zwischen 1000 und 2000',
      '1000-2000',
      '1000 bis 2000',
      'von 1000 bis 2000',
      'betrag:1000-2000',
    ],
  },
  {
    finds: 'nosing credit',
    chips: 'Betrag unter 50',
    typed: ['unter 50', 'weniger als 50', '<50', 'kleiner als 50'],
  },
  {
    finds: 'nosing credit',
    chips: 'Betrag bis 50',
    typed: ['bis 50', 'höchstens 50', 'bis zu 50', 'max. 50'],
  },
  {
    finds: 'steel',
    chips: 'Betrag über 1.000,00 €',
    typed: ['über 1000 Euro', '>1000 €', 'über 1000 EUR'],
  },
  { finds: 'fuel', chips: 'Betrag 652,50 – 797,50', typed: ['etwa 725', 'ca. 725', 'rund 725'] },
  { finds: 'steel desks', chips: 'Währung: EUR', typed: ['Euro', 'währung:eur'] },
  { finds: 'forints', chips: 'Währung: HUF', typed: ['Forint'] },
  { finds: sets.dollars, chips: 'Währung: USD', typed: ['Dollar'] },
  { finds: 'credit', chips: 'Gutschriften', typed: ['Gutschrift', 'Gutschriften'] },

  {
    finds: 'gasMarch',
    chips: 'Fällig 3. Apr.',
    typed: [
      '3.4.',
      '03.04.2026',
      '3.4.26',
      '3. April',
      '3. Apr.',
      'am 3. April',
      'fällig am 3.4.',
      'fällig:3.4.',
      'faellig 03.04.2026',
      '3/4/2026',
      '2026-04-03',
      '3. Apr. 2026',
    ],
  },
  {
    finds: 'ceiling',
    chips: 'Fällig Fr., 27. Nov.',
    typed: [
      'Freitag',
      'fällig Freitag',
      'fällig:Freitag',
      'am Freitag',
      'diesen Freitag',
      'Freitag fällig',
      'fällig am Fr',
    ],
  },
  {
    finds: 'ceiling',
    chips: 'Fällig Fr., 27. Nov. oder Fällig 4. Dez.?',
    typed: ['nächsten Freitag'],
  },
  {
    finds: 'crane',
    chips: 'Fällig Di., 24. Nov.',
    typed: ['heute', 'fällig:heute', 'faellig:heute', 'heute fällig', 'due:today'],
  },
  { finds: 'water', chips: 'Fällig Mi., 25. Nov.', typed: ['morgen', 'fällig morgen', 'in 1 Tag'] },
  { finds: 'oak', chips: 'Fällig Mo., 23. Nov.', typed: ['gestern', 'vor 1 Tag', 'vor einem Tag'] },
  { finds: '', chips: 'Fällig Do., 26. Nov.', typed: ['übermorgen'] },
  {
    finds: sets.thisWeek,
    chips: 'Fällig 23. Nov. – 29. Nov.',
    typed: ['diese Woche', 'fällig:diese Woche', 'diese Woche fällig'],
  },
  {
    finds: sets.nextWeek,
    chips: 'Fällig 30. Nov. – 6. Dez.',
    typed: ['nächste Woche', 'naechste Woche', 'kommende Woche'],
  },
  {
    finds: '',
    chips: 'Fällig 1. Okt. – 31. Okt.',
    typed: ['letzter Monat', 'letzten Monat', 'im Oktober'],
  },
  {
    finds: sets.nextMonth,
    chips: 'Fällig 1. Dez. – 31. Dez.',
    typed: ['nächster Monat', 'nächsten Monat', 'Dezember', 'im Dezember fällig'],
  },
  {
    finds: sets.next7Days,
    chips: 'Fällig 24. Nov. – 1. Dez.',
    typed: [
      'nächste 7 Tage',
      'in den nächsten 7 Tagen',
      'innerhalb von 7 Tagen',
      'innerhalb einer Woche',
    ],
  },
  {
    finds: `${sets.overdue} ceiling water crane`,
    chips: 'Fällig bis Fr., 27. Nov.',
    typed: ['bis Freitag', 'spätestens Freitag', 'fällig bis Freitag'],
  },
  {
    finds: 'gasMarch gasApril lawyer',
    chips: 'Fällig bis 31. Mai',
    typed: ['vor Juni', 'fällig vor Juni', 'vor dem 1. Juni'],
  },
  { finds: 'desks', chips: 'Fällig Mo., 30. Nov.', typed: ['Ende des Monats', 'Monatsende'] },
  {
    finds: 'fuel desks rent',
    chips: 'Fällig 30. Nov. – 2. Dez.',
    typed: ['30.11. bis 2.12.', 'von 30.11. bis 2.12.', 'zwischen 30.11. und 2.12.'],
  },
  {
    finds: 'gasMarch gasApril fuel',
    chips: 'Fällig 1. Apr. – 30. Apr. oder „April“?',
    typed: ['April'],
  },
  {
    finds: 'gasApril',
    chips: 'Fällig 1. Mai – 31. Mai',
    typed: ['Mai', 'im Mai', 'fällig im Mai'],
  },
  {
    finds: sets.older90,
    chips: 'Rechnungsdatum bis 25. Aug.',
    typed: ['älter als 90 Tage', 'aelter als 90 Tage'],
  },
  {
    finds: sets.older90,
    chips: 'Rechnungsdatum bis 25. Aug. oder Überfällig seit 25. Aug. oder länger?',
    typed: ['>90 Tage', 'über 90 Tage'],
  },
  {
    finds: 'gasMarch gasApril lawyer',
    chips: 'Überfällig seit 25. Aug. oder länger',
    typed: ['mehr als 90 Tage überfällig', 'seit mehr als 90 Tagen überfällig'],
  },

  {
    finds: sets.overdue,
    chips: 'Überfällig',
    typed: ['überfällig', 'ueberfaellig', 'ist:überfällig', 'Überfällige', 'is:overdue', 'overdue'],
  },
  {
    finds: 'crane oak yen',
    chips: 'Mit Hinweisen',
    typed: ['mit Hinweisen', 'ist:hinweis', 'auffällig'],
  },
  { finds: 'oak', chips: 'Mögliche Dublette', typed: ['Dublette', 'doppelt', 'mögliche Dublette'] },
  {
    finds: 'crane',
    chips: 'Ungewöhnlicher Betrag',
    typed: ['ungewöhnlich', 'ungewöhnlicher Betrag'],
  },
  { finds: 'yen', chips: 'Neuer Lieferant', typed: ['neuer Lieferant', 'neue Lieferanten'] },
  { finds: 'toner', chips: 'Bezahlt', typed: ['bezahlt', 'ist:bezahlt'] },
  {
    finds: 'lease',
    chips: 'Teilweise bezahlt',
    typed: ['teilweise bezahlt', 'teilbezahlt', 'ist:teilbezahlt'],
  },
  { finds: 'signs', chips: 'Storniert', typed: ['storniert'] },
  { finds: 'glass', chips: 'Auf Wiedervorlage', typed: ['Wiedervorlage', 'auf Wiedervorlage'] },
  { finds: 'mugs', chips: 'Ausgeblendet', typed: ['ausgeblendet'] },
  {
    finds: 'stairs',
    chips: 'Freigegeben Di., 24. Nov.',
    typed: ['heute freigegeben', 'freigegeben heute', 'freigegeben:heute'],
  },
  { finds: 'stairs rail', chips: 'Von mir freigegeben', typed: ['freigegeben'] },

  {
    finds: 'gasMarch',
    chips: 'Nicht: „april“',
    typed: ['gas -april', 'gas ohne april', 'gas nicht april'],
  },
  {
    finds: 'gasMarch gasApril water credit',
    chips: '„gas“ oder „water“',
    typed: ['gas oder water'],
  },
  {
    finds: 'plaster oak',
    chips: 'Überfällig | Betrag über 5.000',
    typed: [
      'überfällig über 5000',
      'alle überfälligen Rechnungen über 5000',
      'überfällig und über 5000',
    ],
  },
  {
    finds: 'plaster',
    chips: 'Überfällig | Lieferant: Sorrel Plastering',
    typed: ['überfällig von Sorrel'],
  },
];
