import { canonicalJson } from '../../base/canonical-json.ts';
import { fieldsIn } from '../body/answer.ts';
import {
  APPROVED_ELSEWHERE,
  APPROVED,
  APPROVAL_STATE,
  isNoFlag,
  isYesFlag,
  isYesWord,
  isNever,
  isSet,
  isBlank,
  namesNone,
  saysApproved,
  SUCCESS_KEY,
} from './approved-fields.ts';
import { saysApprovedOnly, saysNoElsewhere, saysStopped } from './approved-sentences.ts';
import { messagesElsewhere, readErrorDetails } from '../body/error-details.ts';
import {
  CONDITIONS,
  FAULT_KEY,
  hasUnmet,
  isMild,
  OBJECTION,
  REASON,
  RETURN_CODE,
} from './objections.ts';
import type { Fields } from '../party.ts';
import { isTooDeep } from '../body/read-item.ts';
import { fieldNamed, plainEntries, plainKey } from '../body/read-party.ts';

// Parts of an answer that contradict a confirmation, or say that more approvals must follow.

/** Places in an answer that may hold the bill. */
export function placesOf(body: unknown): readonly unknown[] {
  const data = fieldNamed(body, 'data');
  const around = ['result', 'value', 'content', 'payload', 'd'].map((key) => fieldNamed(body, key));
  return [data, fieldNamed(body, 'bill'), fieldNamed(data, 'bill'), ...around];
}

/** Whether an answer with a list reports a failure: an error in a usual place, a plain false, or an incomplete result. */
export function listDenies(body: unknown): boolean {
  return [body, ...placesOf(body)].some((place) => deniesAt(place, denialsOfList));
}

/** Whether an answer with an empty list has a warning, a code, or words of a failure, such as `under maintenance`. */
export function hintsAtFailure(body: unknown): boolean {
  return [body, ...placesOf(body)].some((place) => deniesAt(place, failureHints));
}

/** A kind of field that may say no. `key` is tested without case, `_` and `-` (`plainKey`). */
export interface Denial {
  readonly key: RegExp;
  denies(value: unknown): boolean;
  /**
   * The field may be left over from an earlier refusal. So it counts only if its value changed since the user approved.
   */
  readonly mayBeOld?: true;
  /** Values ignored when the same object, or the bill in it, says that the bill is approved. */
  isHint?(value: unknown): boolean;
}

const fault: Denial = { key: FAULT_KEY, denies: isSet, mayBeOld: true };

/** Row for the text of an error: `{ error_message: "OK" }` has none. */
const errorText: Denial = {
  key: /^err(?:or)?(?:message|msg|text|description)$/,
  denies: (value) =>
    isSet(value) && !(typeof value === 'string' && /^(?:ok|success)$/i.test(value)),
  mayBeOld: true,
};

/** Reasons and objections. They may explain this decision, or be left over from an earlier one. */
const objections: readonly Denial[] = [
  {
    key: OBJECTION,
    denies: (value) => isSet(value) && ![value].flat().every(isMild),
    mayBeOld: true,
  },
  {
    key: REASON,
    denies: (value) =>
      isSet(value) &&
      !readErrorDetails(value).every((each) => saysDone(each) && !saysNotDone(each)),
    mayBeOld: true,
    isHint: (value) => !readErrorDetails(value).some(saysNotDone),
  },
  { key: CONDITIONS, denies: hasUnmet, mayBeOld: true },
  { key: RETURN_CODE, denies: isCodeOfNo, mayBeOld: true },
];

export const undone: Denial = {
  key: /^(?!can(?!cel)|may|allow).*(?:void|delet|cancel|revo[ck]|annul|withdr|rescind|rever(?:sed|sal|ted)|undone|rolledback|unapprov|storn|suspend|(?<!thres|house|with)h[oe]ld(?!ing|er|back)|forbid|^noop|notmodified|^stale|^expired|^conflict|duplicateof|sentback|returnedto|reopened|disputed|(?:under|for)review|donotpay|paymentblock|parked|^locked|^unprocessed|^notapproved|^(?:skipped|ignored)(?:count)?$).*(?<!able|url|link|href|path|policy|terms|cents)$/,
  denies: isSet,
  mayBeOld: true,
};

/** A bill may be locked because it is approved. */
const locked: Denial = {
  key: /^locked(?:at|on|by)?$/,
  denies: isSet,
  mayBeOld: true,
  isHint: () => true,
};

