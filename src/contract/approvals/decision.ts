import { isObject } from '../../base/is-object.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { fieldsIn } from '../body/answer.ts';
import {
  APPROVED,
  APPROVED_ELSEWHERE,
  isNoFlag,
  isSet,
  isYesFlag,
  saysApproved,
} from './approved-fields.ts';
import { saysApprovedOnly } from './approved-sentences.ts';
import { isBadStatus, isDenial, saysDone, saysNotDone } from './denials.ts';
import type { Fields } from '../party.ts';
import { isTooDeep, MAX_LEVELS } from '../body/read-item.ts';
import { fieldNamed, plainEntries, plainKey } from '../body/read-party.ts';
import { CALL_NAME } from './without-wrappers.ts';
import { billStatuses } from '../wire-names.ts';
import { wordList, wordSet } from '../body/words.ts';

// Every field about the decision must hold a known yes, or the value that the bill had before its approval.

/** Keys of fields about the decision. All keys in this file are plain (`plainKey`). */
const DECISION =
  /approv|decision|verdict|vote|quorum|(?<!p)review|releas|authori[sz]|(?:status|state|stage)$|^(?:sub)?(?:status|state)(?:reason|text|label|description|detail|string|attribute(?:string)?)$|(?:status|state)(?:name|title|display|value)$|^(?:statut|estado|estatus|stato|zustand|situa[cç](?:ao|ão))|genehmig|freigab|validation|aprobaci|aprova[cç]|状態|状态|承認|审批/;
const decisionKeys = wordSet(
  'resolution disposition conclusion signoff workflowstep workflowphase lifecycle lifecyclephase',
);
/** Keys about the decision only inside an object about it: `result` inside `approval`. */
const INSIDE =
  /^(?:result|outcome|action|value|pending|given|granted|passed|completed?|done|finished|final|valid|ok|success(?:ful)?|accepted|confirmed)$/;
/** Keys about an earlier state, a setting or a permission. */
const NOT_NOW =
  /^(?:previous|prior|last|old|before|from|initial|original|can(?!cel)|may|allow|auto|is(?:auto|approvable)|default)|able$|settings?$|limits?$|polic(?:y|ies)$|options?$/;
/** Keys and types of other things, which have a state of their own. */
const OTHER_THING =
  /^(?:(?:vendor|supplier)(?!bill|invoice)|customer|contact|payee|part(?:y|ies)|user|person|people|organi[sz]ation|company|account|bank|attachment|file|link|address|owner|creator|purchaseorder|po$|(?:approver(?!es)|reviewer(?!es))(?!\w*(?:decision|response|verdict|vote|status|state)$))|(?:by|user|approver|reviewer)s?$|^(?:self|href)$/;
/** Keys of objects and lists about the past, such as `history`, `comments` or `changes`. */
const HISTORY =
  /histor|audit|^(?:log|event|activit|timeline|comment|note|version|diff|delta|object_?change|changes?(?:et)?$)/;
/** Beginnings of keys about other work on a bill, such as its payment. */
const otherWorkFirst = wordList(`
  pay ispay zahl cancel deliver ship posting bank print scan glstat match coding owner project risk fraud einvoice zatca ksef sdi
  peppol cfdi nfe myinvois verifactu fiscal`);
/** Words anywhere in such keys. */
const otherWork = wordList(`
  sync export import ocr tax receipt reconcil mail upload erp journal integration quickbooks xero netsuite sap budget
  invoicing compliance settlement webhook notification billable extraction matching accounting ledger`);
const STOPPED_WORK = /reject|refus|declin|den(?:y|ied)|block|hold|void|cancel/i;
/** Last words of keys with free values: names, numbers, and texts that people write. */
const freeWords = wordSet(`
  by id ids name names title email url uri link href path number numbers no code ref reference key hash signature
  limit threshold amount cents currency type category group groups role roles user users method source channel device
  team teams department division organization organisation region location position level levels count order version
  revision token session template matrix process flow at on date time timestamp duration period approvals approver
  approvers reviewer reviewers reviews workflow rule rules chain percent percentage progress reason description
  instruction instructions delegation notification comment comments note notes remark remarks history log`);
