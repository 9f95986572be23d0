import { z } from 'zod';
import { billPageSchema } from './bill-page.ts';
import { id, listOf } from './bounds.ts';

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

const widthPx = z.int().min(48).max(640).optional();

const limit = z.int().min(0).nullable();

/** What the user allows themselves in bills of one currency, hundredths of its unit; null: no limit. */
export const currencyLimitSchema = z.object({
  currency: z.string().length(3),
  /** A bill above it is asked about again. */
  askAboveCents: limit,
  /** A bill above it is never approved together with others. */
  bulkMostCents: limit,
  /** Unflagged bills up to it can be approved as one batch; null: none can. */
  batchMostCents: limit,
});
export type CurrencyLimit = Readonly<z.infer<typeof currencyLimitSchema>>;

/** What the pane beside a list needs, and may have, CSS pixels; the style sheets hold it to the same (tokens.css). */
export const paneWidthPx = { least: 304, most: 832 } as const;

/** What the user can choose. Every field has a default, so that a file from an older version reads. */
export const settingsSchema = z.object({
  /** How long an approval can be undone before it is queued, milliseconds. */
  undoWindowMs: z.int().min(0).max(60_000).default(5_000),
  /** The user's own limits, on this computer alone; a currency that is not named has none. */
  limits: listOf(currencyLimitSchema, 200).default([]),
  /** Where a bill's page of a connection's service is; of a connection that is not named nobody knows. */
  billPages: listOf(billPageSchema, 50).default([]),
  /** Send an approval again by itself when its answer was lost. Off: the user decides. */
  sendAgainByItself: z.boolean().default(false),
  /** An approval goes without a recheck when its bill was read less than so many minutes ago; 0: never. */
  recheckSkipMinutes: z.int().min(0).max(1_440).default(0),
  /** Part of the quota that background pulls may use, 0.05 to 0.9. */
  backgroundShare: z.number().min(0.05).max(0.9).default(0.3),
  /** Keep the session on this computer although no keyring can seal it. */
  allowWeakTokenStorage: z.boolean().default(false),
  /** Look for new versions, and bring them here. */
  checkForUpdates: z.boolean().default(true),
  /** The window is locked when nobody has touched the computer for so many minutes; 0: not by itself. */
  lockAfterMinutes: z.int().min(0).max(1_440).default(0),
  /** The window, closed, is hidden: approvals go on being sent, and an icon in the tray stands for Billfold. */
  keepSending: z.boolean().default(false),
  /** Billfold opens when the user logs in to this computer; hidden, where it keeps sending. */
  openAtLogin: z.boolean().default(false),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** Of the screens; `system` is the system's, where Billfold speaks it. */
  language: z.enum(['system', ...languageSchema.options]).default('system'),
  /** How close the rows of lists stand. */
  density: z.enum(['comfortable', 'compact']).default('comfortable'),
  /** Columns of the list of bills the user does not want, and widths they chose, CSS pixels. */
  columns: z
    .object({
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
      } satisfies Record<ListColumn, z.ZodType>),
    })
    .default({ hidden: [], widthsPx: {} }),
  /** How wide the user wants the pane beside a list, CSS pixels; null: as wide as at first. */
  panePx: z.int().min(paneWidthPx.least).max(paneWidthPx.most).nullable().default(null),
  /** A notification when approvals that waited for the service have been sent. */
  notifySent: z.boolean().default(true),
  /** A notification when an approval needs a decision. */
  notifyAttention: z.boolean().default(true),
  /** A notification, once a day, of bills due the next day. */
  notifyDueTomorrow: z.boolean().default(true),
  /** The day the user was last notified of what is due tomorrow, `YYYY-MM-DD` of this computer. */
  dueTomorrowToldOn: z.iso.date().nullable().default(null),
  /** How far a newcomer to the sample has come: nothing prepared yet, shown what to try, shown no more. */
  sampleTour: z.enum(['new', 'begun', 'over']).default('new'),
  /** The version whose news the user has seen, or began with; null before the first start. */
  newsOf: id.nullable().default(null),
  /** The organization on screen when Billfold was last used. */
  organizationId: id.nullable().default(null),
  /** The bills of all organizations were on screen together. */
  allOrganizations: z.boolean().default(false),
});
export type Settings = Readonly<z.infer<typeof settingsSchema>>;

/** The language to speak: the one chosen, or the system's where Billfold speaks it. @param locale BCP 47 */
export function languageFor(choice: Settings['language'], locale: string): Language {
  if (choice !== 'system') return choice;
  return languageSchema.safeParse(locale.split('-')[0]).data ?? 'en';
}

const { shape } = settingsSchema;

/** A change of some choices. Without the defaults, which zod would fill in: one change would reset the rest. */
export const settingsChangeSchema = z
  .object({
    undoWindowMs: shape.undoWindowMs.unwrap(),
    limits: shape.limits.unwrap(),
    billPages: shape.billPages.unwrap(),
    sendAgainByItself: shape.sendAgainByItself.unwrap(),
    recheckSkipMinutes: shape.recheckSkipMinutes.unwrap(),
    backgroundShare: shape.backgroundShare.unwrap(),
    allowWeakTokenStorage: shape.allowWeakTokenStorage.unwrap(),
    checkForUpdates: shape.checkForUpdates.unwrap(),
    lockAfterMinutes: shape.lockAfterMinutes.unwrap(),
    keepSending: shape.keepSending.unwrap(),
    openAtLogin: shape.openAtLogin.unwrap(),
    theme: shape.theme.unwrap(),
    language: shape.language.unwrap(),
    density: shape.density.unwrap(),
    columns: shape.columns.unwrap(),
    panePx: shape.panePx.unwrap(),
    notifySent: shape.notifySent.unwrap(),
    notifyAttention: shape.notifyAttention.unwrap(),
    notifyDueTomorrow: shape.notifyDueTomorrow.unwrap(),
    dueTomorrowToldOn: shape.dueTomorrowToldOn.unwrap(),
    sampleTour: shape.sampleTour.unwrap(),
    newsOf: shape.newsOf.unwrap(),
    organizationId: shape.organizationId.unwrap(),
    allOrganizations: shape.allOrganizations.unwrap(),
  } satisfies Record<keyof Settings, z.ZodType>)
  .partial();
export type SettingsChange = Partial<Settings>;
