import type { JournalEntry } from '../../../../bridge/journal.ts';
import type { ApprovalAction } from '../../../core/approve/approval-actions.ts';
import type { ApprovalSection, HeldBack } from '../../../core/outbox/approval-sections.ts';
import type { BillDifference, ApprovalStatus } from '../../../core/outbox/approval-status.ts';
import type { Approval, HistoryEvent } from '../../../core/model/approval.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';
import type { MessageText } from '../message-text.ts';

/** The reason an approval needs the user: what happened, what it may mean, what can be done. */
export interface Attention {
  readonly happened: string;
  readonly meaning: string;
  readonly nextStep: string;
}

/** Texts for a bill that differs from the approved one, or was not found. */
const changes = {
  changed: () => ({
    happened: 'The bill differs from what you approved.',
    meaning: 'The approval is on hold. If the bill is changed back, Billfold asks before sending.',
    nextStep: 'Review the changes, then approve the new version or discard.',
  }),
  paid: () => ({
    happened: 'The bill has been paid.',
    meaning: 'No approval is needed. If the bill is changed back, Billfold asks before sending.',
    nextStep: 'Discard this approval.',
  }),
  void: () => ({
    happened: 'The bill has been voided.',
    meaning: 'No approval is needed. If the bill is changed back, Billfold asks before sending.',
    nextStep: 'Discard this approval.',
  }),
  notPayable: (service: string) => ({
    happened: 'The bill has a status that can’t be approved here.',
    meaning: 'The approval is on hold. If the bill is changed back, Billfold asks before sending.',
    nextStep: say`Check the bill in ${service}, then discard this approval.`,
  }),
  notFound: (service: string) => ({
    happened: say`Billfold couldn’t find this bill in ${service}.`,
    meaning:
      'The approval is on hold. Sending resumes automatically if the bill turns up unchanged.',
    nextStep: say`Look for the bill in ${service}. Then discard the approval, or leave it on hold.`,
  }),
  unreadable: (service: string) => ({
    happened: say`Billfold can’t read this bill as ${service} now sends it.`,
    meaning:
      'The approval is on hold. Sending resumes automatically once the bill is readable and unchanged.',
    nextStep: say`Check the bill in ${service}. Then discard the approval, or leave it on hold.`,
  }),
} satisfies Record<BillDifference, (service: string) => Attention>;

/**
 * Texts for an approval that isn't sent automatically. A separate sentence after them says whether something
 * was sent.
 */
const heldBack = {
  otherSignIn: {
    happened: 'Approved in another session.',
    meaning: 'Another user may have approved it on this computer.',
    nextStep: 'Send it under your account or discard it.',
  },
  restored: {
    happened:
      'Billfold stopped before saving it, or local data was lost; it was recovered from the audit log.',
    meaning: 'You may have canceled it since, so it won’t be sent automatically.',
    nextStep: 'Send or discard it.',
  },
  overLimit: {
    happened: 'The amount is above your limit, and you haven’t confirmed it.',
    meaning: 'The approval is on hold.',
    nextStep: 'Confirm and send it, or discard it.',
  },
  twice: {
    happened: 'This bill was approved before.',
    meaning: 'It may already be approved. Sending this approval could approve it twice.',
    nextStep: 'Check the bill. Then confirm and send, or discard.',
  },
  changedBack: {
    happened: 'The bill changed, and now matches your approval again.',
    meaning: 'This may be an old copy of the bill, so the approval is on hold.',
    nextStep: 'Check the bill. Then confirm and send, or discard.',
  },
  noOrganization: {
    happened: 'Your account can’t see the organization of this bill.',
    meaning: 'The approval is on hold. Sending resumes automatically when you have access again.',
    nextStep: 'Sign in as a user with access, or discard the approval.',
  },
} satisfies Record<Exclude<HeldBack, 'dataRestored'>, Attention>;

const these = (count: number, one: string, many: string): string => (count === 1 ? one : many);