/** Words that may stand before the last one of a key. */
const firstWords: ReadonlySet<string> = new Set([
  ...freeWords,
  ...wordSet(`
  approval approve approved final finally fully second bill invoice document decision review reviewed release released
  authorization authorisation authorized authorised workflow state status stage required request requested`),
]);
/** Last words of keys whose values are remarks of people: they may speak of anything. */
const remarks = wordSet('comment comments note notes remark remarks history log');
/** Keys of a text about a state. */
const SENTENCE = /(?:text|label|detail|message)$/;
/** Keys of flags that say no when true: `pending`. */
const NEGATIVE =
  /^(?:is)?(?:not?|un|dis|non|in|under|for|(?:part|conditional|provisional|tentative)(?:ial)?(?:ly)?)(?=approv|review|releas|authori)|pend|await|need|wait|requir/;
/** Keys of flags that say no when false: `is_approved`. */
const POSITIVE =
  /(?:approved|released|authori[sz]ed|reviewed|completed?|granted|given|passed|final|(?<!un)done|finished|(?<!in)valid|ok|success(?:ful)?|accepted|confirmed|decision|verdict|vote|quorum|reached|status|state|result|outcome)$/;
/** Keys whose value is the name of a state: `status_name`. */
const STATE_NAME = /(?:status|state)(?:name|title|display|value)$/;
const PERCENT = /(?:percent(?:age)?|ratio|progress)$/;

/**
 * Keys that, when set, say that the decision is pending or went another way: flags, times and persons. `isUndecided`
 * also finds them with words around them: `is_`, `approval_`, `_at`, `_to`.
 */
const undecidedKeys = wordSet(`
  escalated escalation delegated delegation forwarded returned sentback recalled reassigned pending processing inprogress
  queued deferred postponed draft savedasdraft draftsaved previewonly conditional conditionallyapproved
  conditionalapproval conditionalapproved provisional provisionallyapproved provisionalapproval tentative
  tentativelyapproved tentativeapproval overlimit exceedslimit limitexceeded approverlimitexceeded budgetexceeded
  abstained recused returnreason escalationreason delegationreason voterecorded approvalopen manualreview async
  unapprovedamount unapprovedamountcents requiredaction conditions scheduledapproval versionconflict superseded
  mergedinto replacedby frozen scheduledfor effectivefrom approvalsneeded approvalneeded approversneeded
  approvalsmissing approvalsremaining approvalexpired`);
const BEFORE_IT = /^(?:is|was|has(?:been)?)?(?:bill|invoice|approval|decision|request)?/;
const AFTER_IT = /(?:at|on|to|by|into|until|for|from)$/;

/** Keys of a count such as `1/2`. */
const PART_OF = /approv|level|step|stage|progress/;

/** Words of a confirmation, in small letters and without separators. */
const yesWords = wordSet(`
  approve approved approvedforpayment fullyapproved finallyapproved autoapproved approvalgranted approvedbyall success
  successful succeeded ok okay yes y true 1 accept accepted authorized authorised released releasedforpayment confirm
  confirmed grant granted passed done complete completed finished final finalized closed all`);
/** Words of a state that say nothing about the approval. */
const otherWords: ReadonlySet<string> = new Set([
  ...billStatuses.filter((each) => each !== 'void').map((each) => plainKey(each)),
  ...wordSet(`
  due unpaid notpaid payable topay readytopay readyforpayment active awaitingpayment pendingpayment scheduledforpayment
  paymentscheduled enabled current posted synced matched coded booked billed issued sent live verified reviewed valid published
  created updated saved recorded processed applied notrequired pay payment none low clear clean passed
  offen bezahlt fällig überfällig ouverte payée impayée échue abierta pagada vencida aberta paga aperta pagata scaduta
  openstaand betaald`),
]);
const APPROVED_WORD_ELSEWHERE = new RegExp(`^(?:${APPROVED_ELSEWHERE})$`, 'i');