/** Row for a list of approval steps. */
export const openSteps: Denial = {
  key: /^(?:workflow|approvers|(?:approval|workflow)?(?:steps|stages|levels|chain))$/,
  denies: hasOpenStep,
};

/** Row for a following step. */
export const nextStep: Denial = {
  key: /^next(?:action|step|stage)s?$/,
  denies: (value) => isSet(value) && ![value].flat().every((each) => AFTERWARDS.test(String(each))),
};

/**
 * Fields about the approval itself. If one says no, the answer is no, anywhere in the answer, and even if the bill had
 * this value before.
 */
const ownDenials: readonly Denial[] = [
  {
    key: /^(?:final(?:ly)?|fully)?approv(?:ed|al(?:completed|granted|finished|given))at$/,
    denies: isNever,
  },
  { key: APPROVED, denies: (value) => value === null || isNo(value) },
];

/** Whether a field of the approval itself says no. `key` is plain. */
export function isDenial(key: string, value: unknown): boolean {
  return ownDenials.find((row) => row.key.test(key))?.denies(value) === true;
}

/** The first row whose key fits decides. */
const commonDenials: readonly Denial[] = [
  ...ownDenials,
  {
    key: new RegExp(`^(?:is|was|has)?(?:${SUCCESS_KEY})$`),
    denies: (value) => isNo(value) || isBlank(value),
  },
  {
    key: /^(?:is|was|has)?(?:ok|accepted|valid|applied|saved|persisted|committed|effective|permitted|authori[sz]ed|allowed)$/,
    denies: isNo,
  },
  {
    key: /^(?:result|outcome)$/,
    denies: (value) =>
      value === false ||
      isOtherWord(value) ||
      ['name', 'label', 'title'].some((key) => isBadStatus(fieldsIn(value)[key])),
  },
  { key: APPROVAL_STATE, denies: isOtherWord },
  {
    key: /^(?:status|statuscode|httpstatus|state|workflowstate|workflowstatus|ack)$/,
    denies: isBadStatus,
  },
  { key: /^approval$/, denies: (value) => lacksApprovals(fieldsIn(value), /./) },
  { key: /^approvals$/, denies: (value) => value === 0 || hasOpenStep(value) },
  openSteps,
  {
    key: /^(?:(?:is)?final(?:approval)?|approvalcompleted?|(?:ready|cleared|released)(?:for|to)pay(?:ment)?)$/,
    denies: isNo,
  },
  {
    key: /^approv\w*(?:progress|percent(?:age)?)$/,
    denies: (value) => isPartOfWhole(`(${String(value)})`) || PART.test(String(value)),
  },
  nextStep,
  {
    key: /^(?:redirect|stepup|challenge|next(?:action|approv|step|stage|level)|pendingwith|(?:twofactor|signature)required|currentapprover|wait(?:ing)?(?:for|on)|requires|needs|mfa|otp|sca(?:url|required)|actionrequired|confirm(?:ation)?required|await(?:ing|s)?$|(?:pending|remaining|outstanding|missing|open|await\w*)approv|approv\w*(?:remaining|pending|left|missing|outstanding)|(?:further|additional|another|second|more)approv\w*(?:required|needed|pending)|(?:remaining|pending|left)toapprov|amount(?:pending|remaining|awaiting)approv)/,
    denies: isSet,
  },
  {
    key: /^(?:is)?(?:partial|part(?:ial)?lyapproved|incomplete|incompleteresults|timedout)$/,
    denies: (value) => value === true,
  },
  errorText,
  fault,
];

