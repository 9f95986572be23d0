import { pluralIn } from '../count.ts';

/** A count with its noun: "1 Rechnung", "2.400 Rechnungen". */
export const plural = pluralIn('de', ['one', 'other']);
