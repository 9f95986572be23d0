import type { OutOfInbox } from '../../src/renderer/core/model/list-choice.ts';
import type { Hold } from '../../src/renderer/core/model/annotation.ts';
import type { Bill } from '../../src/contract/bill.ts';
import type { Flag } from '../../src/renderer/core/model/flag.ts';
import type { PlainDate } from '../../src/base/days.ts';
import { createCompany, rowsOf, today } from './create-company.ts';

/** A fictional company. Many bills have words, numbers or dates that a careless search would misread. */
const rows = rowsOf(`
  plaster | Sorrel Plastering | INV-2026-3100 | Plastering labour | 5200 | USD | 2026-10-12 | 2026-11-20
  ceiling | Sorrel Plastering | INV-2026-3212 | Ceiling repairs | 980 | USD | 2026-11-10 | 2026-11-27
  gasMarch | Northmoor Energy | NOR-9564 | Gas, March | 412.5 | USD | 2026-03-05 | 2026-04-03
  gasApril | Northmoor Energy | NOR-9601 | Gas, April | 395.1 | USD | 2026-04-06 | 2026-05-04
  water | Brightwell Water | BW-260303 | Water and sewerage | 1434.29 | USD | 2026-11-01 | 2026-11-25
  paint | Palette Road Paints | PRP-7750 | Primer and undercoat | 1750.5 | USD | 2026-11-03 | 2026-12-03
  fuel | Kestrel Fleet | INV-2026-3674 | Fuel cards April | 731 | USD | 2026-11-02 | 2026-12-02
  letters | Papermill Press | PM-88 | Templated letterheads, 90 days storage | 145 | USD | 2026-11-16 | 2026-12-16
  crane | Ironmongers Crane Hire | 43187 | Crane hire | 18500 | USD | 2026-10-25 | 2026-11-24
  oak | Elder Valley Sawmill | EV-26/03-1545 | Oak boards | 6075 | USD | 2026-11-20 | 2026-11-23
  steel | Műszer Kft | MK-2044 | Steel brackets | 2000 | EUR | 2026-11-11 | 2026-12-11
  desks | Bürobedarf König | RE-7001 | Desks | 1000 | EUR | 2026-10-30 | 2026-11-30
  forints | Kékfény Bt | KF-12 | Labor | 994200 | HUF | 2026-11-19 | 2026-12-24
  yen | Sakura Tools | ST-5 | Chisels | 1625600 | JPY | 2026-11-23 | 2027-01-15
  toner | Papermill Press | PM-70 | Toner | 220 | USD | 2026-09-01 | 2026-10-01
  signs | Papermill Press | PM-71 | Signs | 99 | USD | 2026-09-03 | 2026-10-03
  lease | Kestrel Fleet | KE-441 | Van lease | 3000 | USD | 2026-10-05 | 2026-11-05
  glass | Clearpane Glazing | CG-9 | Toughened glazing | 640 | USD | 2026-11-04 | 2026-11-18
  mugs | Kettle & Cup | KC-1 | Mugs | 48 | USD | 2026-11-05 | 2026-12-05
  stairs | Hollin & Breck | HB-31 | Whitcombe staircase | 2100 | USD | 2026-10-31 | 2026-11-30
  rail | Hollin & Breck | HB-28 | Whitcombe handrail | 800 | USD | 2026-10-13 | 2026-11-12
  nosing | Hollin & Breck | HB-40 | Stair nosing | 35.5 | USD | 2026-11-08 | 2026-12-08
  credit | Brightwell Water | BW-CN-1 | Refund for meter | -75 | USD | 2026-11-15 | -
  lawyer | Abernathy Solicitors | AB-3 | Trade mark renewal | 1100 | USD | 2026-02-10 | 2026-03-12
  garage | Pound Lane Garage | PL-6 | Inspection and late fee | 250 | USD | 2026-11-18 | 2026-12-18
  rent | Marchmont Estates | ME-11 | March rent, unit 4 | 4000 | USD | 2026-11-01 | 2026-12-01
`);
const more: Readonly<Record<string, Partial<Bill>>> = {
  toner: { status: 'paid', amountDueCents: 0 },
  signs: { status: 'void', amountDueCents: 0 },
  lease: { status: 'partially_paid', amountDueCents: 1200_00 },
};

const aHold = { answerBy: null, atMs: Date.parse('2026-11-20T09:00:00Z') };
const heldCrane = { ...aHold, whom: 'Petra', reason: 'Damaged hook' };
const heldYen = { ...aHold, whom: '', reason: 'Chipped blades' };
const holds: Readonly<Record<string, Hold>> = { crane: heldCrane, yen: heldYen };
const flags: Readonly<Record<string, readonly Flag[]>> = {
  oak: [
    {
      kind: 'duplicate',
      strength: 'exact',
      same: ['vendor', 'date', 'total'],
      otherIds: ['toner'],
      copyIds: ['toner'],
    },
    { kind: 'stoppedElsewhere' },
  ],
  crane: [
    { kind: 'unusualAmount', direction: 'high', medianCents: 900_00, bills: 12 },
    { kind: 'asked', hold: heldCrane, isOverdue: false },
  ],
  yen: [{ kind: 'firstOfVendor' }, { kind: 'onHold', hold: heldYen }],
};
const hidden: Readonly<Record<string, OutOfInbox>> = {
  glass: 'snoozed',
  mugs: 'hidden',
};
const approvedOn: Readonly<Record<string, PlainDate>> = { stairs: today, rail: '2026-11-20' };
const notes: Readonly<Record<string, string>> = { paint: 'Zebra crossing, ask Maria #permit' };

export const company = createCompany({ rows, more, holds, flags, hidden, approvedOn, notes });