/**
 * Whether any field about the decision, at any depth, has a value that is neither a known yes nor the value from before
 * the approval.
 * @param before the bill's own fields when the user approved it
 */
export function doubtsDecision(body: unknown, before: unknown): boolean {
  return doubtsIn(body, before, false, MAX_LEVELS);
}

/** Keys of objects that wrap the bill. Fields inside them are compared with the bill's earlier fields. */
const ENVELOPE =
  /^(?:data|bill|result|response|payload|body|content|value|item|record|object|entity)s?$|^d$/;
/**
 * Names of a call, such as `approveBill`. If their value has the fields `ofBill`, it is the bill, and the key says
 * nothing about the decision.
 */
const CALL = new RegExp(`^(?:${CALL_NAME})$`);
const ofBill = ['id', 'status', 'currency'];

/** @param levels remaining levels to read */
function doubtsIn(value: unknown, before: unknown, isInside: boolean, levels: number): boolean {
  if (levels === 0) return false;
  if (Array.isArray(value)) {
    return value.some(
      (each, index) =>
        !isSkipped(each) && doubtsIn(each, beforeAt(before, index), isInside, levels - 1),
    );
  }
  const fields = fieldsIn(value);
  if (isOtherThing(fields)) return false;
  const isAddress = Object.keys(fields).some((key) =>
    /^(?:city|zip|post|street|country)/i.test(key),
  );
  return Object.entries(fields).some(([sent, sentValue]) => {
    const key = plainKey(sent);
    const earlier = fieldsIn(before);
    if (isUnrelatedHere(key, sentValue, fields)) return false;
    const each = saysApproved(fields) ? withoutFlags(key, sentValue, fields) : sentValue;
    // A value too deep to compare may say no.
    if (isTooDeep(each))
      return DECISION.test(key) || isUndecided(key) || /^(?:approver|reviewer)s$/.test(key);
    if (isUndecided(key)) {
      if (!doubtsFlag(each)) return false;
      if (canonicalJson(fieldNamed(earlier, key)) !== canonicalJson(each)) return true;
    }
    if (/^(?:approver|reviewer)s$/.test(key) && [each].flat().some(isOpenApprover)) return true;
    if (NOT_NOW.test(key) || OTHER_THING.test(key)) return false;
    if (typeof each === 'object' && HISTORY.test(key))
      return endsInNo(each, fieldNamed(earlier, key));
    if (typeof each === 'object' && isOtherWork(key)) {
      const isStopped = namesOfState(each).some((name) => doubtsValue(sent, name));
      const isNew = canonicalJson(fieldNamed(earlier, key)) !== canonicalJson(each);
      return /(?:status|state)$/.test(key) && isStopped && isNew;
    }
    if (key === 'state' && isAddress) return false;
    const isBill = CALL.test(key) && ofBill.every((name) => fieldNamed(each, name) !== undefined);
    const old = fieldNamed(earlier, key) ?? (isBill || ENVELOPE.test(key) ? before : undefined);
    const isAbout =
      (!isBill && DECISION.test(key)) || decisionKeys.has(key) || (isInside && INSIDE.test(key));
    if (isDenial(key, each)) return true;
    if (isAbout && hasBadState(each)) return true;
    if (
      isAbout &&
      /(?:status|state|stage|decision|verdict|resolution)$/.test(key) &&
      isOddState(each)
    )
      return true;
    if (PART_OF.test(key) && isPartOfCount(String(each))) return true;
    // A list such as `approved_bills` holds names or ids.
    const isList = Array.isArray(each) && /approved(?:bills)?$/.test(key);
    if (isAbout && !isList && [each].flat().some((one) => doubtsValue(sent, one))) {
      const isSame = canonicalJson(fieldNamed(earlier, key)) === canonicalJson(each);
      if (!isSame || (/approv/.test(key) && isBadStatus(each))) return true;
    }
    if (key === 'approval' && !doubtsFlag(each)) return true;
    return doubtsIn(each, old, isAbout || isInside, levels - 1);
  });
}

