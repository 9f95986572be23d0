import { config } from 'zod/mini';
import en from 'zod/v4/locales/en.js';

/**
 * zod by its functions: what is not called is not in the bundle, and a schema takes half the time to make. With the
 * words for what is wrong, which it leaves out by itself.
 */
export * from 'zod/mini';
/** What is read in place of what cannot be. By its own name it looks like a promise's. */
export { catch as orElse } from 'zod/mini';

config(en());
