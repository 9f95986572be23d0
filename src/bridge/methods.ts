import * as z from '../base/zod.ts';
import { billSchema, BILLS_PAGE_LIMIT } from '../contract/bill.ts';
import { cursorSchema, cutReasons } from '../contract/page.ts';
import { malformedItemSchema } from '../contract/read-item.ts';
import { invoiceSchema } from '../contract/invoice.ts';
import { organizationSchema } from '../contract/organization.ts';
import { serviceErrorSchema } from '../contract/service-error.ts';
import {
  agreementRequestSchema,
  agreementSchema,
  approvalNoteSchema,
  journaledApprovalSchema,
  MOST_FROM_JOURNAL,
  MOST_NOTES,
  notedApprovalsSchema,
  recallFindingSchema,
  sendAnswerSchema,
  sendRequestSchema,
} from './approval.ts';
import { dataKeyNames, dataKeysAnswerSchema } from './data-keys.ts';
import { id, itemText, listOf, typed, words } from './bounds.ts';
import {
  appInfoSchema,
  countsSchema,
  faultReportSchema,
  noticeSchema,
  programSchema,
  unlockOutcomeSchema,
} from './app.ts';
import {
  JOURNAL_ENTRIES_MOST,
  journalEntrySchema,
  journalExportSchema,
  journalFormatSchema,
  journalKeyExportSchema,
  journalVerificationSchema,
} from './journal.ts';
import {
  LIST_NAME_MOST,
  LIST_TEXT_MOST,
  listAppendedSchema,
  listBegunSchema,
  listEndedSchema,
  listTargetSchema,
  pageSetupSchema,
} from './list-export.ts';
import { quotaViewSchema, readPrioritySchema } from './quota.ts';
import {
  connectionFormSchema,
  connectionProblemSchema,
  pasteProblemSchema,
  sessionStateSchema,
  signInOutcomeSchema,
} from './session.ts';
import { settingsChangeSchema, settingsSchema } from './settings.ts';
import { installWhenSchema } from './updates.ts';

const nothing = z.undefined();

function resultOf<Value extends z.ZodMiniType>(value: Value) {
  return z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), error: serviceErrorSchema }),
  ]);
}

/** As many items one answer of the service can hold (src/contract/list.ts). */
const MOST_ITEMS = 20_000;

/** Pages of one call, and the most main reads before it is asked for them. */
export const MOST_PAGES_AHEAD = 10;

const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    items: listOf(item, MOST_ITEMS),
    malformed: listOf(malformedItemSchema, MOST_ITEMS),
    nextCursor: z.nullable(cursorSchema),
    cutShort: z.nullable(z.enum(cutReasons)),
    isCached: z.boolean(),
  });

/** A page of bills with the cursor that led to it. */
const billsPageSchema = z.extend(pageOf(billSchema), {
  after: z.nullable(cursorSchema),
  /** The `askedMs` of the latest call when the page was asked for: no page is younger than it says. */
  askedMs: z.number(),
});

const pageQuery = {
  organizationId: id,
  /** Cursor of the page before; null for the first. */
  after: z.nullable(cursorSchema),
  priority: readPrioritySchema,
};

/**
 * The whole way from the renderer to main: name → request and reply. Both ends are parsed with these
 * schemas, and nothing else gets through. No method ever answers with a token or the client secret.
 */
