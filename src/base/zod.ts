import { config } from 'zod/mini';
import en from 'zod/v4/locales/en.js';

/**
 * zod's functional API: unused functions stay out of the bundle, and schemas are built in half the time. It omits error
 * messages by default, so the English ones are configured here.
 */
export * from 'zod/mini';
/** Replaces an invalid value by a default. Renamed, because zod's `catch` looks like a promise's. */
export { catch as orElse } from 'zod/mini';

config(en());
