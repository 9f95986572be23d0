import { pluralIn } from '../count.ts';

/** "1 Rechnung", "2.400 Rechnungen". */
export const plural = pluralIn('de', ['one', 'other']);
