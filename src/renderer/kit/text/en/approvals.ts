import type { ApprovalAction } from '../../../core/outbox/approval-actions.ts';
import type { ApprovalSection, HeldBack } from '../../../core/outbox/approval-sections.ts';
import type { BillFinding, Standing } from '../../../core/outbox/standing.ts';
import type { Approval, StoryEvent } from '../../../core/outbox/approval.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';

/** Why an approval needs the user: what happened, what it may mean, what can be done. */
export interface Attention {
  readonly happened: string;
  readonly meaning: string;
  readonly nextStep: string;
}

/** What is shown for a bill that is not, or not found to be, what was approved. */
const changes = {
  changed: () => ({
    happened: 'The bill is not what you approved.',
    meaning: 'The approval is on hold. Sending resumes automatically if the bill is changed back.',
    nextStep: 'Review the changes, then approve the new version or discard.',
  }),
  paid: () => ({
    happened: 'The bill has been paid.',
    meaning: 'No approval is needed.',
    nextStep: 'Check the bill as it is now, then discard this approval.',
  }),
  void: () => ({
    happened: 'The bill has been voided.',
    meaning: 'No approval is needed.',
    nextStep: 'Check the bill as it is now, then discard this approval.',
  }),
  notPayable: (service) => ({
    happened: 'The bill has a status that cannot be approved here.',
    meaning: 'The approval is on hold. Sending resumes automatically if the bill is changed back.',
    nextStep: say`Check the bill in ${service}, then discard this approval.`,
  }),
  notFound: (service) => ({
    happened: say`Billfold could not find this bill in ${service}.`,
    meaning:
      'The approval is on hold. Sending resumes automatically if the bill turns up unchanged.',
    nextStep: say`Look for the bill in ${service}. Then discard the approval, or leave it on hold.`,
  }),
} satisfies Record<BillFinding, (service: string) => Attention>;

/** What is shown for an approval that does not go by itself. Whether something was sent is said after it. */
const heldBack = {
  otherSignIn: {
    happened: 'Approved in another session.',
    meaning: 'Another user may have approved it on this computer.',
    nextStep: 'Send it under your account, or discard it.',
  },
  restored: {
    happened: 'Local data was lost; this approval was recovered from the journal.',
    meaning: 'You may have canceled it since, so it is not sent automatically.',
    nextStep: 'Send or discard it.',
  },
  noOrganization: {
    happened: 'This sign-in cannot see the organization of this approval.',
    meaning:
      'The approval is on hold. Sending resumes automatically when the organization is back.',
    nextStep: 'Sign in as a user who can see the organization, or discard the approval.',
  },
} satisfies Record<Exclude<HeldBack, 'dataRestored'>, Attention>;

