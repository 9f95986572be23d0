import * as z from '../base/zod.ts';
import { billPageSchema } from './bill-page.ts';
import { id, itemText, listOf } from './bounds.ts';

export const languageSchema = z.enum(['en', 'de']);
export type Language = z.infer<typeof languageSchema>;

/** Screens with single-key shortcuts: all, only a list with the focus, or none. */
const singleKeysSchema = z.enum(['on', 'list', 'off']);
export type SingleKeys = z.infer<typeof singleKeysSchema>;

/** Minimum and maximum width of a column that the user can resize, CSS pixels. */
export const columnWidthPx = { least: 48, most: 640 } as const;

/** Columns of a new profile: all, in default widths. */
export const defaultColumns = { hidden: [], widths: [] };

const limit = z.nullable(z.int().check(z.minimum(0)));

const limitCurrency = z.string().check(z.toUpperCase(), z.length(3), z.regex(/^[A-Z]{3}$/));

/** The user's own limits for bills of one currency, hundredths of its unit; null: no limit. */
export const currencyLimitSchema = z.object({
  /** ISO 4217 code in capitals, as in bills. */
  currency: limitCurrency,
  /** Main asks again about a bill above this amount. */
  askAboveCents: limit,
  /** A bill above this amount cannot be approved together with others. */
  bulkMostCents: limit,
  /** Unflagged bills up to this amount can be approved as one batch; null: none can. */
  batchMostCents: limit,
});
export type CurrencyLimit = Readonly<z.infer<typeof currencyLimitSchema>>;

/** The user's limits for a currency, in either case; undefined for none. */
export function limitOf(
  limits: readonly CurrencyLimit[],
  currency: string,
): CurrencyLimit | undefined {
  const code = currency.toUpperCase();
  return limits.find((each) => each.currency === code);
}

/** Whether a bill is above the user's limit for bulk approval. A credit counts by its absolute amount. */
export function isAboveBulk(
  limits: readonly CurrencyLimit[],
  due: { readonly currency: string; readonly amountDueCents: number },
): boolean {
  const most = limitOf(limits, due.currency)?.bulkMostCents ?? null;
  return most !== null && Math.abs(due.amountDueCents) > most;
}

/** Flags of a bill, the most important first. */
export const flagKinds = [
  'asked',
  'onHold',
  'duplicate',
  'approvedElsewhere',
  'stoppedElsewhere',
  'unusualAmount',
  'changed',
  'returned',
  'reopened',
  'noVendor',
  'lookAlike',
  'otherOrganization',
  'splitBills',
  'dueAboveTotal',
  'fraction',
  'otherCurrency',
  'newBankDetails',
  'shorterTerms',
  'dueBeforeDate',
  'futureDate',
  'returningVendor',
  'firstOfVendor',
] as const;
export type FlagKind = (typeof flagKinds)[number];

const lastingFlags = ['asked', 'onHold', 'duplicate', 'changed', 'returned', 'reopened'] as const;
type SwitchableFlag = Exclude<FlagKind, (typeof lastingFlags)[number]>;

/** Flags that the user can switch off. */
export const switchableFlags = flagKinds.filter(
  (kind): kind is SwitchableFlag => !lastingFlags.some((lasting) => lasting === kind),
);

/** A field of the service that the check for changes ignores, because its value changes with each reading. */
const uncheckedFieldSchema = z.object({
  connectionId: id,
  /** Field as named in `FieldChange.field`. */
  field: itemText,
});
export type UncheckedField = Readonly<z.infer<typeof uncheckedFieldSchema>>;

/** Fields that are not checked at a connection. */
export function uncheckedOf(
  fields: readonly UncheckedField[],
  connectionId: string | null,
): readonly string[] {
  return fields.flatMap((each) => (each.connectionId === connectionId ? each.field : []));
}

/**
 * Minimum and maximum width of the pane beside a list, CSS pixels; the style sheets use the same values (tokens.css).
 */
export const paneWidthPx = { least: 304, most: 832 } as const;

/** Maximum number of limits, one per currency. */
export const MAX_LIMITS = 200;