export const approvals = {
  /** States of an approval, on its badge. */
  statuses: {
    held: 'Can be undone',
    queued: 'Queued',
    checking: 'Checking for changes',
    sending: 'Sending',
    changed: 'Bill changed',
    paid: 'Bill paid',
    void: 'Bill voided',
    notPayable: 'Not payable',
    notFound: 'Bill not found',
    unreadable: 'Bill can’t be read',
    unknown: 'Unconfirmed',
    rejected: 'Rejected',
    confirmed: 'Sent',
    differs: 'Approved, but changed',
    foundPaid: 'Found paid',
    byHand: 'Confirmed by hand',
    undone: 'Undone',
    canceled: 'Canceled',
    discarded: 'Discarded',
    otherSignIn: 'Other session',
    restored: 'Recovered',
    dataRestored: 'Check first',
    noOrganization: 'No access',
    overLimit: 'Above your limit',
    twice: 'Approved before?',
    changedBack: 'Changed back?',
  } satisfies Record<ApprovalStatus, string>,
  title: 'Approvals',
  sections: {
    waiting: 'Pending',
    attention: 'Needs attention',
    sent: 'Sent',
    withdrawn: 'Canceled',
  } satisfies Record<ApprovalSection, string>,
  quarantined: (count: number, service: string): MessageText => ({
    title: say`${plural(count, 'approval', 'approvals')} couldn’t be loaded`,
    whatToDo: say`${these(count, 'It may have been sent. Check this bill', 'They may have been sent. Check these bills')} in ${service} and approve again if needed.`,
  }),
  columns: {
    vendor: 'Vendor',
    number: 'Bill no.',
    due: 'Due date',
    approved: 'Approved',
    amount: 'Amount due',
  },
  detail: {
    region: 'Approval',
    back: 'Back to the list',
    nothing: 'Select an approval',
    keys: 'j / k to move',
    none: 'Select an approval to see its status and next step.',
  },
  today: 'Today',
  search: 'Search approvals',
  searchHint: 'Search vendor, bill no., memo, amount, or day',
  sort: 'Sort',
  sorts: {
    approved: 'Newest first',
    dueDate: 'Due date',
    vendor: 'Vendor',
    amount: 'Largest amount',
  },
  record: {
    title: 'Approval record',
    one: 'Approval record (PDF)',
    menu: 'Approval records (PDF)…',
    many: 'Approval records',
    lead: 'Each approval sent in this period begins a new page.',
    from: 'From',
    to: 'To',
    save: 'Save PDF',
    tooMany: (count: number) =>
      say`Too many for one PDF: ${plural(count, 'approval', 'approvals')}. Choose a shorter period.`,
    source: (service: string) => say`${service}, from the audit log on this computer`,
    approval: 'Approval',
    approvedAt: 'Approved',
    by: 'By',
    version: 'Billfold version',
    organization: 'Organization',
    answer: 'Result',
    flags: 'Flags at approval',
    reason: 'Reason to approve',
    id: 'Approval ID',
    unknown: 'Not recorded',
    entries: 'Entries',
    entry: (kind: string, file: string, entryNumber: string | number) =>
      say`${kind} (${file}, entry ${entryNumber})`,
    kinds: {
      approved: 'Approved',
      attempt: 'Sending started',
      outcome: 'Reply recorded',
      ended: 'Closed',
    } satisfies Record<JournalEntry['kind'], string>,
    logUnreadable: 'The audit log couldn’t be loaded.',
    notInLog: 'None found on this computer.',
  },
  openIn: (service: string) => say`Open in ${service}`,
  notOpened: 'Couldn’t open the browser.',
  approvedAt: (when: string) => say`Approved ${when}`,
  confirmedBy: {
    service: (service: string) => say`Confirmed by ${service}.`,
    seen: (service: string) => say`Found paid in ${service}.`,
    user: () => 'Marked as confirmed by hand.',
  } satisfies Record<NonNullable<Approval['confirmedBy']>, (service: string) => string>,
  why: {
    heldOffline: (seconds: number) =>
      say`Undo within ${plural(seconds, 'second', 'seconds')}. Sends when you’re online.`,
    held: (seconds: number) => say`Sends in ${plural(seconds, 'second', 'seconds')}.`,
    queued: 'Next to send.',
    checking: 'Checking for changes before sending.',
    checkLater: 'Will be checked for changes, then sent.',
    permission: (grants: string) =>
      say`Permission required: “${grants}”. Sent after you sign in and allow it.`,
    paused:
      'Sending is paused because the last replies didn’t say if the bills were approved. Billfold tries again within five minutes, one approval at a time.',
    sending: 'Checking for changes, then sending…',
    refusesSignIn: (service: string) =>
      say`${service} did not accept your sign-in. If this continues, check the client ID and secret, or sign out and in again.`,
    retryAt: (time: string) => say`Retrying at ${time}.`,
    quote: (service: string, message: string) => say`${service}: “${message}”`,
    hadChanged: 'The bill had changed by then; you have reviewed the changes.',
    voidSince: 'The bill is void now. You don’t need to do anything.',
    reopenedSince: (service: string) => say`${service} no longer shows this bill as approved.`,
    withdrawn: 'Canceled before sending.',
    withdrawnUnsure: 'Not sent again, but an earlier attempt may have gone through.',
    withdrawnRefused: 'Discarded after rejection.',
  },
  eachNextStep: 'Select an approval to see its next step.',
  /** Headings of the three parts of an explanation. */
  attentionParts: {
    happened: 'What happened',
    meaning: 'What it means',
    nextStep: 'Next step',
  } satisfies Record<keyof Attention, string>,
  attention: {
    unknown: {
      replies: {
        nothing: 'Sent, but no complete reply arrived.',
        error: (service: string, status: number) =>
          say`Sent, but ${service} replied with an error (${status}).`,
        noConfirmation: (service: string) =>
          say`Sent, but the reply was not a confirmation from ${service}.`,
        lacksHeaders: (service: string, status: number) =>
          say`Sent, but the reply (${status}) doesn’t state the hourly limit as replies of ${service} do, so it may be from another server.`,
        noRecord: 'Possibly sent: no reply was recorded on this computer.',
      },
      meaning: 'The bill may already be approved; resending could approve it twice.',
      shownSince: {
        approved: (service: string) =>
          say`${service} now shows this bill as approved. Resending could approve it twice.`,
        rejected: (service: string) => say`${service} now shows this bill as rejected.`,
      },
      nextStep: (service: string) =>
        say`Check the bill in ${service}, then mark it confirmed, resend, or discard.`,
    },
    rejected: (service: string): Attention => ({
      happened: say`${service} rejected the approval.`,
      meaning: 'As far as Billfold knows, the bill isn’t approved.',
      nextStep: say`Check and fix the bill in ${service}. Then resend or discard.`,
    }),
    rejectedSaying: (service: string, words: string) =>
      say`${service} rejected the approval: “${words}”`,
    differs: (service: string): Attention => ({
      happened: 'Approved, but the bill had changed.',
      meaning: say`${service} replied with a different bill. The changes are shown below.`,
      nextStep: say`Check the bill in ${service}. Then choose Mark as checked.`,
    }),
    uncompared: (service: string): Attention => ({
      happened: 'Approved; check it.',
      meaning: say`${service} confirmed the approval with a bill that Billfold couldn’t compare with what you approved.`,
      nextStep: say`Check the bill in ${service}. Then choose Mark as checked.`,
    }),
    changes,
    ...heldBack,
    dataRestored: (service: string): Attention => ({
      happened:
        'Billfold’s data was restored from a copy, opened on another computer, or changed by another program.',
      meaning: 'This approval may already have been sent.',
      nextStep: say`Check the bill in ${service}, then send or discard.`,
    }),
    longAway: (service: string): Attention => ({
      happened: 'Billfold was last used more than a week ago, or the clock was changed.',
      meaning:
        'This approval may already have been sent if this computer was reset to an earlier state since.',
      nextStep: say`Check the bill in ${service}, then send or discard.`,
    }),
    /** Added for approvals left by another session or while signed out, which aren't sent automatically. */
    askedFirst:
      'The approval is on hold. It doesn’t belong to the current session, so you’re asked before it is sent.',
    orDiscard: 'Or discard the approval.',
    sentNothing: 'Nothing was sent.',
    wasRejected: 'Earlier attempts were rejected.',
    earlierAttempt: 'An earlier attempt may have gone through.',
  },
  actions: {
    sendAgain: 'Resend',
    approveAsChanged: 'Approve new version',
    withdraw: 'Discard',
    markConfirmed: 'Mark confirmed',
    acknowledge: 'Mark as checked',
    adopt: 'Send under my account',
    sendRestored: 'Send',
    confirmAndSend: 'Confirm and send…',
  } satisfies Record<ApprovalAction, string>,
  /** Label for an approval without a problem. */
  cancelPending: 'Cancel approval',
  actionsForAll: {
    sendAgain: (count: number) => say`Resend ${formatCount(count)} rejected or unconfirmed`,
    approveAsChanged: (count: number) =>
      say`Approve ${plural(count, 'new version', 'new versions')}`,
    withdraw: (count: number) => say`Discard ${formatCount(count)}`,
    markConfirmed: (count: number) => say`Mark ${formatCount(count)} confirmed`,
    acknowledge: (count: number) => say`Mark ${formatCount(count)} as checked`,
    adopt: (count: number) => say`Send ${formatCount(count)} under my account`,
    sendRestored: (count: number) => say`Send ${formatCount(count)} recovered`,
    confirmAndSend: (count: number) => say`Confirm and send ${formatCount(count)}…`,
  } satisfies Record<ApprovalAction, (count: number) => string>,
  cancelAllPending: (count: number) => say`Cancel ${plural(count, 'approval', 'approvals')}`,
  /** Questions before an action on many approvals. */
  confirm: {
    approveAsChanged: (count: number) => ({
      title: these(count, 'Approve the updated bill?', 'Approve the updated bills?'),
      body: say`${these(count, 'It is approved with its', 'They are approved with their')} current values, not the ones you approved before.`,
    }),
    withdraw: (count: number) => ({
      title: say`Discard ${plural(count, 'approval', 'approvals')}?`,
      body: say`${these(count, 'It', 'They')} won’t be sent. Approvals already received are not reversed. ${these(count, 'The bill returns to your inbox if it', 'Bills return to your inbox if they')} can still be approved.`,
    }),
    markConfirmed: (count: number, service: string) => ({
      title: say`Mark ${plural(count, 'approval', 'approvals')} as confirmed?`,
      body: say`Only if you’ve checked that ${these(count, 'the bill is', 'the bills are')} approved in ${service}. Nothing is sent.`,
    }),
    acknowledge: (count: number) => ({
      title: these(count, 'Have you checked this bill?', 'Have you checked these bills?'),
      body: say`${these(count, 'It was approved, but had changed. It is', 'They were approved, but had changed. They are')} listed under Sent from now on.`,
    }),
    adopt: (count: number) => ({
      title: say`Send ${plural(count, 'approval', 'approvals')} under your account?`,
      body: say`${these(count, 'It was', 'They were')} approved in another session.`,
    }),
    sendRestored: (count: number, service: string) => ({
      title: say`Send ${plural(count, 'recovered approval', 'recovered approvals')}?`,
      body: say`${these(count, 'The bill is', 'Each bill is')} checked again, and ${these(count, 'the approval is', 'its approval is')} sent only if nothing changed. If an approval was sent before, the bill could be approved twice. Check ${service} first.`,
    }),
  } satisfies Record<
    Exclude<ApprovalAction, 'sendAgain' | 'confirmAndSend'>,
    (count: number, service: string) => { readonly title: string; readonly body: string }
  >,
  /** New versions that a bulk leaves out: copies of paid or approved bills, bills on hold, other payees and currencies. */
  askedAlone: (count: number) =>
    say`${plural(count, 'bill is', 'bills are')} left out: a likely duplicate, on hold, or now with another vendor, account, or currency. Approve ${these(count, 'it', 'them')} separately.`,
  confirmCancel: (count: number) => ({
    title: say`Cancel ${plural(count, 'approval', 'approvals')}?`,
    body: say`${these(count, 'It', 'They')} won’t be sent. ${these(count, 'The bill returns', 'The bills return')} to your inbox.`,
  }),
  approvalsCount: (count: number) => plural(count, 'approval', 'approvals'),
  forAll: 'Bulk actions',
  uncheck: {
    lead: (service: string, fields: string) =>
      say`${service} changed only “${fields}”, twice in a row. If that happens every time, leave it out of the check.`,
    action: (fields: number) =>
      fields === 1 ? 'Don’t check this field' : 'Don’t check these fields',
  },
  difference: {
    caption: 'Changes',
    field: 'Field',
    before: 'Approved',
    after: { changed: 'Current', confirmed: 'In the reply', paid: 'Paid' },
    paidOtherwise: 'The bill has been paid since, but not as you approved it.',
  },
  snapshot: 'Bill as you approved it',
  history: 'History',
  /** One line of the history for each event of the outbox. */
  events: {
    approve: 'Approved in Billfold',
    windowPassed: 'Undo period ended',
    foundSame: 'Bill matches the approval again',
    noOrganization: 'On hold: no access to the organization',
    dataRestored: 'On hold: check before sending',
    acknowledge: 'Changes reviewed',
    recheckNeeded: 'Waiting for change check',
    recheckMissed: 'Bill not found; checked again',
    foundChanged: 'On hold: bill changed',
    notFound: 'On hold: bill not found',
    otherSignIn: 'On hold: made in another session',
    send: 'Check before sending started',
    confirmed: 'Confirmed',
    rejected: 'Rejected',
    answerLost: 'No confirmation received',
    notSent: 'Not sent, waiting again',
    rejectedForNow: 'Rejected for now, waiting again',
    neverLeft: 'Not sent, waiting again',
    sendAgain: 'Resend requested',
    sendAgainByItself: 'Automatic resend queued',
    approveAsChanged: 'New version approved',
    markConfirmed: 'Marked confirmed',
    observedPaid: 'Bill found paid',
    paidOtherwise: 'Paid, but not as approved',
    listedApproved: 'Bill listed as approved',
    adopt: 'Queued under your account',
    restored: 'Recovered from audit log',
  } satisfies Record<Exclude<HistoryEvent, 'withdraw'>, string>,
  confirmedDiffering: 'Approved, but the bill had changed',
  empty: {
    waiting: { title: 'No pending approvals', body: 'Approvals appear here until they’re sent.' },
    attention: {
      title: 'Nothing needs attention',
      body: 'Rejected, unconfirmed, and held approvals appear here.',
    },
    sent: {
      title: 'No approvals sent yet',
      body: 'Confirmed approvals appear here.',
    },
    withdrawn: {
      title: 'No canceled approvals',
      body: 'Canceled and discarded approvals appear here.',
    },
  } satisfies Record<ApprovalSection, { title: string; body: string }>,
  toReview: 'Review bills',
  openBill: 'Open bill',
} as const;
