import { createCompany, rowsOf } from './create-company.ts';

/** Bills whose memos and numbers look like dates, amounts and words of the search. */
const rows = rowsOf(`
  night | Castle Payroll | NF-1 | Night ferry payroll | 900 | USD | 2026-11-20 | 2026-12-20
  ferry | Castaway Boats | CB-2 | Night ferry, deposit | 950 | USD | 2026-11-19 | 2026-12-19
  today | Corner Deli | CD-3 | Lunch | 60 | USD | 2026-11-18 | 2026-11-24
  boom | United Lifts | UL-4 | Boom lift | 700 | USD | 2026-11-17 | 2026-12-17
  scissor | United Lifts | UL-5 | Scissor lift | 650 | USD | 2026-11-16 | 2026-12-16
  stage7 | Cinespace | CS-70 | Stage 7 | 5100 | USD | 2026-11-15 | 2026-12-15
  stage9 | Cinespace | CS-71 | Stage 9 | 5200 | USD | 2026-11-14 | 2026-12-14
  stage75 | Cinespace | CS-72 | Stage 75 | 5300 | USD | 2026-11-13 | 2026-12-13
  ep201 | Cutting Room | CR-8 | Ep. 201 | 410 | USD | 2026-11-12 | 2026-12-12
  ep202 | Cutting Room | CR-9 | Ep. 202 | 420 | USD | 2026-11-11 | 2026-12-11
  gas | Peoples Gas | 0551-850088754 | Heating | 1551 | USD | 2026-11-10 | 2026-12-10
  union | Local 476 | 476-3893 | Dues | 2000 | USD | 2026-11-09 | 2026-12-09
  parcel | Fast Freight | 7-884-10443 | Parcel | 52 | USD | 2026-11-08 | 2026-12-08
  hotel | Hotel Zum Goldenen Löwen | 2026/5442 | Rooms | 3000 | EUR | 2026-11-07 | 2026-12-07
  crew | Payroll Partners | PP-12 | Crew wk 12 | 8000 | USD | 2026-11-06 | 2026-12-06
  zoe | Zoé Marchand | ZM-1 | Fitting | 80 | USD | 2026-11-05 | 2026-12-05
  amazon | Amazon Studios Supply | AM-1 | Zoom lens | 90 | USD | 2026-11-04 | 2026-12-04
  portable | A-1 Portable Toilets | AP-1 | W-9 missing | 45 | USD | 2026-11-03 | 2026-12-03
  depot | Home Depot Pro | HD-1 | Lumber | 88 | USD | 2026-11-02 | 2026-12-02
  flight | Delta Air Lines | DL-1 | Flights | 480 | USD | 2026-11-01 | 2026-12-01
  tax | Dept. of Revenue | DR-1 | Sales tax | 320 | USD | 2026-10-31 | 2026-11-30
  pizza | Joe's Pizza | JP-1 | Dinner | 70 | USD | 2026-10-30 | 2026-11-29
  actor | José Ortiz | OR-1 | Fitting | 75 | USD | 2026-10-29 | 2026-11-28
`);

/** A fictional film production. */
export const filmCompany = createCompany({ rows });
