import * as z from '../base/zod.ts';
import { billSchema, BILLS_PAGE_LIMIT } from '../contract/bill.ts';
import { cursorSchema, cutReasons } from '../contract/lists/page.ts';
import { malformedItemSchema } from '../contract/body/read-item.ts';
import { invoiceSchema } from '../contract/invoice.ts';
import { organizationIdSchema, organizationSchema } from '../contract/organization.ts';
import { serviceErrorSchema } from '../contract/service-error.ts';
import {
  agreementRequestSchema,
  agreementReplySchema,
  approvalNoteSchema,
  journaledApprovalSchema,
  MAX_FROM_JOURNAL,
  MAX_NOTES,
  journaledIdsSchema,
  attemptFindingSchema,
  sendAnswerSchema,
  sendRequestSchema,
} from './approval.ts';
import { dataKeyNames, dataKeysAnswerSchema } from './data-keys.ts';
import { id, itemText, listOf, typed, words } from './bounds.ts';
import {
  appInfoSchema,
  countsSchema,
  faultReportSchema,
  listChoiceTextSchema,
  closedNoticeSchema,
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
import { mailDraftSchema } from './mail-draft.ts';
import { otherReadPrioritySchema, quotaViewSchema, readPrioritySchema } from './quota.ts';
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

/** Maximum items in one answer of the service (src/contract/lists/list.ts). */
const MAX_ITEMS = 20_000;

/** Maximum pages per call, and maximum pages that main reads ahead. */
export const MAX_PAGES_AHEAD = 10;

const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    items: listOf(item, MAX_ITEMS),
    malformed: listOf(malformedItemSchema, MAX_ITEMS),
    nextCursor: z.nullable(cursorSchema),
    total: z.optional(z.int()),
    cutShort: z.nullable(z.enum(cutReasons)),
    isCached: z.boolean(),
  });

/** A page of bills with the cursor that led to it. */
const billsPageSchema = z.extend(pageOf(billSchema), {
  after: z.nullable(cursorSchema),
  /** `askedMs` of the latest call before main requested the page: the page is at least that recent. */
  askedMs: z.number(),
});

const pageQuery = {
  organizationId: organizationIdSchema,
  /** Cursor that leads to the page; null for the first page. */
  after: z.nullable(cursorSchema),
};

const attempts = listOf(
  z.object({ approvalId: id, attempt: z.int().check(z.minimum(1)) }),
  MAX_FROM_JOURNAL,
);

/**
 * All calls from the renderer to main: name → request and reply. Both ends parse with these schemas, and nothing else
 * passes. No method ever returns a token or the client secret.
 */