const denials: readonly Denial[] = [
  ...commonDenials,
  locked,
  undone,
  ...objections,
  {
    key: /^(?:alert|warning|info|notice|flash)s?$/,
    denies: (value) => readErrorDetails(value).some(saysNotDone),
    mayBeOld: true,
  },
  {
    key: /^notes?$/,
    denies: saysNoInText,
    mayBeOld: true,
    isHint: (value) => !readErrorDetails(value).some(isNoToApproval),
  },
  {
    // These texts may also describe the goods, or quote a person.
    key: /^(?:detail|description|summary|explanation|information|notification|toast|banner|hint|(?:sub)?title|heading|caption)s?$|^events$|^(?:state|status|info|outcome|result)text$|^(?:approv(?:al|er)|decision|review(?:er)?|status|workflow)?(?:note|comment|remark|annotation|feedback|reply)s?$/,
    denies: saysNoInText,
    mayBeOld: true,
    isHint: () => true,
  },
  {
    key: /^current(?:step|stage|level|state)$/,
    denies: (value) => /approv(?!ed)|review(?!ed)|pending/i.test(String(value)),
  },
  { key: /^(?:open|pending|remaining)(?:task|step|action|approver)s?(?:count)?$/, denies: isSet },
  { key: /^(?:pending|(?:pending|proposed|requested)(?:changes?|updates?))$/, denies: isSet },
  {
    key: /^(?:(?:approved|approvals?)(?:on|by|date|id|count|amount)|(?:date|amount)approved)/,
    denies: namesNone,
    isHint: () => true,
  },
  {
    key: /^(?:type|kind|category|(?:last)?(?:event|action)(?:type|name)?|object|messagetype)$/,
    denies: isOtherAction,
    mayBeOld: true,
  },
  { key: /^(?:is|canbe)?approvable$/, denies: isSet, isHint: () => true },
  {
    key: /^(?:allowed|available|possible|permitted)(?:actions|transitions)$/,
    denies: (value) => [value].flat().some((each) => /^approve(?:[ _]?bill)?$/i.test(String(each))),
    isHint: () => true,
  },
];

/** Whether a text says no to the approval, or that the bill is stopped. The text may also be about goods. */
function saysNoInText(value: unknown): boolean {
  return readErrorDetails(value).some((each) => saysStopped(each) || isNoToApproval(each));
}

function isNoToApproval(remark: string): boolean {
  return /approv/i.test(remark) && saysNotDone(remark);
}

/** Actions that may follow an approval. */
const AFTERWARDS =
  /^(?!.*(?<!un)approv)(?!.*(?<!p)review).*(?:pay|post|export|sync|archiv|none|view|download|print|mail|edit|void|cancel|unapprov|delet)/i;

const STEP_DONE = /^(?:completed?|done|success|ok|finished|skipped|not.?required)$/i;

const denialsOfStep: readonly Denial[] = [
  {
    key: /^(?:status|state)$/,
    denies: (value) => isOtherWord(value) && !STEP_DONE.test(String(value)),
  },
  { key: /^(?:is)?(?:completed?|done|finished)$/, denies: isNo },
  ...denials,
];

const denialsOfList: readonly Denial[] = [
  { key: /^shards$/, denies: (value) => deniesAt(value, [fault]) },
  ...commonDenials,
  { key: /^code$/, denies: (value) => typeof value === 'number' && value >= 400 },
];

const FAILURE_HINT =
  /mainten|wartung|manuten|mantenim|unavail|indispon|offline|degraded|error|fehler|erreur|fail|time[d ]?[- ]?out|\bdown\b|busy|overload|throttl|try|\blater\b|später|respon[ds]|partial(?!ly.?paid)|incomplete|\bno (?:connect|access|permission|database|service)|loading|starting|warming|initiali[sz]ing|syncing|indexing|rebuilding|migrati|not.ready|失败|错误|维护|エラー|メンテナンス/i;

const failureHints: readonly Denial[] = [
  { key: /^(?:ret(?:urn)?|result|response)?code$/, denies: isCodeOfNo },
  { key: /^warnings?$/, denies: (value) => readErrorDetails(value).length > 0 },
  {
    key: /^(?:(?:status|response|result|ret)?(?:message|msg)|notice|alert|notification|detail|description|reason|status|state)s?$/,
    denies: (value) => readErrorDetails(value).some((words) => FAILURE_HINT.test(words)),
  },
  {
    key: /^(?:is|in|under)?(?:maintenance(?:mode)?|loading|unavailable|offline|degraded|syncing|indexing|overloaded)$/,
    denies: isSet,
  },
];

/** Rows for the bill itself. */
export const denialsOfBill: readonly Denial[] = [
  ...denials,
  { key: /^(?:is)?(?:completed?|done|finished|executed)$/, denies: isNo, mayBeOld: true },
  {
    key: /^(?:result|status|response|reason)?code$/,
    denies: (value) => typeof value === 'string' && /_?required$|pending/i.test(value),
    mayBeOld: true,
  },
];

/** Keys of a count of rows that a database wrote. */
export const ROWS_WRITTEN =
  /^(?:n?modified(?:count)?|affected(?:rows)?|changedrows|rows?(?:count|affected|changed|updated)|changes|updated(?:rows)?|numupdated|(?:success|succeeded|updated|approved|processed)?count)$/;

