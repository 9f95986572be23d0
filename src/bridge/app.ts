import * as z from '../base/zod.ts';
import { fileName, id, itemText, listOf, words } from './bounds.ts';
import { policySchema } from './policy.ts';
import { updateStateSchema } from './updates.ts';

/** Maximum bills that a notice names. */
export const MAX_NOTICE_BILLS = 5;

/** A notice shown on every screen. */
const screenNoticeSchema = z.object({
  kind: z.enum([
    'settingsQuarantined',
    /**
     * The settings file could not be read. Defaults apply, and main asks about every approval, because the limits are
     * unknown.
     */
    'settingsUnread',
    /** Some limits could not be read; `about` lists their currencies. Main asks about approvals they may concern. */
    'limitsUnread',
    /** Another program weakened protective settings in the file. Billfold restored them. */
    'settingsWeakened',
    /** The seal of the protective settings is gone, or the keyring does not open it. The strictest values apply. */
    'settingsUnsealed',
    /** The latest changes could not be saved. They apply until Billfold closes. */
    'settingsNotSaved',
    'connectionQuarantined',
    /** The policy removed connections; `about` counts their unfinished approvals, and `bills` has some of them. */
    'connectionForbidden',
    /** Another program changed the redirect URI or the name in the file. Billfold restored them. */
    'connectionEdited',
    /** Data sealed with these keys cannot be opened: Billfold reads bills again, but notes stay closed. */
    'keysQuarantined',
    /** The file of these keys is gone, so data sealed with them cannot be opened. */
    'keysLost',
    /** The window's database of notes and holds is gone, although its key is not new. */
    'notesLost',
    'journalRepaired',
    'journalBroken',
    /** The audit log was deleted or emptied. */
    'journalGone',
    /** Lines of the audit log are missing or changed. */
    'journalCut',
    /** The key of the audit log is missing or different, so nothing shows whether lines are missing. */
    'journalKeyLost',
    /** The audit log cannot be written, for lack of space or permission. The notice goes once it can. */
    'journalFull',
    'journalUnwritable',
    /** The data on this computer may be an older copy, so Billfold asks about waiting approvals. */
    'profileRestored',
    /** The data may be an older copy, but the only evidence is a long pause or a changed clock. */
    'profileStale',
    /** Billfold runs without Electron, in its stand-in, so only the sample company is available. */
    'sampleOnly',
    /** A sign-in link was opened twice. Someone else on this computer may have opened it first. */
    'signInLinkUsedAgain',
    /** The window asked for too many system dialogs, pages or mail drafts in a minute. */
    'openingsPaused',
    /** Billfold ignored a policy file, because any user of this Windows computer may have created it. */
    'policyFileIgnored',
    /** The newest release list is more than 60 days old: an update may be held back. */
    'updatesStale',
    /** A release list revokes the version that runs. */
    'versionRevoked',
  ]),
  /** Name of the quarantined or repaired file, or the value that the kind's comment names; empty for none. */
  about: fileName,
  bills: z.optional(
    listOf(
      z.object({
        vendor: z.nullable(words),
        number: z.nullable(words),
        cents: z.int(),
        currency: itemText,
      }),
      MAX_NOTICE_BILLS,
    ),
  ),
});
export const noticesSchema = listOf(screenNoticeSchema, 1_000);
export const closedNoticeSchema = z.pick(screenNoticeSchema, { kind: true, about: true });

export const appInfoSchema = z.object({
  version: id,
  platform: id,
  notices: noticesSchema,
  /** The organization's decisions. Main enforces them, independently of the screens. */
  policy: policySchema,
  update: updateStateSchema,
});
export type AppInfo = Readonly<z.infer<typeof appInfoSchema>>;

/** Facts about the program, for the *About* dialog. */
export const programSchema = z.object({
  /** Versions of Billfold, of its runtime and of the system, as far as the host reports them. */
  versions: z.object({
    billfold: z.optional(words),
    electron: z.optional(words),
    chrome: z.optional(words),
    node: z.optional(words),
    system: z.optional(words),
  }),
  /** License notices of the included software, as one text; empty when there are none. */
  licenses: z.string().check(z.maxLength(1_000_000)),
});
export type Program = Readonly<z.infer<typeof programSchema>>;

/**
 * Result of asking the system to unlock. `keyringAway`: the keyring does not answer, for example because it is locked.
 */
export const unlockOutcomeSchema = z.enum(['unlocked', 'refused', 'keyringAway']);
export type UnlockOutcome = z.infer<typeof unlockOutcomeSchema>;

/** Maximum length of a saved list choice. The window gives up a longer one. */
export const MAX_LIST_CHOICE = 10_000;
/** A list choice as the renderer wrote it, opaque to main; null for the first choice. */
export const listChoiceTextSchema = z.nullable(z.string().check(z.maxLength(MAX_LIST_CHOICE)));

const [MESSAGE_MOST, STACK_MOST] = [2_000, 20_000];
export const faultReportSchema = z.object({
  message: z.string().check(z.maxLength(MESSAGE_MOST)),
  stack: z.nullable(z.string().check(z.maxLength(STACK_MOST))),
});

/**
 * Converts any thrown value to a report. Reading the stack may throw too, as it does for a Dexie error without an inner
 * error.
 */
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

/** Number of approvals that need attention, and number that wait to be sent, for the badge and the tray. */
export const countsSchema = z.object({ attention: count, waiting: count });
export type Counts = Readonly<z.infer<typeof countsSchema>>;

/** Subject of a notification. Only the newest of each is shown. */
export const noticeAboutSchema = z.enum(['sent', 'attention', 'dueTomorrow', 'digest']);
export type NoticeAbout = z.infer<typeof noticeAboutSchema>;

/** A system notification. A locked screen may show it, so it holds counts, never names or amounts. */
export const noticeSchema = z.object({
  about: noticeAboutSchema,
  title: z.string().check(z.maxLength(200)),
  body: z.string().check(z.maxLength(1_000)),
});
export type Notice = Readonly<z.infer<typeof noticeSchema>>;
