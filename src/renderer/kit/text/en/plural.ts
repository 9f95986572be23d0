import { pluralIn } from '../count.ts';

/** "1 bill", "2,400 bills". */
export const plural = pluralIn('en', ['one', 'other']);
