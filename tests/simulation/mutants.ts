import { succeed } from '../../src/base/result.ts';
import {
  withReplies,
  forgetAttempts,
  popBeforeSend,
  withoutJournal,
  forgetWithdrawals,
  stateOf,
} from './bridge-mutants.ts';
import { cursorApart, sweepsEarly } from './cache-mutants.ts';
import { naming, withoutDeepLists, withoutEmptyCursor } from './list-mutants.ts';
import {
  withoutSync,
  attemptLate,
  openGate,
  retrying,
  believing,
  refusing,
  refreshEach,
  refusedWhenLost,
  withoutHints,
  wipedByWriting,
  tokenInLog,
} from './main-mutants.ts';
import type { Invariant } from './model.ts';
import type { Mutant } from './processes.ts';
import { listenerBreaksAdd, readsOn, saysEmpty, startOnce } from './pull-mutants.ts';
import {
  amountOnly,
  anyOrganization,
  anySignIn,
  changedStays,
  headsUnread,
  invents,
  namedOnly,
  noBreaker,
  noRecheck,
  rebuiltGoes,
  resendByItself,
} from './push-mutants.ts';

/** A mistake somebody really makes, and which invariant gives it away. */
export interface PlantedMutant extends Mutant {
  readonly name: string;
  readonly about: string;
  readonly breaks: readonly Invariant[];
}

