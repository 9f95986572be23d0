import { z } from 'zod';
import { typed } from './bounds.ts';

/** A count that has to be worth something, and not be a slip of the keyboard. */
const days = z.int().min(1).max(3_650);

/** What an organization has decided for this computer. What it leaves out is the user's to choose. */
export const policySchema = z.strictObject({
  /** The only service Billfold connects to. The user types the client secret alone. */
  connection: z
    .strictObject({
      serviceUrl: typed,
      authUrl: typed,
      clientId: typed.trim().min(1),
      redirectPort: z.int().min(0).max(65_535),
    })
    .nullable()
    .default(null),
  /** False: there is no service but the sample company. */
  ownService: z.boolean().default(true),
  /** False: there is no sample company. */
  sampleCompany: z.boolean().default(true),
  /** False: without a keyring the session stays in memory. */
  weakTokenStorage: z.boolean().default(true),
  /** False: Billfold neither looks for updates nor installs one. */
  updates: z.boolean().default(true),
  /** A file of certificates, PEM, whose owners may vouch for a service besides those the system trusts. */
  certificateFile: z.string().min(1).max(4_096).nullable().default(null),
  /** The window is locked when nobody has touched the computer for so many minutes. */
  lockAfterMinutes: z.int().min(1).max(1_440).nullable().default(null),
  /** Older lines leave the log at each start. */
  logRetentionDays: days.nullable().default(null),
  /** Files of the journal whose last line is older are removed at a start, once their approvals have all ended. */
  journalRetentionDays: days.nullable().default(null),
  /** Files of the log, of about a megabyte each. */
  logFiles: z.int().min(1).max(100).nullable().default(null),
});
export type Policy = Readonly<z.infer<typeof policySchema>>;

/** Nothing is managed. */
export const noPolicy: Policy = policySchema.parse({});
