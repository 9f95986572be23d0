import * as z from '../base/zod.ts';
import { typed } from './bounds.ts';

/** Range of a period in days. The maximum catches typing errors. */
const DAYS = { least: 1, most: 3_650 };

/** Smallest and largest value of each number in the policy. */
export const policyRanges = {
  lockAfterMinutes: { least: 1, most: 1_440 },
  logRetentionDays: DAYS,
  journalRetentionDays: DAYS,
  logFiles: { least: 1, most: 100 },
  /** 0: any free port. */
  'connection.redirectPort': { least: 0, most: 65_535 },
} as const;

export function numberWithin({ least, most }: { readonly least: number; readonly most: number }) {
  return z.int().check(z.minimum(least), z.maximum(most));
}

const optional = (range: typeof DAYS) => z._default(z.nullable(numberWithin(range)), null);

/** The organization's decisions for this computer. The user chooses everything else. */
export const policySchema = z.strictObject({
  /** The only service that Billfold may connect to. The user types only the client secret. */
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
  /** False: the sample company is the only connection. */
  ownService: z._default(z.boolean(), true),
  /** False: the sample company is not available. */
  sampleCompany: z._default(z.boolean(), true),
  /** False: the user cannot allow weak storage. Without a keyring the session stays in memory. */
  weakTokenStorage: z._default(z.boolean(), true),
  /** False: Billfold neither checks for updates nor installs them. */
  updates: z._default(z.boolean(), true),
  /** File with certificates, PEM. Billfold trusts them in addition to those of the system. */
  certificateFile: z._default(
    z.nullable(z.string().check(z.minLength(1), z.maxLength(4_096))),
    null,
  ),
  /** Minutes without input on this computer until the window locks. */
  lockAfterMinutes: optional(policyRanges.lockAfterMinutes),
  /** Days to keep log lines. Each start removes older ones. */
  logRetentionDays: optional(policyRanges.logRetentionDays),
  /**
   * Days to keep journal files. A start removes files whose last line is older, once all their approvals have ended.
   */
  journalRetentionDays: optional(policyRanges.journalRetentionDays),
  /** Maximum log files, of about a megabyte each. */
  logFiles: optional(policyRanges.logFiles),
});
export type Policy = Readonly<z.infer<typeof policySchema>>;

/** Policy of an unmanaged computer. */
export const noPolicy: Policy = policySchema.parse({});