/** Each is put in place of a part in the simulation; nothing of it is in the product. */
export const mutants: readonly PlantedMutant[] = [
  {
    name: 'no-fsync',
    about: 'the journal is written but not synced',
    breaks: ['once', 'chain'],
    main: () => ({ files: withoutSync }),
  },
  {
    name: 'attempt-after-send',
    about: 'the attempt is written together with its outcome, after the request',
    breaks: ['once', 'chain'],
    main: () => ({ journal: attemptLate }),
  },
  {
    name: 'requeue-on-restart',
    about: '`sending` goes back to `queued` on restart, whatever the journal says',
    breaks: ['once'],
    renderer: () => ({ bridge: (bridge) => withReplies(bridge, { recall: forgetAttempts }) }),
  },
  {
    name: 'retry-500',
    about: 'a 500 counts as not sent and is tried again',
    breaks: ['once', 'chain', 'told'],
    main: () => ({
      sender: (sender) => ({ ...sender, send: retrying(sender.send, 'serverFailed') }),
    }),
  },
  {
    name: 'retry-503',
    about: 'a 503 counts as not sent and is tried again',
    breaks: ['once', 'chain', 'told'],
    main: () => ({ sender: (sender) => ({ ...sender, send: retrying(sender.send, 503) }) }),
  },
  {
    name: 'any-200',
    about: 'every answer under a 2xx is a yes',
    breaks: ['told', 'chain'],
    main: () => ({ sender: (sender) => ({ ...sender, send: believing(sender.send) }) }),
  },
  {
    name: 'any-4xx',
    about: 'every answer under a 4xx is a no',
    breaks: ['told', 'chain'],
    main: () => ({ sender: (sender) => ({ ...sender, send: refusing(sender.send) }) }),
  },
  {
    name: 'retry-lost-answer',
    about: 'an answer that was lost counts as not sent and is tried again',
    breaks: ['once', 'chain', 'told'],
    main: () => ({
      sender: (sender) => ({ ...sender, send: retrying(sender.send, 'answerLost') }),
    }),
  },
  {
    name: 'pop-before-send',
    about: 'an approval is done as soon as it is handed over',
    breaks: ['kept', 'chain', 'told'],
    renderer: () => ({ bridge: popBeforeSend }),
  },
  {
    name: 'amount-only',
    about: 'before sending only the amount is compared',
    breaks: ['seen'],
    main: openGate,
    renderer: amountOnly,
  },
  {
    name: 'named-only',
    about:
      'before sending only the fields of the service page are compared, and of the vendor the name',
    breaks: ['seen'],
    main: openGate,
    renderer: namedOnly,
  },
  {
    name: 'no-recheck',
    about: 'a bill read minutes ago is sent without a recheck that began after the click',
    breaks: ['seen'],
    main: openGate,
    renderer: noRecheck,
  },
  {
    name: 'invents',
    about: 'main sends what only the window says was on the screen',
    breaks: ['seen'],
    main: openGate,
    renderer: invents,
  },
  {
    name: 'changed-stays',
    about: 'a bill that is again what was approved stays changed',
    breaks: ['told'],
    renderer: changedStays,
  },
  {
    name: 'any-organization',
    about: 'an approval of an organization that is gone waits to be sent for ever',
    breaks: ['live'],
    renderer: anyOrganization,
  },
  {
    name: 'start-once',
    about: 'a connection that could not be taken up or started is not tried again',
    breaks: ['live'],
    renderer: startOnce,
  },
  {
    name: 'heads-unread',
    about: 'a bill is called missing before the newest paid and void ones are read',
    breaks: ['told'],
    renderer: headsUnread,
  },
  {
    name: 'says-empty',
    about: 'nothing is said to be left to review though only paid and void bills were read',
    breaks: ['told'],
    renderer: saysEmpty,
  },
  {
    name: 'no-breaker',
    about: 'after three lost answers in a row sending goes on',
    breaks: ['spent'],
    renderer: noBreaker,
  },
  {
    name: 'reads-on',
    about: 'a list whose pages bring nothing new is read on and on',
    breaks: ['spent'],
    renderer: readsOn,
  },
  {
    name: 'empty-cursor',
    about: 'an empty cursor is no end of a list, though it says that there is no more',
    breaks: ['live'],
    main: () => ({ fetch: withoutEmptyCursor }),
  },
  {
    name: 'dots-accepted',
    about: 'a bill whose id is two dots is a bill like any other',
    breaks: ['seen', 'mirror'],
    main: () => ({ fetch: naming('..') }),
  },
  {
    name: 'deep-costs-list',
    about: 'one bill nested too deep costs the list it is in',
    breaks: ['live'],
    main: () => ({ fetch: withoutDeepLists }),
  },
  {
    name: 'listener-breaks-add',
    about: 'a listener that throws makes an approval fail that is on disk',
    breaks: ['told'],
    renderer: listenerBreaksAdd,
  },
  {
    name: 'marks-blind',
    about: 'the marks that a copy of the profile cannot carry are not compared',
    breaks: ['seen'],
    main: () => ({ machine: async () => 'any machine' }),
  },
  {
    name: 'any-sign-in',
    about: 'what was approved under one sign-in is sent under the next',
    breaks: ['seen'],
    renderer: anySignIn,
  },
  {
    name: 'resend-by-itself',
    about: 'what may have been applied is sent again without the user’s word',
    breaks: ['once'],
    renderer: resendByItself,
  },
  {
    name: 'undo-in-memory',
    about: 'an undo is shown and not written',
    breaks: ['undone', 'kept'],
    renderer: () => ({ onPut: forgetWithdrawals() }),
  },
  {
    name: 'history-of-rejected',
    about: 'a rejected approval loses its history',
    breaks: ['kept'],
    renderer: () => ({
      onPut: (store, value) =>
        store === 'approvals' && stateOf(value) === 'rejected'
          ? { ...Object(value), history: [] }
          : value,
    }),
  },
  {
    name: 'no-rebuild',
    about: 'databases the browser dropped are begun anew, and the journal is not asked',
    breaks: ['kept'],
    renderer: () => ({ bridge: withoutJournal }),
  },
  {
    name: 'rebuilt-goes',
    about: 'what was put back from the journal is sent without the user’s word',
    breaks: ['seen'],
    renderer: rebuiltGoes,
  },
  {
    name: 'cursor-apart',
    about: 'the cursor is saved before its page',
    breaks: ['mirror'],
    renderer: () => ({ parts: (disk) => ({ openCache: cursorApart(disk) }) }),
  },
  {
    name: 'early-sweep',
    about: 'a crawl sweeps before it is complete',
    breaks: ['mirror'],
    renderer: () => ({ parts: (disk) => ({ openCache: sweepsEarly(disk) }) }),
  },
  {
    name: 'refresh-each',
    about: 'every caller refreshes the token for itself',
    breaks: ['live'],
    main: refreshEach,
  },
  {
    name: 'sign-out-offline',
    about: 'a refresh that does not reach the service ends the session',
    breaks: ['live'],
    main: () => ({ fetch: refusedWhenLost }),
  },
  {
    name: 'no-retry-after',
    about: 'Retry-After and the reset of a 429 are not read',
    breaks: ['quota'],
    main: () => ({ fetch: withoutHints(['retry-after', 'x-ratelimit-reset'], 429) }),
  },
  {
    name: 'own-count-only',
    about: 'the quota headers are not read, only the documented limit counts',
    breaks: ['quota'],
    main: () => ({
      fetch: withoutHints(
        ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
        null,
      ),
    }),
  },
  {
    name: 'token-in-log',
    about: 'a failed refresh is logged with its request',
    breaks: ['sealed'],
    main: tokenInLog,
  },
  {
    name: 'wipe-unlooked',
    about: 'signing out writes over the stored tokens and does not look whether it could',
    breaks: ['sealed'],
    main: () => ({ tokenDocument: wipedByWriting }),
  },
  {
    name: 'new-chain-each-start',
    about: 'each start begins a chain of its own at the end of the journal',
    breaks: ['chain'],
    main: () => ({ files: (files) => ({ ...files, read: async () => succeed(null) }) }),
  },
];

/** @throws when there is none of this name */
export function mutantNamed(name: string): PlantedMutant {
  const mutant = mutants.find((each) => each.name === name);
  if (!mutant)
    throw new Error(`no such mutant; there are ${mutants.map((each) => each.name).join()}`);
  return mutant;
}
