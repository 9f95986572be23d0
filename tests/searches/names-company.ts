import { createCompany, type Row } from './create-company.ts';

/** Bills whose vendors have apostrophes, hyphens, dots and signs in their names, and words inside other words. */
const rows: readonly Row[] = [
  ['lumber', "Lowe's Companies, Inc.", 'LW-5531', 'Lumber', 450, 'USD', '2026-11-20', '2026-12-20'],
  ['phone', 'AT&T', '287301', 'Phone lines', 312.4, 'USD', '2026-11-18', '2026-12-12'],
  ['tiles', 'Stone & Tile Depot', 'ST-9', 'Attic tiles', 1530, 'USD', '2026-11-17', '2026-12-17'],
  ['mobile', 'T-Mobile USA', 'TM-77', 'Mobile lines', 210, 'USD', '2026-11-16', '2026-12-16'],
  ['fiber', 'Verizon', 'VZ-12', 'Fiber', 89.99, 'USD', '2026-11-15', '2026-12-15'],
  ['pipes', "O'Brien Plumbing", 'OB-4', 'Pipes', 450.75, 'USD', '2026-11-14', '2026-12-14'],
  ['beds', 'St. Mary’s Hospital', 'SM-8', 'Beds, net 15', 780, 'USD', '2026-11-13', '2026-12-13'],
  ['paint', 'Sherwin-Williams', 'SW-3', 'Paint, net 30', 99, 'USD', '2026-11-12', '2026-12-09'],
  ['works', 'Turner Builders', 'TB-2231', 'Job 2217', 9800, 'USD', '2026-11-11', '2026-12-11'],
  ['rent', 'Main Street Realty', 'MS-1', 'Oct rent', 4000, 'USD', '2026-10-01', '2026-10-05'],
  ['lift', 'Sunbelt Rentals', 'SB-6', 'Lift rental', 640, 'USD', '2026-10-20', '2026-11-19'],
  ['flat', 'York Estates', 'YE-2', 'Unit 2, new door', 300, 'USD', '2026-11-24', '2027-01-10'],
  ['loft', 'New York Lofts', 'NY-12', 'Unit 12, job 31', 320, 'USD', '2026-11-23', '2026-12-23'],
  ['gloves', 'Fisher Supply', 'FS-45', 'Gloves', 4500, 'USD', '2026-11-10', '2026-12-10'],
  ['food', 'Sysco Boston, LLC', '312345612', 'Food', 1240.93, 'USD', '2026-11-09', '2026-12-03'],
  ['refund', 'Sysco Boston, LLC', 'CM-9', 'Refund', -450, 'USD', '2026-11-08', null],
  ['free', 'Fisher Supply', 'FS-46', 'Samples', 0, 'USD', '2026-11-07', '2026-12-07'],
  ['power', 'Con Edison', 'CE-1', 'Second meter', 150, 'USD', '2026-11-06', '2026-12-06'],
  ['ladder', 'Secondhand Medical', 'SH-1', 'Ladder', 75, 'USD', '2026-11-05', '2026-12-05'],
  ['gauze', '3M Health', 'MH-7', 'Gauze', 55, 'USD', '2026-11-04', '2026-12-04'],
  ['parcel', 'FedEx', 'FX-3', 'Parcel', 35, 'USD', '2026-11-03', '2026-12-03'],
  ['courier', 'UPS', 'UP-6', 'Courier', 36, 'USD', '2026-11-02', '2026-12-02'],
  ['tools', 'The Home Depot #2681', 'HD-1', 'Tools', 88, 'USD', '2026-11-01', '2026-12-01'],
  ['trash', 'Waste Management', 'WM-2', 'Trash', 410, 'USD', '2026-10-30', '2026-11-30'],
  ['clinic', 'Elm Cleaning', 'EC-1', 'Cost center 300-CLINIC', 260, 'USD', '2026-10-29', null],
  ['house', 'Elm Cleaning', 'EC-20', '12 Elm Street', 261, 'USD', '2026-10-28', null],
];

/** A fictional company of the United States. */
export const namesCompany = createCompany({
  rows,
  flags: { fiber: [{ kind: 'newBankDetails', paid: 4 }] },
});