/** Keys of maps that users fill, not the service. */
const FREE_MAP =
  /^(?:metadata|(?:custom|userdefined)(?:fields?|attributes|properties|data|values)?|tags|labels)$/;
/** Keys of a bill's lines, which may have an approval of their own. */
const LINES = /^(?:bill|invoice)?(?:line(?:item)?s|positions)$/;

/** Whether a field is unrelated to the decision because the bill around it is already approved. */
function isUnrelatedHere(key: string, value: unknown, bill: Fields): boolean {
  if (key === 'statusattributestring' && /^warning$/i.test(String(value)))
    return (
      confirms('decision', String(fieldNamed(bill, 'status'))) &&
      isSet(fieldNamed(bill, 'warnings') ?? '')
    );
  // In French, a validation is an approval.
  const isValid = /^validationstat(?:us|e)$/.test(key) && fieldNamed(bill, 'valid') === true;
  return isValid && 'id' in bill && saysApproved(bill) && REVALIDATION.test(String(value));
}
const REVALIDATION = /^(?:(?:needs|requires) )?revalidat(?:e|ion)(?: (?:needed|required))?$/i;

/**
 * Lines, or a map that users fill, without flags that are not about the bill around them. If some lines are approved,
 * the approval of the bill may be partial.
 */
function withoutFlags(key: string, value: unknown, bill: Fields): unknown {
  if (FREE_MAP.test(key) && 'id' in bill && isObject(value)) return without(value, isPlainAnswer);
  const isWhole = LINES.test(key) && Array.isArray(value);
  if (!isWhole || value.some((line) => saysApproved(fieldsIn(line)))) return value;
  return value.map((line: unknown) =>
    isObject(line) ? without(line, (each) => each === false) : line,
  );
}

/** Fields without the flags `approved` that have such a value. */
function without(fields: Fields, isDropped: (value: unknown) => boolean): Fields {
  const isKept = ([key, value]: [string, unknown]): boolean =>
    !(APPROVED.test(plainKey(key)) && isDropped(value));
  return Object.fromEntries(Object.entries(fields).filter(isKept));
}

/** Whether a value is a yes or a no, perhaps with a remark: `yes by phone`. */
function isPlainAnswer(value: unknown): boolean {
  const text = String(value);
  return /^(?:yes|no|true|false)\b/i.test(text) && !isBadStatus(text) && !saysNotDone(text);
}

/** Earlier value to compare with a list's entry. If the earlier value is no list, the list wraps the bill. */
export function beforeAt(before: unknown, index: number): unknown {
  return Array.isArray(before) ? before[index] : before;
}

/**
 * Whether a field is about the past, a setting, another thing or other work on the bill.
 * @param key plain key of the field
 */
export function isUnrelated(key: string, value: unknown): boolean {
  const isOther = typeof value === 'object' && (HISTORY.test(key) || isOtherWork(key));
  return NOT_NOW.test(key) || OTHER_THING.test(key) || isOther;
}

/** Whether one of several named states says no: `{ ap: 'approved', cfo: 'pending' }`. Ignores earlier states. */
function hasBadState(states: unknown): boolean {
  return Object.entries(fieldsIn(states)).some(([sent, each]) => {
    const key = plainKey(sent);
    return (
      isBadStatus(each) && !NOT_NOW.test(key) && !isOtherWork(key) && !isPlainNumber(sent, each)
    );
  });
}

/** Whether a number under such a key is an id, an amount or an epoch time, not the code of a failure. */
function isPlainNumber(sent: string, value: unknown): boolean {
  if (typeof value !== 'number' || value < 0) return false;
  const key = plainKey(sent);
  if (TIME.test(key)) return value >= FIRST_EPOCH_S;
  return !key.endsWith('code') && endsWithOneOf(freeWords, sent);
}
/** Epoch seconds: September 2001. A smaller number is not a time. */
const FIRST_EPOCH_S = 1e9;