export const methods = {
  /** Initial state of a window, in one answer. It arrives once the connection is chosen. */
  'app.start': {
    request: nothing,
    reply: z.object({
      info: appInfoSchema,
      session: sessionStateSchema,
      settings: settingsSchema,
      quota: quotaViewSchema,
      /** Given to `app.readyToLock` before; null when the window was not locked. */
      listChoice: listChoiceTextSchema,
    }),
  },
  /** The renderer has saved everything; main may quit. */
  'app.readyToQuit': { request: nothing, reply: nothing },
  /** Locks the window, as happens by itself after an idle time. */
  'app.lock': { request: nothing, reply: nothing },
  /**
   * The renderer has saved what the user was typing; main may lock. `listChoice`: search and filters, which main keeps in
   * memory until the window is unlocked.
   */
  'app.readyToLock': { request: z.object({ listChoice: listChoiceTextSchema }), reply: nothing },
  /** The only call that a locked window may make. After unlocking, main loads the window again. */
  'app.unlock': { request: nothing, reply: unlockOutcomeSchema },
  /** Logs a fault of the renderer. */
  'app.reportFault': { request: faultReportSchema, reply: nothing },
  /** The user has closed this notice. */
  'app.closeNotice': { request: closedNoticeSchema, reply: nothing },
  'app.notify': { request: noticeSchema, reply: nothing },
  /**
   * Answers after `delayMs`, or when the next `app.wakeAfter` arrives. Wakes a hidden window, whose timers the browser
   * delays.
   */
  'app.wakeAfter': { request: z.object({ delayMs: z.int().check(z.minimum(0)) }), reply: nothing },
  /** Shows these counts on the dock or taskbar and in the tray. */
  'app.showCounts': { request: countsSchema, reply: nothing },
  /** Bill of the newest opened link, returned once; null when there is none. */
  'app.takeLink': { request: nothing, reply: z.nullable(id) },
  'app.about': { request: nothing, reply: programSchema },
  /** Opens Billfold's data folder. Only main knows its path. */
  'app.showData': { request: nothing, reply: nothing },
  /** Copies versions, host, states and counts to the clipboard, without any business data. */
  'app.copyDiagnostics': { request: nothing, reply: nothing },
  /** Asks in a system dialog, then removes Billfold's data and quits. */
  'app.removeEverything': { request: nothing, reply: nothing },

  'session.get': { request: nothing, reply: sessionStateSchema },
  /** Starts the embedded service and makes it the connection. */
  'connection.useSample': {
    request: nothing,
    reply: z.object({ ok: z.boolean(), technical: z.nullable(words) }),
  },
  /** Checks and saves a connection. An empty list of problems means that it was saved. */
  'connection.save': { request: connectionFormSchema, reply: listOf(connectionProblemSchema, 10) },
  /** Copies this redirect URI to the clipboard in its registered form; false when it is invalid. */
  'connection.copyRedirectUri': { request: z.object({ redirectUri: typed }), reply: z.boolean() },
  /** Opens the service's page of a bill in the browser, at the address that the user has set. */
  'connection.openBill': {
    request: z.object({ billId: id, billNumber: z.nullable(itemText) }),
    reply: z.boolean(),
  },
  /** Opens a draft in the user's mail program. */
  'app.draftMail': { request: mailDraftSchema, reply: z.boolean() },
  /** Forgets the connection and returns to *Welcome*. Does nothing while signed in. */
  'connection.forget': { request: nothing, reply: nothing },
  /**
   * Signs in through the system's browser, and answers when that is over. `moreScopes`: added to the initial scopes.
   * `atOnce`: without the browser, only for the sample company. `anyway`: opens the browser although the host did not
   * answer.
   */
  'session.signIn': {
    request: z.object({
      moreScopes: listOf(typed, 100),
      atOnce: z.optional(z.boolean()),
      anyway: z.optional(z.boolean()),
    }),
    reply: signInOutcomeSchema,
  },
  /** Passes the answer that the user copied from the browser; null when it is valid. The text is never returned. */
  'session.pasteAnswer': {
    request: z.object({ text: typed }),
    reply: z.nullable(pasteProblemSchema),
  },
  'session.cancelSignIn': { request: nothing, reply: nothing },
  'session.openBrowserAgain': { request: nothing, reply: nothing },
  /** Main copies the authorization link to the clipboard. */
  'session.copyLink': { request: nothing, reply: nothing },
  /**
   * Ends the session. `inNewPage`: then loads the page in a new process, because the old one has bills in its memory.
   */
  'session.signOut': { request: z.object({ inNewPage: z.boolean() }), reply: nothing },
  /** Keys that seal this computer's copy of a connection's bills, and the notes on them. */
  'keys.open': {
    request: z.object({ connectionId: id }),
    reply: dataKeysAnswerSchema,
  },
  /** Reports that the local key does not open some of the user's work, or that their database is missing. */
  'keys.reportLost': { request: z.enum(['rows', 'database']), reply: nothing },
  /**
   * Destroys these keys: data sealed with them can no longer be opened. Answers whether none of them is left on disk.
   */
  'keys.destroy': {
    request: z.object({
      connectionId: id,
      names: listOf(z.enum(dataKeyNames), dataKeyNames.length),
    }),
    reply: z.boolean(),
  },

  'service.organizations': {
    request: z.object({ priority: otherReadPrioritySchema }),
    reply: resultOf(
      z.object({
        items: listOf(organizationSchema, MAX_ITEMS),
        malformed: listOf(malformedItemSchema, MAX_ITEMS),
        /** Set when there may be other organizations. */
        cutShort: z.nullable(z.enum(cutReasons)),
      }),
    ),
  },
  /** Reads pages of a chain from this cursor on, as many as are soon available: at least one, at most `most`. */
  'service.billsPages': {
    request: z.object({
      ...pageQuery,
      priority: readPrioritySchema,
      status: id,
      limit: z.int().check(z.minimum(BILLS_PAGE_LIMIT.least), z.maximum(BILLS_PAGE_LIMIT.most)),
      /** Pages that the pull's budget grants, including those that main reads ahead of the next call. */
      most: z.int().check(z.minimum(1), z.maximum(MAX_PAGES_AHEAD)),
      /** Ordered time of the window, comparable only within one launch. */
      askedMs: z.number(),
      /** Id of the window's launch. */
      run: id,
    }),
    reply: resultOf(listOf(billsPageSchema, MAX_PAGES_AHEAD)),
  },
  /** Stops reading ahead. A call that waits for pages returns those that have arrived. */
  'pull.stopAhead': { request: nothing, reply: nothing },
  'service.invoicesPage': {
    request: z.object({
      ...pageQuery,
      priority: otherReadPrioritySchema,
      limit: z.int().check(z.minimum(1), z.maximum(BILLS_PAGE_LIMIT.most)),
    }),
    reply: resultOf(pageOf(invoiceSchema)),
  },

  /**
   * Asks the user in a system dialog if a limit or an earlier approval requires it. Journals their consent, and new
   * approvals.
   */
  'approvals.agree': { request: agreementRequestSchema, reply: agreementReplySchema },
  /** Rechecks the bill, compares it, and sends the approval once. */
  'approvals.send': {
    request: sendRequestSchema,
    reply: z.object({
      answer: sendAnswerSchema,
      /** Page that was read for the recheck; null when there is none. */
      read: z.nullable(z.union([billsPageSchema, z.literal('cursorRefused')])),
    }),
  },
  /** Cancels attempts that have not left this computer. Answers with the ids of their approvals. */
  'approvals.cancel': { request: attempts, reply: listOf(id, MAX_FROM_JOURNAL) },
  /** The journal's findings about these attempts, in the order requested. */
  'approvals.findAttempts': {
    request: attempts,
    reply: listOf(attemptFindingSchema, MAX_FROM_JOURNAL),
  },
  /** Writes notes to the journal, all or none. Answers whether they are on disk. */
  'approvals.note': { request: listOf(approvalNoteSchema, MAX_NOTES), reply: z.boolean() },
  /** Approvals of a connection in the journal. `ended`: digest of the ids that the window has as ended. */
  'approvals.idsInJournal': {
    request: z.object({ connectionId: id, ended: z.string().check(z.maxLength(100)) }),
    reply: journaledIdsSchema,
  },
  /** Reads these approvals from the journal, without those it does not know. */
  'approvals.fromJournal': {
    request: listOf(id, MAX_FROM_JOURNAL),
    reply: listOf(journaledApprovalSchema, MAX_FROM_JOURNAL),
  },

  /** Follows the journal's chain from its first line to its last. */
  'journal.verify': { request: nothing, reply: journalVerificationSchema },
  /** Entries of the audit log about these approvals, oldest first; null when the log cannot be read. */
  'journal.entriesOf': {
    request: listOf(id, MAX_FROM_JOURNAL),
    reply: z.nullable(listOf(journalEntrySchema, JOURNAL_ENTRIES_MOST)),
  },
  /** Asks the user for a place, and saves the journal's rows there. No path crosses the bridge. */
  'journal.export': {
    request: z.object({ format: journalFormatSchema }),
    reply: journalExportSchema,
  },
  /** Saves the verification key in the same way, once. The key does not cross the bridge. */
  'journal.exportKey': { request: nothing, reply: journalKeyExportSchema },

  /**
   * Begins to export or print a list. For a file, main asks the user for a place. Only one list at a time; no path
   * crosses the bridge.
   */
  'lists.begin': {
    request: z.object({
      name: z.string().check(z.maxLength(LIST_NAME_MOST)),
      target: listTargetSchema,
    }),
    reply: listBegunSchema,
  },
  /** Adds a piece: text of a CSV file, or HTML of pages. */
  'lists.append': {
    request: z.object({ listId: id, text: z.string().check(z.maxLength(LIST_TEXT_MOST)) }),
    reply: listAppendedSchema,
  },
  /** Moves the complete file to its place, or prints. */
  'lists.end': {
    request: z.object({ listId: id, setup: pageSetupSchema }),
    reply: listEndedSchema,
  },
  /** Opens the folder with the last saved list. Only main knows its path. */
  'lists.showSaved': { request: nothing, reply: nothing },
  /** Discards the list. An earlier file with the same name stays. */
  'lists.giveUp': { request: z.object({ listId: id }), reply: nothing },

  /** Checks for a new version now. The event `update.changed` reports the result. */
  'update.check': { request: nothing, reply: nothing },
  /** Opens the release's download page in the browser. */
  'update.openPage': { request: nothing, reply: nothing },
  /** Decides when to install a downloaded release. *Now* quits as soon as nothing is being sent. */
  'update.install': { request: z.object({ when: installWhenSchema }), reply: nothing },

  'settings.change': { request: settingsChangeSchema, reply: settingsSchema },
} as const satisfies Record<string, { request: z.ZodMiniType; reply: z.ZodMiniType }>;

/**
 * Methods whose replies cross as JSON text. A page of the service is JSON anyway. Copying its objects between processes
 * would take longer than parsing.
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
