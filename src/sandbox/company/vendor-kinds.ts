/**
 * A kind of vendor: how often and how much it bills, and the memos on its bills. `{job}` stands for one of
 * the company's jobs, `{month}` for the bill's month.
 */
export interface VendorKind {
  readonly category: string;
  /** `monthly`: one bill a month of about the same amount. */
  readonly rhythm: 'monthly' | 'irregular';
  /** Amounts in US dollars; converted for other currencies. */
  readonly least: number;
  readonly most: number;
  readonly memos: readonly string[];
}

const monthly = (
  category: string,
  least: number,
  most: number,
  ...memos: string[]
): VendorKind => ({
  category,
  rhythm: 'monthly',
  least,
  most,
  memos,
});

const irregular = (
  category: string,
  least: number,
  most: number,
  ...memos: string[]
): VendorKind => ({
  category,
  rhythm: 'irregular',
  least,
  most,
  memos,
});

export const vendorKinds = {
  timber: irregular(
    'Timber and sheet goods',
    380,
    9_400,
    'Oak boards, {job}',
    'Birch ply 18 mm, 40 sheets',
    'Ash, kiln dried, {job}',
    'Walnut veneer, {job}',
    'Softwood for carcassing',
    '',
  ),
  hardware: irregular(
    'Hardware',
    45,
    1_900,
    'Hinges and runners, {job}',
    'Soft-close drawer runners',
    'Brass handles, {job}',
    'Fixings, restock',
    'Door closers, {job}',
    '',
  ),
  finishes: irregular(
    'Finishes',
    70,
    1_450,
    'Hardwax oil, 20 l',
    'Two-pack lacquer, {job}',
    'Primer and undercoat',
    'Stain samples, {job}',
    '',
  ),
  glass: irregular(
    'Glass and mirrors',
    160,
    3_800,
    'Toughened panels, {job}',
    'Double glazed units, {job}',
    'Mirror, cut to template, {job}',
  ),
  stone: irregular(
    'Stone and worktops',
    640,
    7_600,
    'Worktop, templated and fitted, {job}',
    'Slate hearth, {job}',
    'Quartz upstands, {job}',
  ),
  tools: irregular(
    'Tools and machinery',
    60,
    4_200,
    'Saw blades, sharpening',
    'Router cutters',
    'Planer service and knives',
    'Dust extraction filters',
    '',
  ),
  freight: irregular(
    'Delivery and freight',
    55,
    1_250,
    'Pallet delivery, {job}',
    'Site delivery, {job}',
    'Crating and carriage, {job}',
    '',
  ),
  subcontract: irregular(
    'Subcontractors',
    420,
    8_800,
    'Labour, two days, {job}',
    'First fix, {job}',
    'Second fix and making good, {job}',
    'Day rate, three days, {job}',
  ),
  safety: irregular(
    'Safety and workwear',
    40,
    620,
    'Dust masks and gloves',
    'Work boots, three pairs',
    'Extinguisher inspection',
    '',
  ),
  repairs: irregular(
    'Repairs and maintenance',
    90,
    2_600,
    'Call-out and parts',
    'Annual service',
    'Replacement parts',
    'Inspection and certificate',
    '',
  ),
  print: irregular(
    'Marketing and print',
    80,
    1_700,
    'Artwork and proofs, {job}',
    'Seasonal campaign',
    'Showroom material',
  ),
  training: irregular(
    'Training',
    120,
    1_300,
    'First aid at work, two places',
    'Apprentice block release',
    'Forklift refresher',
  ),
  office: irregular(
    'Office supplies',
    18,
    340,
    'Paper and toner',
    'Office chairs, two',
    'Labels and envelopes',
    '',
  ),
  legal: irregular(
    'Professional fees',
    250,
    3_900,
    'Contract review, {job}',
    'Lease advice',
    'Trade mark renewal',
  ),
  travel: irregular(
    'Travel',
    65,
    980,
    'Site visit, {job}',
    'Trade fair, two nights',
    'Train fares, {job}',
  ),
  catering: irregular('Staff welfare', 24, 420, 'Team lunch', 'Coffee and tea', ''),
  components: irregular(
    'Components',
    120,
    12_500,
    'Lenses, {job}',
    'Sensor boards, {job}',
    'Machined housings, {job}',
    'Precision bearings',
    'Optical filters, {job}',
    '',
  ),
  laboratory: irregular(
    'Testing and calibration',
    240,
    5_200,
    'Calibration certificate, {job}',
    'Vibration test, {job}',
    'Thermal cycling, {job}',
  ),
  customs: irregular(
    'Customs and duties',
    60,
    2_400,
    'Import duty, {job}',
    'Clearance and handling, {job}',
  ),
  clay: irregular(
    'Clay and glazes',
    35,
    760,
    'Stoneware body, 500 kg',
    'Porcelain, 20 bags',
    'Glaze materials',
    'Cobalt and copper oxides',
  ),
  packing: irregular('Packaging', 28, 540, 'Cartons and shredded paper', 'Gift boxes, 300', ''),
  rent: monthly(
    'Rent',
    2_400,
    6_800,
    'Workshop rent, {month}',
    'Unit rent and service charge, {month}',
  ),
  power: monthly('Electricity and gas', 380, 2_300, 'Electricity, {month}', 'Gas, {month}'),
  water: monthly('Water', 48, 190, 'Water and drainage, {month}'),
  telecom: monthly(
    'Phones and internet',
    62,
    340,
    'Lines and broadband, {month}',
    'Mobiles, {month}',
  ),
  software: monthly('Software', 29, 480, 'Subscription, {month}', 'Design seats, {month}'),
  insurance: monthly(
    'Insurance',
    210,
    1_150,
    'Business cover, instalment for {month}',
    'Fleet cover, {month}',
  ),
  fleet: monthly('Vehicles', 320, 1_480, 'Van lease, {month}', 'Fuel cards, {month}'),
  waste: monthly('Waste', 85, 420, 'Wood waste collection, {month}', 'Skip hire, {month}'),
  cleaning: monthly('Cleaning', 140, 560, 'Workshop and showroom cleaning, {month}'),
  accounting: monthly('Accounting', 240, 780, 'Bookkeeping and payroll, {month}'),
  staffing: monthly('Agency staff', 1_200, 5_600, 'Agency hours, {month}'),
  security: monthly('Security', 55, 210, 'Alarm monitoring, {month}'),
} as const satisfies Record<string, VendorKind>;
export type VendorKindName = keyof typeof vendorKinds;