/** Rows for objects that wrap the bill. The same keys have another meaning in a bill. */
export const denialsAround: readonly Denial[] = [
  {
    key: /^(?:type|severity|level|kind|category|(?:last)?(?:event|action|operation)(?:type|name)?)$/,
    denies: (value) => isBadStatus(value) || isOtherAction(value),
  },
  ...denials,
  { key: /^(?:changed|modified|updated|done|completed?)$/, denies: isNo },
  { key: /^(?:result|response)?code$/, denies: isCodeOfNo },
  {
    key: /^data$/,
    denies: (value) =>
      value === false || value === 0 || (typeof value === 'string' && saysNotDone(value)),
  },
  { key: /^numericseverity$/, denies: (value) => Number(value) >= 3 },
  {
    key: ROWS_WRITTEN,
    denies: (value) => value === 0 || value === '0',
  },
  {
    key: /^(?:async|job|task|queued|skipped|ignored|longrunning(?:operation)?)(?:id)?$/,
    denies: isSet,
  },
];

function isOtherAction(value: unknown): boolean {
  return typeof value === 'string' && OTHER_ACTION.test(value);
}
/** Words for actions other than an approval. The message types `A` and `E` of some systems mean abort and error. */
const OTHER_ACTION =
  /error|fail|reject|refus|declin|denied|denial|unapprov|disapprov|void|cancel|delet|revok|return|dispute|recall|withdraw|escalat|delegat|forward|defer|draft|requested|^[AE]$/i;

/** Keys of a message. */
export const MESSAGE = new RegExp(
  `^(?:status|success|response|result|ret(?:urn)?|err)?(?:message|msg|${messagesElsewhere.join('|')})(?:e?s|en)?$`,
);
const MESSAGE_AROUND = new RegExp(`${MESSAGE.source}|^(?:detail|description|notice)s?$`);

/**
 * Row for message texts in any language. A text denies if it says no or not yet. Unless something else proves the
 * confirmation (`isProven`), it also denies if it does not clearly say yes.
 */
export function denialOfMessages(isAround: boolean, isProven: boolean): Denial {
  const denies = (value: unknown): boolean => {
    const texts = [value].flat().filter((each) => typeof each === 'string');
    const isDoubtful = !isProven && !texts.every(saysDone);
    return isDoubtful || readErrorDetails(value).some(saysNotDone);
  };
  return { key: isAround ? MESSAGE_AROUND : MESSAGE, denies, mayBeOld: true };
}

/** Words of a sentence that says yes. */
const DONE =
  /(?<!\bbe )\b(?:approved(?! (?:amount|budget|limit|list|supplier|vendor))|success\w*|succeeded|ok(?:ay)?|done|completed|saved|updated|recorded|processed|authori[sz]ed|confirmed|released|accepted|thank(?:s| you))\b/i;
/** Words of confirmations in other languages. A sentence counts only if it has no other word. */
const DONE_ELSEWHERE = new RegExp(
  `^(?:die|der|la|le|a|o|de|den|il|rechnung|beleg|fa[ck]tur[ae]n?|fatura|fattura|factuur|счёт|wurde|ist|är|été|est|ha|sido|fue|foi|is|è|stata|została|har|erfolgreich|avec|suc+[eè]s+o?|con|éxito|com|met|correctamente|.*\\d.*|.*承認(?:済み?|されました|しました)|${APPROVED_ELSEWHERE}|)$`,
  'i',
);