const NO = /reject|declin|\bdeni|refus|(?:dis|un|not.?)approv|revok|^pending$/i;
const TIME = /(?:at|on|date|time|timestamp)$/;
const EVENT = /(?:status|state|action|event|type|decision|result|verdict|outcome)$/;

/** Whether the latest new entry of a history says no. Without times, all new entries must say no. */
function endsInNo(history: unknown, before: unknown): boolean {
  const known = new Set(Object.values(Object(before ?? {})).map((each) => canonicalJson(each)));
  const entries = Object.values(Object(history)).filter(
    (each) => isObject(each) && !known.has(canonicalJson(each)),
  );
  const textsUnder = (entry: unknown, keys: RegExp): readonly string[] =>
    plainEntries(entry).flatMap(([key, value]) => (keys.test(key) ? String(value) : []));
  const timeOf = (entry: unknown): string =>
    textsUnder(entry, TIME).find((each) => /^\d{4}-/.test(each)) ?? '';
  const last = entries.map(timeOf).toSorted().at(-1);
  const latest = entries.filter((entry) => timeOf(entry) === last);
  return (
    latest.length > 0 &&
    latest.every((entry) => textsUnder(entry, EVENT).some((each) => NO.test(each)))
  );
}

/** Whether a step was skipped, so that it needs no decision. */
export function isSkipped(step: unknown): boolean {
  return ['status', 'state'].some((key) => fieldNamed(step, key) === 'skipped');
}

/** Whether a text is a count such as `1/2` or `1 of 2`. */
export function isPartOfCount(text: string): boolean {
  const count = COUNT.exec(text);
  return count !== null && Number(count[1]) < Number(count[2]);
}
const COUNT = /^\s*(\d{1,3})\s*(?:\/|of)\s*(\d{1,3})\s*$/;

/** Whether an approver in a list has not approved yet. */
function isOpenApprover(approver: unknown): boolean {
  return Object.entries(fieldsIn(approver)).some(
    ([key, value]) =>
      /(?:decision|verdict|vote|response|approved)$/.test(plainKey(key)) &&
      value !== 'skipped' &&
      (value === null || doubtsValue(key, value)),
  );
}

/** Whether the value of an undecided key is set: anything but false, 0, an empty value, or a word for these. */
function doubtsFlag(value: unknown): boolean {
  if (typeof value === 'string')
    return !isNoFlag(value.trim()) && !/^(?:|none)$/i.test(value.trim());
  return value !== false && value !== 0 && !isHollow(value);
}

/** Whether the state of other work, such as a payment, says that the approval is missing. */
function isUnapproved(state: string): boolean {
  return /approv/i.test(state) && (isBadStatus(state) || !/(?<!be.?)approved/i.test(state));
}

/** Names of a state that is an object: `{ id: 3, name: "Rejected" }`. */
const stateNames = wordSet(
  'name label code key text value refname display displayname displaytext descriptor slug title type description',
);

/** Whether a state is an object that has a bad name, or has names but no known yes. */
function isOddState(state: unknown): boolean {
  const names = namesOfState(state);
  const isKnown = names.some((name) => confirms('status', name));
  return names.some(isBadStatus) || (names.length > 0 && !isKnown);
}

function namesOfState(state: unknown): readonly string[] {
  return plainEntries(state).flatMap(([key, value]) =>
    stateNames.has(key) && typeof value === 'string' ? value : [],
  );
}

export function isOtherThing(fields: Readonly<Record<string, unknown>>): boolean {
  const kind = fieldNamed(fields, 'type') ?? fieldNamed(fields, 'object');
  return typeof kind === 'string' && OTHER_THING.test(plainKey(kind));
}

/**
 * Whether a text, number or boolean under a key about the decision is anything but a known yes.
 * @param sent the key as sent
 */