export const methods = {
  /** What a window begins with, in one answer: it comes once the connection is settled. */
  'app.start': {
    request: nothing,
    reply: z.object({
      info: appInfoSchema,
      session: sessionStateSchema,
      settings: settingsSchema,
      quota: quotaViewSchema,
    }),
  },
  /** The renderer has put everything away; main may quit. */
  'app.readyToQuit': { request: nothing, reply: nothing },
  /** Takes everything off the window, as after some time without use. */
  'app.lock': { request: nothing, reply: nothing },
  /** The only call that a locked window has. Opened, it is loaded anew. */
  'app.unlock': { request: nothing, reply: unlockOutcomeSchema },
  /** Something broke in the renderer: into the log with it. */
  'app.reportFault': { request: faultReportSchema, reply: nothing },
  'app.notify': { request: noticeSchema, reply: nothing },
  /** Shows these on dock, taskbar and tray. */
  'app.showCounts': { request: countsSchema, reply: nothing },
  /** The bill that a link asks to be shown, once; null when there is none. */
  'app.takeLink': { request: nothing, reply: z.nullable(id) },
  'app.about': { request: nothing, reply: programSchema },
  /** Shows the folder of what Billfold keeps, which main alone knows. */
  'app.showData': { request: nothing, reply: nothing },
  /** Puts versions, host, states and counts on the clipboard: nothing of the business. */
  'app.copyDiagnostics': { request: nothing, reply: nothing },
  /** Asks in a dialog of the system's, then removes what Billfold keeps and quits. */
  'app.removeEverything': { request: nothing, reply: nothing },

  'session.get': { request: nothing, reply: sessionStateSchema },
  /** Starts the embedded service and makes it the connection. */
  'connection.useSample': {
    request: nothing,
    reply: z.object({ ok: z.boolean(), technical: z.nullable(words) }),
  },
  /** Checks and keeps a connection; an empty list of problems means it was kept. */
  'connection.save': { request: connectionFormSchema, reply: listOf(connectionProblemSchema, 10) },
  /** Puts this redirect URI on the clipboard as it is registered; false when it is none. */
  'connection.copyRedirectUri': { request: z.object({ redirectUri: typed }), reply: z.boolean() },
  /** Shows a bill's page of the service in the browser, where the user has said what its address is. */
  'connection.openBill': {
    request: z.object({ billId: id, billNumber: z.nullable(itemText) }),
    reply: z.boolean(),
  },
  /** Forgets the connection (only when signed out): back to Welcome. */
  'connection.forget': { request: nothing, reply: nothing },
  /**
   * Signs in through the system browser; answers when that is over. Scopes add to the first ones. `atOnce`:
   * without the browser, where the connection is the sample's. `anyway`: although the host did not answer.
   */
  'session.signIn': {
    request: z.object({
      moreScopes: listOf(typed, 100),
      atOnce: z.optional(z.boolean()),
      anyway: z.optional(z.boolean()),
    }),
    reply: signInOutcomeSchema,
  },
  /** Hands over the answer that the user copied from the browser; null when it is one. It never comes back. */
  'session.pasteAnswer': {
    request: z.object({ text: typed }),
    reply: z.nullable(pasteProblemSchema),
  },
  'session.cancelSignIn': { request: nothing, reply: nothing },
  'session.openBrowserAgain': { request: nothing, reply: nothing },
  /** Puts the authorization link on the clipboard, from main. */
  'session.copyLink': { request: nothing, reply: nothing },
  'session.signOut': { request: nothing, reply: nothing },
  /** The keys under which this computer's copy of a connection's bills, and notes on them, are sealed. */
  'keys.open': {
    request: z.object({ connectionId: id }),
    reply: dataKeysAnswerSchema,
  },
  /** What was sealed under them opens no more. Answers whether none of them is on disk. */
  'keys.destroy': {
    request: z.object({
      connectionId: id,
      names: listOf(z.enum(dataKeyNames), dataKeyNames.length),
    }),
    reply: z.boolean(),
  },

  'service.organizations': {
    request: z.object({ priority: readPrioritySchema }),
    reply: resultOf(
      z.object({
        items: listOf(organizationSchema, MOST_ITEMS),
        malformed: listOf(malformedItemSchema, MOST_ITEMS),
        /** There may be others. */
        cutShort: z.nullable(z.enum(cutReasons)),
      }),
    ),
  },
  /** Pages of a chain from this cursor on, as many as are there soon: one at least, `most` at most. */
  'service.billsPages': {
    request: z.object({
      ...pageQuery,
      status: id,
      limit: z.int().check(z.minimum(BILLS_PAGE_LIMIT.least), z.maximum(BILLS_PAGE_LIMIT.most)),
      /** How many the budget of the pull grants, those that main reads ahead of the next call included. */
      most: z.int().check(z.minimum(1), z.maximum(MOST_PAGES_AHEAD)),
      /** Ordered time of the window, and which run of it: times of another one cannot be compared. */
      askedMs: z.number(),
      run: id,
    }),
    reply: resultOf(listOf(billsPageSchema, MOST_PAGES_AHEAD)),
  },
  /** Nothing more is read ahead: a call that waits for pages is answered with what there is. */
  'pull.stopAhead': { request: nothing, reply: nothing },
  'service.invoicesPage': {
    request: z.object({
      ...pageQuery,
      limit: z.int().check(z.minimum(1), z.maximum(BILLS_PAGE_LIMIT.most)),
    }),
    reply: resultOf(pageOf(invoiceSchema)),
  },

  /** Asks the user outside the window where a limit or an earlier approval demands it, and journals their yes. */
  'approvals.agree': { request: agreementRequestSchema, reply: agreementSchema },
  /** Rechecks the bill, compares it, and sends the approval once. */
  'approvals.send': {
    request: sendRequestSchema,
    reply: z.object({
      answer: sendAnswerSchema,
      /** The page that was read for it; null for none. */
      read: z.nullable(z.union([billsPageSchema, z.literal('cursorRefused')])),
    }),
  },
  /** What the journal knows of these attempts, in the order asked. */
  'approvals.recall': {
    request: listOf(
      z.object({ approvalId: id, attempt: z.int().check(z.minimum(1)) }),
      MOST_FROM_JOURNAL,
    ),
    reply: listOf(recallFindingSchema, MOST_FROM_JOURNAL),
  },
  /** Puts notes into the journal, all or none. Answers whether they are on disk. */
  'approvals.note': { request: listOf(approvalNoteSchema, MOST_NOTES), reply: z.boolean() },
  /** The approvals of a connection that the journal knows. `ended`: digest of those the window has as ended. */
  'approvals.noted': {
    request: z.object({ connectionId: id, ended: z.string().check(z.maxLength(100)) }),
    reply: notedApprovalsSchema,
  },
  /** These approvals as the journal has them; those it does not know are left out. */
  'approvals.fromJournal': {
    request: listOf(id, MOST_FROM_JOURNAL),
    reply: listOf(journaledApprovalSchema, MOST_FROM_JOURNAL),
  },

  /** Follows the journal's chain from its first line to its last. */
  'journal.verify': { request: nothing, reply: journalVerificationSchema },
  /** What the log says of these approvals, oldest first; null when it cannot be read. */
  'journal.entriesOf': {
    request: listOf(id, MOST_FROM_JOURNAL),
    reply: z.nullable(listOf(journalEntrySchema, JOURNAL_ENTRIES_MOST)),
  },
  /** Asks the user where to, and saves the journal's rows there. No path crosses, either way. */
  'journal.export': {
    request: z.object({ format: journalFormatSchema }),
    reply: journalExportSchema,
  },
  /** Saves the key that verifies the journal, once, as above: it does not cross either. */
  'journal.exportKey': { request: nothing, reply: journalKeyExportSchema },

  /**
   * Begins a list that leaves as a file or on paper; for a file the user is asked where to. One at a time;
   * no path crosses, either way.
   */
  'lists.begin': {
    request: z.object({
      name: z.string().check(z.maxLength(LIST_NAME_MOST)),
      target: listTargetSchema,
    }),
    reply: listBegunSchema,
  },
  /** Adds a piece: of a sheet its text, of pages their HTML. */
  'lists.append': {
    request: z.object({ listId: id, text: z.string().check(z.maxLength(LIST_TEXT_MOST)) }),
    reply: listAppendedSchema,
  },
  /** Puts the file in its place, whole, or prints. */
  'lists.end': {
    request: z.object({ listId: id, setup: pageSetupSchema }),
    reply: listEndedSchema,
  },
  /** Nothing of it stays; a file that stood in its place does. */
  /** Shows the list that was saved last in its folder, which main alone knows. */
  'lists.showSaved': { request: nothing, reply: nothing },
  'lists.giveUp': { request: z.object({ listId: id }), reply: nothing },

  /** Looks for a new version now. What is found is told by the event. */
  'update.check': { request: nothing, reply: nothing },
  /** Shows where a release can be had, in the browser. */
  'update.openPage': { request: nothing, reply: nothing },
  /** Of a release that is ready. *Now* quits as soon as nothing is being sent. */
  'update.install': { request: z.object({ when: installWhenSchema }), reply: nothing },

  'settings.change': { request: settingsChangeSchema, reply: settingsSchema },
} as const satisfies Record<string, { request: z.ZodMiniType; reply: z.ZodMiniType }>;

/**
 * Replies that cross as JSON: a page of the service is JSON anyway, and copying it object by object between
 * processes and worlds takes longer than reading it does.
 */
export const sentAsText: ReadonlySet<string> = new Set<keyof typeof methods>([
  'service.organizations',
  'service.billsPages',
  'service.invoicesPage',
]);

export type Methods = typeof methods;
export type MethodName = keyof Methods;
export type RequestOf<Name extends MethodName> = z.infer<Methods[Name]['request']>;
export type ReplyOf<Name extends MethodName> = z.infer<Methods[Name]['reply']>;
