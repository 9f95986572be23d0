/** Messages of our schemas' own checks. Saved items contain them, and the window shows each in words. */
export const problemMessages = {
  noDueDate: 'Invalid input: expected an ISO date',
  creditSign: 'Invalid input: expected a bill, received a credit with a positive amount',
  otherTotal: 'Invalid input: expected hundredths, received the total itself',
  notCurrency: 'expected three letters',
  unknownCurrency: 'expected a code of ISO 4217',
  otherVendors: 'Invalid input: expected one vendor',
  twice: 'comes twice on this page, with different contents',
} as const;