function doubtsValue(sent: string, value: unknown): boolean {
  const key = plainKey(sent);
  if (typeof value === 'boolean') return value ? NEGATIVE.test(key) : doubtsFalse(key);
  if (typeof value === 'number')
    return (
      value < 0 || (PERCENT.test(key) && value < 100 && (value !== 1 || key.includes('percent')))
    );
  if (typeof value !== 'string' || value.trim() === '' || endsWithOneOf(remarks, sent))
    return false;
  if (isOtherWork(key)) return STOPPED_WORK.test(value) || isUnapproved(value);
  // The status of a person, such as `away`, is no decision, so only a clearly bad one counts.
  if (/(?:approver|reviewer)\w*stat(?:us|e)$/.test(key))
    return isBadStatus(value) || /^open$/i.test(value);
  if (endsWithOneOf(freeWords, sent) && !STATE_NAME.test(key))
    return !/\d{4}-\d\d-\d\d/.test(value) && isBadStatus(value);
  if (/^(?:false|0|no)$/i.test(value)) return doubtsFalse(key);
  if (NEGATIVE.test(key)) return true;
  if (COUNT.test(value)) return isPartOfCount(value);
  if (confirms(key, value) || (key.endsWith('approved') && /^\d/.test(value))) return false;
  if (SENTENCE.test(key)) return saysNotDone(value) || !saysDone(value);
  return !(isDate(value) && !/(?:status|state|stage)$/.test(key)) && !isPlace(key, value);
}

function isOtherWork(key: string): boolean {
  if (key.includes('approv') || /^pay(?:load|ee)/.test(key)) return false;
  return (
    otherWorkFirst.some((first) => key.startsWith(first)) ||
    otherWork.some((word) => key.includes(word))
  );
}

function isUndecided(key: string): boolean {
  const inner = key.replace(BEFORE_IT, '');
  return [key, inner].some(
    (each) => undecidedKeys.has(each) || undecidedKeys.has(each.replace(AFTER_IT, '')),
  );
}

/** Letters. The lists have no longer words. */
const MAX_LETTERS = 64;

/** Whether the last word of a key is one of these. Joined words count if each is known: `approvedby` → by. */
function endsWithOneOf(lasts: ReadonlySet<string>, sent: string): boolean {
  const spaced = sent.replaceAll(/(?<=[a-z\d])(?=[A-Z])|__c$|\W/g, '_').replace(/_+$/, '');
  const last = spaced.slice(spaced.lastIndexOf('_') + 1).toLowerCase();
  return last.length <= MAX_LETTERS && isEnd(last);

  function isEnd(word: string): boolean {
    if (lasts.has(word)) return true;
    return [...firstWords].some(
      (first) => word.startsWith(first) && isEnd(word.slice(first.length)),
    );
  }
}

function doubtsFalse(key: string): boolean {
  return POSITIVE.test(key) && !NEGATIVE.test(key);
}

function confirms(key: string, value: string): boolean {
  const word = value.toLowerCase().replaceAll(/[\s_.-]/g, '');
  // An enumeration may repeat its name: `APPROVAL_STATE_APPROVED`, `BILL_STATE_APPROVED`.
  const whole = word.startsWith(key) ? word.slice(key.length) : word.replace(TYPE, '');
  const short = whole.replace(/^successfully(?=.)|(?<=.)successfully$/, '');
  if (yesWords.has(short) || APPROVED_WORD_ELSEWHERE.test(value) || saysApprovedOnly(value))
    return true;
  // `X` means yes only under `approved`: as a state or a decision, it may also mean no.
  if (APPROVED.test(key) && isYesFlag(value)) return true;
  return !/approv|decision|verdict|vote/.test(key) && otherWords.has(short);
}

const TYPE = /^(?:bill|invoice|approval)+(?:status|state)(?=.)/;

function isDate(text: string): boolean {
  return /^2\d{3}-\d\d/.test(text);
}

/** Whether the value is a state in the postal sense, such as `CA`, not a status. */
function isPlace(key: string, value: string): boolean {
  return key === 'state' && /^[A-Z]{2,3}$/.test(value);
}

/** Whether an object or list has nothing in it. */
function isHollow(value: unknown): boolean {
  if (value === null) return true;
  return typeof value === 'object' && Object.values(value).every(isHollow);
}
