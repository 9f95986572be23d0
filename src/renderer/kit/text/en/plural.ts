import { pluralIn } from '../count.ts';

/** A count with its noun: "1 bill", "2,400 bills". */
export const plural = pluralIn('en', ['one', 'other']);
