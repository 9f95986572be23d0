import * as z from '../base/zod.ts';
import { typed } from './bounds.ts';

/** A count that has to be worth something, and not be a slip of the keyboard. */
const days = z.int().check(z.minimum(1), z.maximum(3_650));

/** What an organization has decided for this computer. What it leaves out is the user's to choose. */
export const policySchema = z.strictObject({
  /** The only service Billfold connects to. The user types the client secret alone. */
  connection: z._default(
    z.nullable(
      z.strictObject({
        serviceUrl: typed,
        authUrl: typed,
        clientId: typed.check(z.trim(), z.minLength(1)),
        redirectUri: typed.check(z.trim(), z.minLength(1)),
      }),
    ),
    null,
  ),
  /** False: there is no service but the sample company. */
  ownService: z._default(z.boolean(), true),
  /** False: there is no sample company. */
  sampleCompany: z._default(z.boolean(), true),
  /** False: without a keyring the session stays in memory. */
  weakTokenStorage: z._default(z.boolean(), true),
  /** False: Billfold neither looks for updates nor installs one. */
  updates: z._default(z.boolean(), true),
  /** A file of certificates, PEM, whose owners may vouch for a service besides those the system trusts. */
  certificateFile: z._default(
    z.nullable(z.string().check(z.minLength(1), z.maxLength(4_096))),
    null,
  ),
  /** The window is locked when nobody has touched the computer for so many minutes. */
  lockAfterMinutes: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(1_440))), null),
  /** Older lines leave the log at each start. */
  logRetentionDays: z._default(z.nullable(days), null),
  /** Files of the journal whose last line is older are removed at a start, once their approvals have all ended. */
  journalRetentionDays: z._default(z.nullable(days), null),
  /** Files of the log, of about a megabyte each. */
  logFiles: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(100))), null),
});
export type Policy = Readonly<z.infer<typeof policySchema>>;

/** Nothing is managed. */
export const noPolicy: Policy = policySchema.parse({});