/** The user's settings. Every field has a default, so that a file of an older version can be read. */
export const settingsSchema = z.object({
  /** Undo period of an approval, before it is queued, milliseconds. */
  undoWindowMs: z._default(z.int().check(z.minimum(0), z.maximum(60_000)), 5_000),
  /** The user's own limits, stored only on this computer. Other currencies have none. */
  limits: z._default(listOf(currencyLimitSchema, MAX_LIMITS), []),
  /** Currencies of unreadable limits; null: any currency. Main asks about approvals they may concern. */
  limitsUnread: z._default(listOf(z.nullable(limitCurrency), MAX_LIMITS), []),
  /** Addresses of bill pages by connection. A connection without an entry has no known address. */
  billPages: z._default(listOf(billPageSchema, 50), []),
  /** Resend an approval automatically when its answer was lost. Off: the user decides. */
  sendAgainByItself: z._default(z.boolean(), false),
  /** Minutes after a reading in which an approval needs no recheck of its bill; 0: always recheck. */
  recheckSkipMinutes: z._default(z.int().check(z.minimum(0), z.maximum(1_440)), 0),
  /** Fields that the user has excluded from the check for changes. */
  uncheckedFields: z._default(listOf(uncheckedFieldSchema, 200), []),
  flagsOff: z._default(listOf(z.enum(switchableFlags), switchableFlags.length), []),
  /** The user has looked at the routine bills and turned on approving them together. */
  routineOn: z._default(z.boolean(), false),
  /** Part of the quota that background pulls may use, 0.05 to 0.9. */
  backgroundShare: z._default(z.number().check(z.minimum(0.05), z.maximum(0.9)), 0.3),
  /** Save the session on this computer even if no keyring can seal it. */
  allowWeakTokenStorage: z._default(z.boolean(), false),
  /** Check for new versions and download them. */
  checkForUpdates: z._default(z.boolean(), true),
  /** Minutes without input on this computer until the window locks; 0: it does not lock by itself. */
  lockAfterMinutes: z._default(z.int().check(z.minimum(0), z.maximum(1_440)), 0),
  /** Closing the window only hides it: Billfold keeps sending approvals and shows a tray icon. */
  keepSending: z._default(z.boolean(), false),
  /** Billfold opens when the user logs in to this computer; hidden if it keeps sending. */
  openAtLogin: z._default(z.boolean(), false),
  /** Single-key shortcuts (ADR 30). */
  singleKeys: z._default(singleKeysSchema, 'on'),
  theme: z._default(z.enum(['system', 'light', 'dark']), 'system'),
  /** Language of the screens; `system`: the system's language if Billfold has it. */
  language: z._default(z.enum(['system', ...languageSchema.options]), 'system'),
  /** Spacing of the rows in lists. */
  density: z._default(z.enum(['comfortable', 'compact']), 'comfortable'),
  /**
   * Columns of the list of bills that the user hid, and widths they chose, CSS pixels. Names of columns that another
   * version had are ignored.
   */
  columns: z._default(
    z.object({
      hidden: listOf(id, 50),
      widths: listOf(
        z.object({
          column: id,
          px: z.int().check(z.minimum(columnWidthPx.least), z.maximum(columnWidthPx.most)),
        }),
        50,
      ),
    }),
    defaultColumns,
  ),
  /** The user's width of the pane beside a list, CSS pixels; null: the initial width. */
  panePx: z._default(
    z.nullable(z.int().check(z.minimum(paneWidthPx.least), z.maximum(paneWidthPx.most))),
    null,
  ),
  /** Notify when approvals that waited for the service have been sent. */
  notifySent: z._default(z.boolean(), true),
  /** Notify when an approval needs a decision. */
  notifyAttention: z._default(z.boolean(), true),
  /** Notify once a day about bills due the next day. */
  notifyDueTomorrow: z._default(z.boolean(), true),
  /** Notify once a day of everything open or overdue, not only of bills due the next day. */
  notifyDigest: z._default(z.boolean(), false),
  /** Day of the last daily notification, `YYYY-MM-DD` on this computer. */
  dueTomorrowToldOn: z._default(z.nullable(z.iso.date()), null),
  /** State of the sample's tour: `new`: nothing prepared; `begun`: shown; `over`: no longer shown. */
  sampleTour: z._default(z.enum(['new', 'begun', 'over']), 'new'),
  /** Version whose release notes the user has seen, or the first version installed; null before the first start. */
  newsOf: z._default(z.nullable(id), null),
  /** Organization last on screen. */
  organizationId: z._default(z.nullable(id), null),
  /** The screen last showed the bills of all organizations together. */
  allOrganizations: z._default(z.boolean(), false),
});
export type Settings = Readonly<z.infer<typeof settingsSchema>>;

/** Language to use: the chosen one, or the system's if Billfold has it, else English. @param locale BCP 47 */
export function languageFor(choice: Settings['language'], locale: string): Language {
  if (choice !== 'system') return choice;
  return languageSchema.safeParse(locale.split('-')[0]).data ?? 'en';
}

const { shape } = settingsSchema;
type Shape = typeof shape;

const withoutDefaults = Object.fromEntries(
  Object.entries(shape).map(([name, field]) => [name, field.def.innerType]),
) as { [Name in keyof Shape]: Shape[Name]['def']['innerType'] };

/**
 * A change of some settings. It has no defaults: zod would fill them in, and one change would reset all other settings.
 */
export const settingsChangeSchema = z.partial(z.object(withoutDefaults));
export type SettingsChange = Partial<Settings>;
