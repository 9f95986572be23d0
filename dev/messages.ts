/** Prints every message in every language, with unusual values, for a person to read. */
import { messageSheet } from '../src/renderer/kit/text/testing/every-message.ts';

console.log(messageSheet());