export const approvals = {
  title: 'Approvals',
  sections: {
    waiting: 'Waiting',
    attention: 'Needs attention',
    sent: 'Sent',
    withdrawn: 'Canceled',
  } satisfies Record<ApprovalSection, string>,
  /** Where an approval stands, on its badge. */
  standings: {
    held: 'Can be undone',
    queued: 'Queued',
    checking: 'Checking for changes',
    sending: 'Sending',
    changed: 'Bill changed',
    paid: 'Bill paid',
    void: 'Bill voided',
    notPayable: 'Not payable',
    notFound: 'Bill not found',
    unknown: 'Unconfirmed',
    rejected: 'Rejected',
    confirmed: 'Sent',
    differs: 'Approved, but changed',
    withdrawn: 'Canceled',
    otherSignIn: 'Other session',
    restored: 'Recovered',
    dataRestored: 'Data restored',
    noOrganization: 'Organization not visible',
  } satisfies Record<Standing, string>,
  quarantined: (count: number) => ({
    title: say`${plural(count, 'approval', 'approvals')} could not be read`,
    whatToDo:
      'Kept aside as they are, and not sent. Look at these bills on the service, and approve them again if they need it.',
  }),
  approvedAt: (when: string) => say`Approved ${when}`,
  confirmedBy: {
    service: (service: string) => say`Confirmed by ${service}.`,
    seen: (service: string) => say`Found paid in ${service}.`,
    user: () => 'Marked as confirmed by you.',
  } satisfies Record<NonNullable<Approval['confirmedBy']>, (service: string) => string>,
  why: {
    held: (seconds: number) => say`Goes on its way in ${seconds} s.`,
    queued: 'Next to send.',
    checking: 'Checking for changes before sending.',
    checkLater: 'Will be checked for changes, then sent.',
    paused:
      'Sending is paused: the last replies were missing or made no sense. Billfold checks again by itself.',
    sending: 'Sending…',
    retryAt: (time: string) => say`Retrying at ${time}.`,
    quote: (service: string, message: string) => say`${service}: “${message}”`,
    hadChanged: 'The bill had changed by then; you have seen the difference.',
    withdrawn: 'Canceled before sending.',
    withdrawnUnsure: 'Canceled, but an earlier attempt may have gone through.',
    withdrawnRefused: 'Discarded after rejection.',
  },
  /** The three parts of what is shown for an approval that needs the user. */
  attentionParts: {
    happened: 'What happened',
    meaning: 'What it means',
    nextStep: 'Next step',
  } satisfies Record<keyof Attention, string>,
  attention: {
    unknown: {
      replies: {
        nothing: 'Sent, but the connection dropped before a reply.',
        error: (service: string, status: number) =>
          say`Sent, and ${service} answered with an error (${status}).`,
        noConfirmation: (service: string) =>
          say`Sent, but the reply was not a confirmation from ${service}.`,
        noRecord: 'Possibly sent: no reply was recorded on this computer.',
      },
      meaning: 'The bill may already be approved. Resending could approve it twice.',
      nextStep: (service: string) =>
        say`Check the bill in ${service}, then mark it confirmed, resend, or discard.`,
    },
    rejected: (service: string): Attention => ({
      happened: say`${service} rejected the approval.`,
      meaning: 'The bill is not approved.',
      nextStep: say`Fix the bill in ${service}, then resend or discard.`,
    }),
    differs: (service: string): Attention => ({
      happened: 'Approved, but the bill had changed.',
      meaning: say`${service} answered with a different bill. The difference is shown below.`,
      nextStep: say`Check the bill in ${service}. Then choose Got it.`,
    }),
    changes,
    ...heldBack,
    dataRestored: (service: string): Attention => ({
      happened:
        'Billfold’s data on this computer was restored from a copy, or opened on another computer.',
      meaning: 'This approval may already have been sent.',
      nextStep: say`Check the bill in ${service}, then send or discard.`,
    }),
    orDiscard: 'Or discard it.',
    sentNothing: 'Nothing was sent.',
    earlierAttempt: 'An earlier attempt may have gone through.',
  },
  actions: {
    sendAgain: 'Resend',
    approveAsChanged: 'Approve new version',
    withdraw: 'Discard',
    markConfirmed: 'Mark confirmed',
    acknowledge: 'Got it',
    adopt: 'Send under my account',
    sendRestored: 'Send',
  } satisfies Record<ApprovalAction, string>,
  actionsForAll: {
    sendAgain: (count: number) => say`Resend ${formatCount(count)}`,
    approveAsChanged: (count: number) => say`Approve ${formatCount(count)} new versions`,
    withdraw: (count: number) => say`Discard ${formatCount(count)}`,
    markConfirmed: (count: number) => say`Mark ${formatCount(count)} confirmed`,
    acknowledge: (count: number) => say`Got it for all ${formatCount(count)}`,
    adopt: (count: number) => say`Send ${formatCount(count)} under my account`,
    sendRestored: (count: number) => say`Send ${formatCount(count)} recovered`,
  } satisfies Record<ApprovalAction, (count: number) => string>,
  /** Asked before an action on many, or one that may approve twice. */
  confirm: {
    sendAgain: {
      title: 'Resend?',
      body: 'If the first attempt went through, the bill could be approved twice. Check the service first.',
    },
    approveAsChanged: {
      title: 'Approve the updated bills?',
      body: 'They are approved with their current values, not the ones you saw.',
    },
    withdraw: {
      title: 'Discard these approvals?',
      body: 'They won’t be sent. Approvals already received are not reversed. Bills that can be approved return to Review.',
    },
    markConfirmed: {
      title: 'Mark as confirmed?',
      body: 'Only if you’ve checked that the bills are approved in the service. Nothing is sent.',
    },
    acknowledge: {
      title: 'Have you checked these bills?',
      body: 'They were approved, but had changed. They are listed under Sent from now on.',
    },
    adopt: {
      title: 'Send under your account?',
      body: 'These were approved in another session.',
    },
    sendRestored: {
      title: 'Send recovered approvals?',
      body: 'Each bill is checked again and sent only if unchanged. If an approval was sent before, the bill could be approved twice. Check the service first.',
    },
  } satisfies Record<ApprovalAction, { title: string; body: string }>,
  approvalsCount: (count: number) => plural(count, 'approval', 'approvals'),
  forAll: 'Bulk actions',
  difference: {
    caption: 'Changes',
    field: 'Field',
    before: 'You approved',
    after: { changed: 'Current', confirmed: 'In the reply' },
  },
  snapshot: 'Bill as you approved it',
  story: 'History',
  /** One line of the story for each event of the outbox. */
  events: {
    approve: 'You approved it',
    windowPassed: 'Undo period ended',
    withdraw: 'Canceled',
    foundSame: 'Bill is again as approved',
    noOrganization: 'On hold: organization not available',
    dataRestored: 'On hold: data on this computer was restored',
    acknowledge: 'Difference acknowledged',
    recheckNeeded: 'Waiting to check for changes',
    recheckMissed: 'Bill not in the list; checking again',
    foundChanged: 'On hold: bill changed',
    notFound: 'On hold: bill not found',
    otherSignIn: 'On hold: other session',
    send: 'Sending started',
    confirmed: 'Confirmed',
    rejected: 'Rejected',
    answerLost: 'No confirmation received',
    notSent: 'Not sent; requeued',
    neverLeft: 'Not sent; requeued',
    sendAgain: 'You chose to resend it',
    sendAgainByItself: 'Queued to resend automatically',
    approveAsChanged: 'New version approved',
    markConfirmed: 'Marked confirmed',
    observedPaid: 'Bill found paid',
    adopt: 'You chose to send it',
    restored: 'Recovered from the journal',
  } satisfies Record<StoryEvent, string>,
  confirmedDiffering: 'Approved, but the bill had changed',
  empty: {
    waiting: { title: 'Nothing waiting', body: 'What you approve appears here until it is sent.' },
    attention: {
      title: 'Nothing needs attention',
      body: 'Rejected, unconfirmed, and held approvals appear here.',
    },
    sent: {
      title: 'No approvals sent yet',
      body: 'Approvals the service has confirmed appear here.',
    },
    withdrawn: {
      title: 'No canceled approvals',
      body: 'Canceled and discarded approvals appear here.',
    },
  } satisfies Record<ApprovalSection, { title: string; body: string }>,
  showMore: (count: number) => say`Show ${formatCount(count)} more`,
  openBill: 'Open bill',
} as const;
