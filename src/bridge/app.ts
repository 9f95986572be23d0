import * as z from '../base/zod.ts';
import { fileName, id, listOf, words } from './bounds.ts';
import { policySchema } from './policy.ts';
import { updateStateSchema } from './updates.ts';

/** What the user has to be notified of on this computer, whatever screen they are on. */
export const noticesSchema = listOf(
  z.object({
    kind: z.enum([
      'settingsQuarantined',
      /** The disk does not give them: defaults hold, and every approval asks in place of the limits. */
      'settingsUnread',
      /** Limits that could not be read, by currency in `file`: approvals they may concern ask. */
      'limitsUnread',
      /** What was changed last holds until Billfold ends. */
      'settingsNotKept',
      'connectionQuarantined',
      'tokensQuarantined',
      /** What was sealed under them cannot be opened: bills are read anew, notes stay shut. */
      'keysQuarantined',
      'journalRepaired',
      'journalBroken',
      /** The audit log was deleted or emptied. */
      'journalGone',
      /** Lines that were in it are not, or are others now. */
      'journalCut',
      /** It cannot be written at present, for want of room or of leave; gone once it can. */
      'journalFull',
      'journalUnwritable',
      /** What lies here may be a copy of before: what waits is asked about. */
      'profileRestored',
      /** The same, for the time that has passed or the clock alone. */
      'profileStale',
      /** This runs in place of Electron, for a look around. */
      'sampleOnly',
      /** A sign-in link was opened a second time: the first may have been somebody else on this computer. */
      'signInLinkUsedAgain',
    ]),
    /** The file that was quarantined or repaired, by name; empty where it is about none. */
    file: fileName,
  }),
  1_000,
);

export const appInfoSchema = z.object({
  version: id,
  platform: id,
  notices: noticesSchema,
  /** What the organization has decided; main holds to it whatever the screens show. */
  policy: policySchema,
  update: updateStateSchema,
});
export type AppInfo = Readonly<z.infer<typeof appInfoSchema>>;

/** What Billfold is made of, for whoever asks about it. */
export const programSchema = z.object({
  /** Of Billfold, of what it runs in, and of the system; without those the host does not tell. */
  versions: z.object({
    billfold: z.optional(words),
    electron: z.optional(words),
    chrome: z.optional(words),
    node: z.optional(words),
    system: z.optional(words),
  }),
  /** The notices of the software within, one text; empty where there are none. */
  licenses: z.string().check(z.maxLength(1_000_000)),
});
export type Program = Readonly<z.infer<typeof programSchema>>;

/** What came of asking the system to unlock. `keyringAway`: it does not answer, as when it is locked itself. */
export const unlockOutcomeSchema = z.enum(['unlocked', 'refused', 'keyringAway']);
export type UnlockOutcome = z.infer<typeof unlockOutcomeSchema>;

const [MESSAGE_MOST, STACK_MOST] = [2_000, 20_000];
export const faultReportSchema = z.object({
  message: z.string().check(z.maxLength(MESSAGE_MOST)),
  stack: z.nullable(z.string().check(z.maxLength(STACK_MOST))),
});

/** What crosses of anything thrown. Some errors throw themselves when they are asked for a stack: Dexie's, without an inner one. */
export function faultReportOf(thrown: unknown): z.infer<typeof faultReportSchema> {
  const read = (name: 'message' | 'stack'): string | null => {
    try {
      const value: unknown = Reflect.get(Object(thrown), name);
      return typeof value === 'string' ? value : null;
    } catch {
      return null;
    }
  };
  return {
    message: (read('message') ?? String(thrown)).slice(0, MESSAGE_MOST),
    stack: read('stack')?.slice(0, STACK_MOST) ?? null,
  };
}

const count = z.int().check(z.minimum(0), z.maximum(1_000_000));

/** How many approvals wait for the user, and how many to be sent: for where the window is not seen. */
export const countsSchema = z.object({ attention: count, waiting: count });
export type Counts = Readonly<z.infer<typeof countsSchema>>;

/** What a notification is about: of each there is one at a time, the newest. */
export const noticeAboutSchema = z.enum(['sent', 'attention', 'dueTomorrow']);
export type NoticeAbout = z.infer<typeof noticeAboutSchema>;

/** A system notification. It may stand on a locked screen: counts, never names or amounts. */
export const noticeSchema = z.object({
  about: noticeAboutSchema,
  title: z.string().check(z.maxLength(200)),
  body: z.string().check(z.maxLength(1_000)),
});
export type Notice = Readonly<z.infer<typeof noticeSchema>>;
