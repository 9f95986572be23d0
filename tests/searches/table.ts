/** Searches that mean the same. */
export interface SearchRow {
  /** Ids of the bills they find from the inbox of `company.ts`; behind “~” those that stand under Similar. */
  readonly finds: string;
  /** Chips, with “?” behind one that asks which reading is meant. Empty for a search of words alone. */
  readonly chips: string;
  readonly typed: readonly string[];
}

/** Which bills many searches mean, by the day of the company. */
export const sets = {
  overdue: 'plaster gasMarch gasApril oak lease lawyer',
  over5000: 'plaster crane oak forints yen',
  over1000: 'plaster water paint crane oak steel forints yen lease lawyer rent',
  between1000And2000: 'water paint steel desks lease lawyer',
  thisWeek: 'ceiling water crane oak',
  nextWeek: 'paint fuel desks rent',
  thisMonth: 'plaster ceiling water crane oak desks lease',
  nextMonth: 'paint fuel letters steel forints nosing garage rent',
  next7Days: 'ceiling water crane desks rent',
  older90: 'gasMarch gasApril lawyer',
  sorrel: 'plaster ceiling',
  dollars:
    'plaster ceiling gasMarch gasApril water paint fuel letters crane oak lease nosing credit lawyer garage rent',
} as const;
