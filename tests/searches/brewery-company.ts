import { createCompany, rowsOf } from './create-company.ts';

const ibanOf = (end: string) => ({ others: { iban: `DE72150001000${end}` } });

/** Bills of a brewery, with German compounds, Swiss and Czech amounts, weeks in memos, and account numbers. */
const rows = rowsOf(`
  pale | Gebr. Huber GmbH & Co. KG | RE-2026-0815 | Pilsner Malz, KW 46 | 4820 | EUR | 2026-11-18 | 2026-12-08
  dark | Gebr. Huber GmbH & Co. KG | RE-2026-0816 | Röstmalz, KW 47 | 930 | EUR | 2026-11-19 | 2026-12-19
  barley | Mälzerei Steinbach | 4711/26 | Braumalzlieferung | 3610 | EUR | 2026-11-17 | 2026-12-01
  hops | Hopfenhandel | H-55 | Hopfenpellets | 8920 | EUR | 2026-11-16 | 2026-11-30
  power | Stadtwerke Ingolstadt | SW-12 | Strom | 7410 | EUR | 2026-10-01 | 2026-10-05
  freight | Spedition Lechner | TR-26 | Fracht Ingolstadt | 970 | EUR | 2026-10-02 | 2026-10-20
  linen | Wäscherei Süß | WS-7 | Hotelwäsche KW 47 | 567 | EUR | 2026-11-15 | 2026-12-15
  oil | Wärme Gruber | WG-3 | Heizöl Hotel | 2100 | EUR | 2026-10-20 | 2026-11-20
  meter | Zähler Moser | ZM-1 | Ablesung | 500 | EUR | 2026-10-15 | 2026-10-21
  swiss | Alpenkäse AG | AK-1 | Bergkäse | 1250.5 | CHF | 2026-10-30 | 2026-10-31
  cheese | Alpenkäse AG | AK-2 | Raclette | 833 | CHF | 2026-11-14 | 2027-02-26
  czech | Chmel Žatec | CZ-9 | Saazer | 48000 | CZK | 2026-11-13 | 2026-12-27
  saaz | Chmel Žatec | CZ-10 | Saazer | 120000 | CZK | 2026-11-12 | 2026-12-28
`);

const more = {
  pale: ibanOf('0005001234'),
  dark: ibanOf('0005001235'),
  barley: ibanOf('0007711000'),
};

/** A fictional Bavarian brewery. */
export const breweryCompany = createCompany({
  rows,
  more,
  flags: { hops: [{ kind: 'newBankDetails', paid: 4 }] },
  notes: { freight: 'Dringend nachfragen' },
});
