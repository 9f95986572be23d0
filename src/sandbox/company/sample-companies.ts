import { instrumentsData, joineryData, potteryData } from './seed-data.ts';
import type { Company } from './company.ts';
import { addFinds, type Finds } from './finds.ts';
import { generateCompany } from './generate-company.ts';

/**
 * The app's sample: a joinery with about 2,400 bills, a small pottery, and an instrument maker that buys in
 * five currencies.
 * @param today plain date around which bills fall due
 */
export function sampleCompanies(today: string): Company[] {
  return [
    generateCompany({
      seed: 2_400,
      name: 'Alder & Finch Joinery',
      currency: 'USD',
      data: joineryData,
      bills: 2_400,
      payableShare: 0.125,
      today,
    }),
    generateCompany({
      seed: 40,
      name: 'Tidewell Pottery',
      currency: 'USD',
      data: potteryData,
      bills: 40,
      payableShare: 0.45,
      today,
    }),
    generateCompany({
      seed: 320,
      name: 'Larkspur Instruments',
      currency: 'EUR',
      data: instrumentsData,
      bills: 320,
      payableShare: 0.2,
      today,
    }),
  ];
}

/** The sample companies, with special bills in the first one. */
export function companiesWithFinds(today: string): { companies: Company[]; finds: Finds } {
  const [first, ...others] = sampleCompanies(today);
  if (first === undefined) throw new Error('There is no sample company');
  const { company, finds } = addFinds(first, today);
  return { companies: [company, ...others], finds };
}

/** One company of any size, for benchmarks. */
export function companyOfSize(bills: number, today: string, payableShare = 0.125): Company {
  return generateCompany({
    seed: bills,
    name: 'Alder & Finch Joinery',
    currency: 'USD',
    data: joineryData,
    bills,
    payableShare,
    today,
  });
}
