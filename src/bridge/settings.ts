import * as z from '../base/zod.ts';
import { billPageSchema } from './bill-page.ts';
import { id, itemText, listOf } from './bounds.ts';

/** The languages Billfold speaks. */
export const languageSchema = z.enum(['en', 'de']);
export type Language = z.infer<typeof languageSchema>;

/** Columns of the list of bills. */
export const listColumnSchema = z.enum([
  'vendor',
  'organization',
  'number',
  'memo',
  'due',
  'age',
  'amount',
]);
export type ListColumn = z.infer<typeof listColumnSchema>;

const widthPx = z.optional(z.int().check(z.minimum(48), z.maximum(640)));

const limit = z.nullable(z.int().check(z.minimum(0)));

const limitCurrency = z.string().check(z.toUpperCase(), z.length(3));

/** What the user allows themselves in bills of one currency, hundredths of its unit; null: no limit. */
export const currencyLimitSchema = z.object({
  /** In capitals, as bills have it. */
  currency: limitCurrency,
  /** A bill above it is asked about again. */
  askAboveCents: limit,
  /** A bill above it is never approved together with others. */
  bulkMostCents: limit,
  /** Unflagged bills up to it can be approved as one batch; null: none can. */
  batchMostCents: limit,
});
export type CurrencyLimit = Readonly<z.infer<typeof currencyLimitSchema>>;

/** A field of the service's own that no approval is held back for, since it changes with each reading. */
export const uncheckedFieldSchema = z.object({
  connectionId: id,
  /** As `FieldChange.field` names it. */
  field: itemText,
});
export type UncheckedField = Readonly<z.infer<typeof uncheckedFieldSchema>>;

/** The fields that are not checked at a connection. */
export function uncheckedOf(
  fields: readonly UncheckedField[],
  connectionId: string | null,
): readonly string[] {
  return fields.flatMap((each) => (each.connectionId === connectionId ? each.field : []));
}

/** What the pane beside a list needs, and may have, CSS pixels; the style sheets hold it to the same (tokens.css). */
export const paneWidthPx = { least: 304, most: 832 } as const;

/** What the user can choose. Every field has a default, so that a file from an older version reads. */
export const settingsSchema = z.object({
  /** How long an approval can be undone before it is queued, milliseconds. */
  undoWindowMs: z._default(z.int().check(z.minimum(0), z.maximum(60_000)), 5_000),
  /** The user's own limits, on this computer alone; a currency that is not named has none. */
  limits: z._default(listOf(currencyLimitSchema, 200), []),
  /** Currencies of limits that could not be read; null: of any currency. Approvals they may concern ask. */
  limitsUnread: z._default(listOf(z.nullable(limitCurrency), 200), []),
  /** Where a bill's page of a connection's service is; of a connection that is not named nobody knows. */
  billPages: z._default(listOf(billPageSchema, 50), []),
  /** Send an approval again by itself when its answer was lost. Off: the user decides. */
  sendAgainByItself: z._default(z.boolean(), false),
  /** An approval goes without a recheck when its bill was read less than so many minutes ago; 0: never. */
  recheckSkipMinutes: z._default(z.int().check(z.minimum(0), z.maximum(1_440)), 0),
  /** Fields that the user has said not to check for changes. */
  uncheckedFields: z._default(listOf(uncheckedFieldSchema, 200), []),
  /** Part of the quota that background pulls may use, 0.05 to 0.9. */
  backgroundShare: z._default(z.number().check(z.minimum(0.05), z.maximum(0.9)), 0.3),
  /** Keep the session on this computer although no keyring can seal it. */
  allowWeakTokenStorage: z._default(z.boolean(), false),
  /** Look for new versions, and bring them here. */
  checkForUpdates: z._default(z.boolean(), true),
  /** The window is locked when nobody has touched the computer for so many minutes; 0: not by itself. */
  lockAfterMinutes: z._default(z.int().check(z.minimum(0), z.maximum(1_440)), 0),
  /** The window, closed, is hidden: approvals go on being sent, and an icon in the tray stands for Billfold. */
  keepSending: z._default(z.boolean(), false),
  /** Billfold opens when the user logs in to this computer; hidden, where it keeps sending. */
  openAtLogin: z._default(z.boolean(), false),
  theme: z._default(z.enum(['system', 'light', 'dark']), 'system'),
  /** Of the screens; `system` is the system's, where Billfold speaks it. */
  language: z._default(z.enum(['system', ...languageSchema.options]), 'system'),
  /** How close the rows of lists stand. */
  density: z._default(z.enum(['comfortable', 'compact']), 'comfortable'),
  /** Columns of the list of bills the user does not want, and widths they chose, CSS pixels. */
  columns: z._default(
    z.object({
      hidden: listOf(listColumnSchema, listColumnSchema.options.length),
      // Column by column: a record has no maximum.
      widthsPx: z.object({
        vendor: widthPx,
        organization: widthPx,
        number: widthPx,
        memo: widthPx,
        due: widthPx,
        age: widthPx,
        amount: widthPx,
      } satisfies Record<ListColumn, z.ZodMiniType>),
    }),
    { hidden: [], widthsPx: {} },
  ),
  /** How wide the user wants the pane beside a list, CSS pixels; null: as wide as at first. */
  panePx: z._default(
    z.nullable(z.int().check(z.minimum(paneWidthPx.least), z.maximum(paneWidthPx.most))),
    null,
  ),
  /** A notification when approvals that waited for the service have been sent. */
  notifySent: z._default(z.boolean(), true),
  /** A notification when an approval needs a decision. */
  notifyAttention: z._default(z.boolean(), true),
  /** A notification, once a day, of bills due the next day. */
  notifyDueTomorrow: z._default(z.boolean(), true),
  /** The day the user was last notified of what is due tomorrow, `YYYY-MM-DD` of this computer. */
  dueTomorrowToldOn: z._default(z.nullable(z.iso.date()), null),
  /** How far a newcomer to the sample has come: nothing prepared yet, shown what to try, shown no more. */
  sampleTour: z._default(z.enum(['new', 'begun', 'over']), 'new'),
  /** The version whose news the user has seen, or began with; null before the first start. */
  newsOf: z._default(z.nullable(id), null),
  /** The organization on screen when Billfold was last used. */
  organizationId: z._default(z.nullable(id), null),
  /** The bills of all organizations were on screen together. */
  allOrganizations: z._default(z.boolean(), false),
});
export type Settings = Readonly<z.infer<typeof settingsSchema>>;

/** The language to speak: the one chosen, or the system's where Billfold speaks it. @param locale BCP 47 */
export function languageFor(choice: Settings['language'], locale: string): Language {
  if (choice !== 'system') return choice;
  return languageSchema.safeParse(locale.split('-')[0]).data ?? 'en';
}

const { shape } = settingsSchema;
type Shape = typeof shape;

const withoutDefaults = Object.fromEntries(
  Object.entries(shape).map(([name, field]) => [name, field.def.innerType]),
) as { [Name in keyof Shape]: Shape[Name]['def']['innerType'] };

/** A change of some choices. Without the defaults, which zod would fill in: one change would reset the rest. */
export const settingsChangeSchema = z.partial(z.object(withoutDefaults));
export type SettingsChange = Partial<Settings>;