export function saysDone(words: string): boolean {
  return (
    saysApprovedOnly(words) ||
    isYesWord(words) ||
    DONE.test(words) ||
    words.split(/[\s.,:!#]+/).every((word) => DONE_ELSEWHERE.test(word))
  );
}

const CODE_OF_YES = /^(?:0+|20\d|ok|success\w*|(?:bill[ _]?)?approved)$/i;
/** Words of a sentence that says no. */
const NOT_DONE =
  /\bnot\b|n[’']t\b|cannot|unable|nothing|(?<!(?:without|\bno|\b0) )fail|fail\w*\s*[:=]\s*[1-9]|\b0 (?:of \d+ )?(?:\w+ )?approved|(?<!without |no |\b0 )error|den(?:y|ied)|reject|refus|declin|revok|recall|void|on hold|locked by|already (?!.{0,20}(?:approv|authori[sz]|released))|conflict|exceed|supersed|condition|subject to|nicht|kein|abgelehnt|fehl|\bpas\b|rejet[eé]|\bniet\b|afgewezen|no (?:se|fue|action|changes?)\b|rechaz|rifiut|rejeit|\bundone\b|却下|ませんでした|驳回|拒绝/i;
/** Words of a sentence that says not yet. */
const NOT_YET =
  /pending|await|\bvote\b|wait\w* (?:for|on)\b|queued|submit|draft|forwarded|escalated|delegated|erforderlich|ausstehend|requis|requerid|en attente|pendiente|承認待ち|insufficient|please confirm|must approve|will be|in progress|processing|being processed|scheduled|requested|request (?:created|sent)|\b(?:level|step|stage) \d+ approved|\bbe approved/i;
const ONLY_PAYMENT_WAITS = /\bapproved\b.*\bpay(?:ment|able|out)?\b/i;
/** Words of a sentence about the next approval. */
const MORE_TO_COME =
  /\b(?:more|another|further|additional|next|second|third)\W+(?:\w+\W+)?approv|approvers? (?:is )?(?:required|needed)|(?:wait(?:s|ing)?|await(?:s|ing)?|pending|sent (?:for|to)|forwarded)\b[^.;]{0,25}\bapprov|needs?\b.{0,20}\bapproval|(?:approval|signature)s? (?:(?:is|are) )?(?:still )?(?:needed|required|outstanding|missing)|partial(?:ly)? approv/i;
/** A sentence of its own about what follows an approval: `The vendor will be notified.` */
const AFTER_APPROVAL =
  /(?<=\bapproved[.!] )(?:(?:the|your) )?(?:(?:vendor|supplier|payee|requester|submitter) will be (?:notified|informed|e-?mailed)(?: (?:by|via) e-?mail| automatically| shortly| soon)?|(?:an? |the )?(?:notification|e-?mail|confirmation|remittance advice) will be sent(?: to the (?:vendor|supplier|payee|requester|submitter))?)(?=[.!]?$)/gi;
/** `No further approval pending`. */
const NO_MORE = /\b(?:no|without)\b[^.;,]*/gi;

/** Whether a sentence beside the bill says no, or not yet. Payment may wait after an approval. */
export function saysNotDone(words: string): boolean {
  if (NOT_DONE.test(words) || saysStopped(words) || saysNoElsewhere(words)) return true;
  const rest = words.replaceAll(NO_MORE, '').replaceAll(AFTER_APPROVAL, '');
  if (MORE_TO_COME.test(rest) || isPartOfWhole(rest)) return true;
  return NOT_YET.test(rest) && !ONLY_PAYMENT_WAITS.test(rest);
}

/** `50%`, `0.5`. */
const PART = /^(?:0?\.\d+|\d{1,2}\s?%)$/;
/** `Approval recorded (1/2)`, `step 1 of 2`. */
const COUNTED =
  /(?:\(|\b(?:approvals?|approvers?|steps?|levels?)\W{1,2})(\d{1,2})\s?(?:\/|(?:out )?of)\s?(\d{1,2})(?!\d)/i;
/** `1 of 2 approvals`. */
const COUNTED_BEFORE =
  /\b(\d{1,2})\s?(?:\/|(?:out )?of)\s?(\d{1,2}) (?:approvals?|approvers?|steps?|levels?)\b/i;

/** Whether a text has a count of approvals that is not complete. */
function isPartOfWhole(text: string): boolean {
  const [, part, whole] = COUNTED.exec(text) ?? COUNTED_BEFORE.exec(text) ?? [];
  return Number(part) < Number(whole);
}

/** Whether a code is set and does not mean success, as 0, 200 and `SUCCESS` do. */
export function isCodeOfNo(value: unknown): boolean {
  const isPlain = typeof value === 'string' || typeof value === 'number';
  return isSet(value) && !(isPlain && CODE_OF_YES.test(String(value)));
}

/** Keys of objects around the bill that may say whether the request succeeded. */
export const AROUND =
  /^(?:meta|(?:response)?head(?:er)?|(?:core\.|sap)?messages?|flash|notifications?|alerts?|response(?:status)?|result|outcome|info|validation|return|bapiret2|operation|status|errors|extensions)$/;

const OF_APPROVALS =
  /approv|level|step|stage|quorum|^requiredcount$|^of$|genehmig|freigab|validations|aprobaci|aprova[cç]|goedkeur/;

/**
 * Whether an object says no. For each field, the first of `rows` whose key fits decides.
 * @param shown the bill's fields when the user approved it
 */
export function deniesAt(place: unknown, rows: readonly Denial[], shown: Fields = {}): boolean {
  const fields = fieldsIn(place);
  if (lacksApprovals(fields, OF_APPROVALS)) return true;
  return Object.entries(fields).some(([key, value]) => {
    const row = rows.find((each) => each.key.test(plainKey(key)));
    if (row?.denies(value) !== true) return false;
    if (row.isHint?.(value) === true && isApprovedIn(place)) return false;
    return (
      row.mayBeOld !== true ||
      isTooDeep(value) ||
      canonicalJson(shown[key]) !== canonicalJson(value)
    );
  });
}

/** Whether an object, or the bill in it, says that the bill is approved, not only that the call succeeded. */
function isApprovedIn(place: unknown): boolean {
  return [place, ...placesOf(place)].map(fieldsIn).some((fields) => {
    const status = fieldNamed(fields, 'status');
    return (isYesWord(status) && /approv/i.test(String(status))) || saysApproved(fields);
  });
}

const COUNT_REQUIRED =
  /requir|need|total|min|max|^of$|^last$|(?:step|stage|level)s?count$|^quorum$|^threshold$|erforderlich|benötigt|requis|requerid|richiest|vereist|exigid/;
const COUNT_OF_ALL = /(?:level|step|stage)s$/;
const NO_COUNT = /(?:at|by|id|cents|amount|limit)$/;
const COUNT_GIVEN =
  /given|received|current|count|done|approved|obtained|granted|complete|level$|step$|stage$|^approvals$|^(?:yes|have|signed|collected|votes|signatures|n|seq|sequence)$|(?:step|stage|level)(?:no|nr|number|index)$|erteilt|erhalten|obtenu|recibid|recebid|ottenut|verkregen|ontvangen/;
/** Whether a pair of counts, such as `approvals_required` and `approvals_given`, says that approvals are missing. */
export function lacksApprovals(fields: Fields, about: RegExp): boolean {
  const counts = plainEntries(fields).flatMap(([key, value]) => {
    const count = String(Array.isArray(value) ? value.length : value);
    const isCount = about.test(key) && !NO_COUNT.test(key) && /^\d{1,3}$/.test(count);
    return isCount ? [{ key, count: Number(count) }] : [];
  });
  const required =
    counts.find(({ key }) => COUNT_REQUIRED.test(key)) ??
    counts.find(({ key }) => COUNT_OF_ALL.test(key));
  const given = counts.find((each) => each !== required && COUNT_GIVEN.test(each.key));
  return required !== undefined && given !== undefined && given.count < required.count;
}

/** Whether a status says no, or not yet: `rejected`, `pending`, 409. */
export function isBadStatus(status: unknown): boolean {
  if (typeof status === 'number') return status < 0 || status >= 400;
  return BAD_STATUS.test(String(status));
}

const BAD_STATUS =
  /error|fail|reject|denied|denial|declin|forbid|pending(?!.?pay)|refus|unauth|invalid|draft|wait(?!(?:ing)?.?(?:for.?)?pay)|on.?hold|queued|progress|processing|review(?!ed)|submitted|\b(?:not|un|dis).?approv|(?:partial|condition|provision)(?:al)?(?:ly)?.?approv|requires|escalat|delegat|sent.?back|recall|revok|withdrawn|supersed|defer(?:red)?\b|block|returned|postpon|time.?out|conflict|dry.?run|exceed|recus|not.?started|needed/i;

/** Whether a step of a workflow, or one of several approvals, is open or refused. */
function hasOpenStep(steps: unknown): boolean {
  if (isTooDeep(steps)) return true;
  return [steps]
    .flat()
    .some((step) => deniesAt(step, denialsOfStep) || lacksApprovals(fieldsIn(step), /./));
}

function isOtherWord(value: unknown): boolean {
  return typeof value === 'string' && !isYesWord(value) && !saysApprovedOnly(value);
}

/**
 * Whether a value says no in a field that is `true` in a confirmation. Every text says no except a yes, a date and an
 * empty text.
 */
function isNo(value: unknown): boolean {
  if (typeof value === 'string') return !isYesFlag(value) && !/^(?:2\d{3}-.*|)$/.test(value);
  if (Array.isArray(value)) return value.length === 0 || value.some(isNoFlag);
  return value === false || (typeof value === 'number' && value <= 0);
}
