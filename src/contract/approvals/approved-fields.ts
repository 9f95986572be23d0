import { isNested } from '../../base/is-object.ts';
import { fieldsIn } from '../body/answer.ts';
import type { Fields } from '../party.ts';
import { isTooDeep } from '../body/read-item.ts';
import { fieldNamed, plainKey } from '../body/read-party.ts';

// Reads whether a bill is approved. The window loads this file too, so keep it small.

/** `approved` in other languages, in keys and in sentences. */
export const APPROVED_ELSEWHERE =
  'genehmigt|freigegeben|approuv[eé]e?|valid(?:ée?s?|ees?)|apro[bv]ad[ao]|approvat[ao]|goedgekeurd|zatwierdzon[aey]|godkän[dt]|godk(?:en|jen)dt?|onaylandı|(?:утвержд|одобр)[её]на?|承認(?:済み?|されました|されています|しました)|已批准';
/** `rejected` in other languages, in keys and in sentences. */
export const REJECTED_ELSEWHERE =
  'abgelehnt|zurückgewiesen|rejetée?|refusée?|rechazad[ao]|denegad[ao]|rifiutat[ao]|respint[ao]|negat[ao]|rejeitad[ao]|recusad[ao]|negad[ao]|afgewezen|geweigerd|afgekeurd|odrzucon[aeyo]|avvisa[dt]|avslagen|nekad|afvist|avvist|hylätty|reddedildi|отклон[её]на?|却下|拒否|已拒绝|已驳回';
/** Participles that stop a bill, in keys and in sentences. */
export const STOPPED_WORD =
  'blocked|contested|disputed|frozen|paused|quarantined|stopped|suspended';
export const APPROVED = new RegExp(
  `^(?:is|was)?(?:fully|finally|payment)?(?:approved(?:forpayment)?|${APPROVED_ELSEWHERE})$`,
);
export const APPROVAL_STATE = /^approval(?:status|state)$/;
const STATE_ELSEWHERE = 'status|[eé]tat|statut|estado|estatus|stato|situa[cç](?:ao|ão)|zustand';
const APPROVAL_ELSEWHERE =
  'freigabe|genehmigungs?|validation|approbation|aprobaci[oó]n|aprova[cç](?:ao|ão)|approvazione|goedkeurings?';
/** Pattern of a key for the state of an approval in other languages: `etat_validation`, `freigabestatus`. */
export const APPROVAL_STATE_ELSEWHERE = `(?:(?!status_?validation)(?:${STATE_ELSEWHERE})_?(?:d[eou]?_?(?:la_?)?)?(?:${APPROVAL_ELSEWHERE})|(?!validation)(?:${APPROVAL_ELSEWHERE})_?(?:${STATE_ELSEWHERE}))`;
/** `success` as a key, also in other languages. */
export const SUCCESS_KEY = 'suc+[eè]s+(?:o|ful)?|succeeded|[eé]xito|erfolg(?:reich)?';

/** Whether the service's own fields of a bill say that it is approved already: another person may have done it. */
export function saysApproved(fields: Fields): boolean {
  return Object.entries(fields).some(([key, value]) => {
    const plain = plainKey(key);
    if (plain === 'approvedat') return isSet(value) && !isNever(value);
    return isYesIn(plain, value);
  });
}

/**
 * Whether a flag or a state says that the bill is approved now.
 * @param plain plain key of the field
 */
function isYesIn(plain: string, value: unknown): boolean {
  if (APPROVED.test(plain)) return isYesFlag(value);
  if (APPROVAL_STATE.test(plain)) return isYesWord(value);
  const { status, state } = plain === 'approval' ? fieldsIn(value) : {};
  return isYesWord(status) || isYesWord(state);
}

/** A field with its plain key, without punctuation: `Approved?` → `approved`. */
type Field = readonly [plain: string, value: unknown];

/**
 * Whether a bill of a list says in any common form that it is approved. Accepts more forms than `saysApproved`: a
 * mistake here only causes a question, but a mistake there would confirm an approval. An approver or a time of approval
 * counts unless a flag or a later time ends that approval. A finished step counts only if the bill names no state of
 * its whole approval.
 */
export function isApprovedElsewhere(fields: Fields): boolean {
  const { own, whole, steps } = approvalIn(fields);
  const counts = [own, ...whole, ...steps].map((place, at) =>
    approvalsGiven(place, at > 0, steps.length),
  );
  const isPart =
    counts.some((each) => each !== null && each.given < each.required) ||
    [own, ...whole].some((place, at) => isUnfinished(place, at > 0));
  const isYes = (place: readonly Field[], isApproval: boolean): boolean =>
    place.some(
      (field) => isApprovedNow(field, isApproval) && !(isPart && /^\d+$/.test(String(field[1]))),
    );
  const state = openOrEnded(own, false);
  if (isYes(own, false) || (state === null && whole.some((each) => isYes(each, true)))) return true;
  if (isPart) return false;
  const isDecided = state !== null || whole.some((each) => openOrEnded(each, true) !== null);
  const places = [...whole, ...(isDecided ? [] : steps)];
  const starts = [own, ...places]
    .flat()
    .filter((field) => APPROVED_ON.test(field[0]) && isPastApproval(field));
  const isPast = (place: readonly Field[]): boolean =>
    place.some(isPastApproval) &&
    (place === own || openOrEnded(place, true) !== 'ended') &&
    ![own, place].some((each) => isApprovalEnded(each, starts));
  return (!isDecided && steps.some((each) => isYes(each, true))) || [own, ...places].some(isPast);
}

/** A bill's own fields, those of its whole approval, and those of a single step. */
function approvalIn(fields: Fields) {
  const whole = aboutApproval(fields, false).map(plainFields);
  return { own: plainFields(fields), whole, steps: stepAlone(fields).map(plainFields) };
}

/** Whether a state of an approval says that it goes on or was refused; null for neither. */
function openOrEnded(place: readonly Field[], isApproval: boolean): 'open' | 'ended' | null {
  const texts = place.flatMap(([plain, value]) => {
    const isAbout = isApproval || plain.includes('approval') || APPROVAL_IN.test(plain);
    return isAbout && STATE.test(plain) ? textsOfState(value) : [];
  });
  const isOpen = (text: string) =>
    UNDECIDED.test(wordsIn(text).replace(TYPE, '')) && !isAboutPayment(text);
  if (texts.some(isOpen)) return 'open';
  const isNo = place.some(([plain, value]) => APPROVED.test(plain) && isNoFlag(value));
  return isNo || texts.some(isEndWord) ? 'ended' : null;
}

/** Whether a place names the next step or approver of the approval, or says that only a part is approved. */
function isUnfinished(place: readonly Field[], isApproval: boolean): boolean {
  return place.some(([plain, value]) => {
    if (isPartial(plain, value, isApproval)) return true;
    const isNext = NEXT.test(plain) || (isApproval && NEXT_INSIDE.test(plain));
    if (!isNext && !CURRENT.test(plain)) return false;
    if (textsOfState(value).some(isAboutPayment)) return false;
    if (isNext) return !namesNone(value) && !isNoFlag(value);
    const state = openOrEnded(plainFields({ status: value, ...fieldsIn(value) }), true);
    return state === 'open';
  });
}

/** Whether a text is about a payment or a posting, which follow the approval. */
function isAboutPayment(text: string): boolean {
  const words = wordsIn(text);
  return PAYMENT.test(words) && !/approv(?!ed)|review/.test(words);
}

/** Whether only a part is approved. `partial` alone, outside the approval, may be a part of the payment. */
function isPartial(plain: string, value: unknown, isApproval: boolean): boolean {
  if (!STATE.test(plain)) return false;
  const isPart =
    isApproval || plain.includes('approval')
      ? /(?:^|_)partial(?:ly)?(?:_approv.*)?$/
      : /(?:^|_)partial(?:ly)?_approv/;
  return textsOfState(value).some((text) => isPart.test(wordsIn(text)));
}

/** Numbers of approvals given and required; null when the place does not state both. */
function approvalsGiven(place: readonly Field[], isApproval: boolean, steps: number) {
  const numberUnder = (own: RegExp, inside: RegExp): number | undefined =>
    place
      .filter(([plain]) => own.test(plain) || (isApproval && inside.test(plain)))
      .map(([, value]) => (typeof value === 'number' ? value : NaN))
      .find(Number.isInteger);
  const parts = place.flatMap(([plain, value]) =>
    PROGRESS.test(plain) || (isApproval && PROGRESS_INSIDE.test(plain))
      ? (PART_OF.exec(String(value)) ?? [])
      : [],
  );
  if (parts.length > 0) return { given: Number(parts[1]), required: Number(parts[2]) };
  const required = numberUnder(REQUIRED, REQUIRED_INSIDE);
  const [, by] = place.find(([plain]) => plain === 'approvedby') ?? [];
  const listed = Array.isArray(by) ? by.length : steps;
  const given = numberUnder(GIVEN, GIVEN_INSIDE) ?? (listed === 0 ? undefined : listed);
  return required === undefined || given === undefined ? null : { given, required };
}

/** Keys of the fields that each say, without the others, that a listed bill is approved. */
export function approvingKeys(fields: Fields): readonly string[] {
  return Object.keys(fields).filter((key) => isApprovedElsewhere({ [key]: fields[key] }));
}

/**
 * Whether a bill that was listed as approved is now open for approval again or rejected: one of the same fields says so,
 * or another one ends the approval. An absent or empty field proves nothing, and neither does the state of a payment, of
 * a posting, or of the next approver's step.
 * @param keys `approvingKeys` of the bill when it was listed as approved
 */
export function isReopened(fields: Fields, keys: readonly string[]): boolean {
  if (isApprovedElsewhere(fields)) return false;
  const isEnd = ([plain, value]: Field): boolean =>
    END.test(plain) && isSet(value) && !isNoFlag(value) && !isNever(value);
  return (
    keys.some((key) => takesBack(plainKey(key), fields[key])) || plainFields(fields).some(isEnd)
  );
}

/** Whether a field, which said before that the bill is approved, now says the opposite. */
function takesBack(plain: string, value: unknown): boolean {
  if (APPROVED.test(plain)) return typeof value !== 'object' && isNoFlag(value);
  if (typeof value === 'object')
    return (
      ABOUT_APPROVAL.test(plain) &&
      !plain.startsWith('current') &&
      Object.entries(fieldsIn(value)).some(
        ([key, each]) =>
          !isNested(each) &&
          (APPROVED.test(plainKey(key)) || /^(?:status|state)$/.test(plainKey(key))) &&
          takesBack(APPROVED.test(plainKey(key)) ? plainKey(key) : 'approvalstatus', each),
      )
    );
  if (typeof value !== 'string') return false;
  const word = wordsIn(value);
  if (/^(?:bill|invoice)?(?:state|status)$/.test(plain)) return REOPENED.test(word);
  return APPROVAL_STATE.test(plain) && (REOPENED.test(word) || OPEN.test(word));
}
/** States that deny an approval under any key. */
const REOPENED = new RegExp(
  `^(?:(?:not_|un)approved|(?:pending|awaiting|waiting_for|needs|requires|to|in|under|for)_(?:approval|review)|(?:approval_)?(?:rejected|declined|denied|revoked|sent_?back)|re_?opened|${REJECTED_ELSEWHERE})$`,
);
/** States that deny an approval under the key of an approval. */
const OPEN =
  /^(?:open|new|draft|pending|submitted|re_?submitted|review|required|requested|recalled|withdrawn|refused|offen|ausstehend|en_attente|pendiente|pendente)$/;

/** Fields with plain keys, including those inside `approved`: `{ approved: { by: "Jo" } }` gives `approvedby`. */
function plainFields(place: Fields): readonly Field[] {
  return Object.entries(place).flatMap(([key, value]) => {
    const plain = plainKey(key).replaceAll(/[^\p{L}\d]/gu, '');
    const inside = APPROVED.test(plain) ? Object.entries(fieldsIn(value)) : [];
    return [
      [plain, value] as const,
      ...inside.map(([inner, each]) => [`approved${plainKey(inner)}`, each] as const),
    ];
  });
}

function isApprovedNow([plain, value]: Field, isApproval: boolean): boolean {
  if (isYesIn(plain, value)) return true;
  if (!STATE.test(plain) && !(isApproval && APPROVAL_ACTION.test(plain))) return false;
  const texts = textsOfState(value);
  const isYes = isApproval || plain.includes('approval') ? APPROVAL_GIVEN : APPROVED_STATE;
  return texts.some((text) => isYes.test(stateWord(plain, text))) && !texts.some(isOpenWord);
}

function isPastApproval([plain, value]: Field): boolean {
  if (APPROVED_BY.test(plain)) return !namesNone(value);
  return APPROVED_ON.test(plain) && isSet(value) && !isNever(value);
}

/** Whether a flag or a state denies the approval, or an end time is certainly later than every start time. */
function isApprovalEnded(place: readonly Field[], starts: readonly Field[]): boolean {
  const isDenied = ([plain, value]: Field): boolean =>
    APPROVED.test(plain)
      ? isNoFlag(value)
      : plain.includes('approval') && STATE.test(plain) && textsOfState(value).some(isEndWord);
  if (place.some(isDenied)) return true;
  const ends = place.filter(
    ([plain, value]) => END.test(plain) && isSet(value) && !isNoFlag(value),
  );
  const times = ends.filter(([plain]) => END_TIME.test(plain));
  if (times.every(([, end]) => isNever(end)))
    return ends.some(([plain, value]) => !END_TIME.test(plain) && !namesNone(value));
  const isLater = (end: unknown): boolean =>
    starts.every(([, start]) => isNotBefore(end, start) && !isNotBefore(start, end));
  return starts.length > 0 && times.some(([, end]) => isLater(end));
}

/** Whether `end` is not before `start`. False when their order is unknown. */
export function isNotBefore(end: unknown, start: unknown): boolean {
  const [left, right] = [momentOf(end), momentOf(start)];
  if (left === null || right === null) return false;
  if (left.length === DAY_LENGTH || right.length === DAY_LENGTH)
    return left.slice(0, DAY_LENGTH) >= right.slice(0, DAY_LENGTH);
  return Date.parse(left) >= Date.parse(right);
}
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** ISO 8601 text of a day, a time or an epoch in seconds or milliseconds; null for another value. */
function momentOf(value: unknown): string | null {
  const sent = String(value).trim();
  const [, epoch, millis] = /^(?:\/Date\()?(\d{10}(\d{3})?)\b/.exec(sent) ?? [];
  if (epoch !== undefined)
    return new Date(Number(epoch) * (millis === undefined ? 1_000 : 1)).toISOString();
  const isTime = /^\d{4}-\d\d-\d\d(?:[T ]|$)/.test(sent) && !Number.isNaN(Date.parse(sent));
  return isTime ? sent : null;
}

/**
 * Objects of a bill that describe its approval. Skips lists of several approvals, which may contradict each other.
 * @param withStep includes the only step of a list and the current step
 */
export function aboutApproval(fields: Fields, withStep = true): readonly Fields[] {
  const inside = Object.entries(fields).filter(
    ([key, value]) => isNested(value) && ABOUT_APPROVAL.test(plainKey(key)) && !isStep(key, value),
  );
  return [...inside.map(([, value]) => fieldsIn(value)), ...(withStep ? stepAlone(fields) : [])];
}

/** The current step of an approval, and the steps of lists with only one. */
export function stepAlone(fields: Fields): readonly Fields[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    if (!isNested(value) || !ABOUT_APPROVAL.test(plainKey(key)) || !isStep(key, value)) return [];
    const all = [value].flat();
    return all.length === 1 ? [fieldsIn(all[0])] : [];
  });
}

function isStep(key: string, value: unknown): boolean {
  return Array.isArray(value) || plainKey(key).startsWith('current');
}

/**
 * A key or a value as words in small letters: `PaymentHold`, `payment-hold` → `payment_hold`. Leaves out the `__c` of a
 * custom field.
 */
export function wordsIn(text: string): string {
  return text
    .slice(0, LONGEST_STATE)
    .replace(/__c$/i, '')
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|[^\p{L}\d]+/gu, '_')
    .replaceAll(/^_|_$/g, '')
    .toLowerCase();
}

/**
 * Texts of a state, which may be an object such as `{ id: 3, label: "Rejected" }`; none for a list of several states.
 */
export function textsOfState(state: unknown): readonly string[] {
  if (typeof state === 'string' || typeof state === 'boolean') return [String(state)];
  if (Array.isArray(state)) return state.length === 1 ? textsOfState(state[0]) : [];
  return Object.entries(fieldsIn(state)).flatMap(([key, value]) =>
    typeof value === 'string' && !OTHER_TIME.test(plainKey(key)) ? [value] : [],
  );
}
const OTHER_TIME = /^(?:previous|prior|last|old|before|from|initial|original|next|default)/;

/**
 * A state in small letters, without spaces and the name of its type, which protobuf puts before each value:
 * `BILL_STATE_ON_HOLD` → `onhold`.
 * @param key the plain key of the state
 */
function stateWord(key: string, text: string): string {
  const word = plainKey(wordsIn(text).replace(TYPE, ''));
  return word.startsWith(key) && word !== key ? word.slice(key.length) : word;
}
/** Characters. */
export const LONGEST_STATE = 100;
const TYPE =
  /^(?:(?:[a-z]+_)*(?:status|state|decision)_|(?:(?:bill|invoice|approval|payment|workflow|review)_)+)(?=.)/;

/** Whether a text of a state says that an approval was refused or taken back. */
function isEndWord(text: string): boolean {
  return /revok|expired|invalid|supersed|reject|declin|denied|refus|(?:dis|un)_?approv/.test(
    wordsIn(text),
  );
}

/** Whether a text of a state says that the approval is missing or incomplete. */
function isOpenWord(text: string): boolean {
  return /pend|await|wait|partial|reject|declin|draft|(?:not|un)_?approv/.test(wordsIn(text));
}

const STATE = new RegExp(
  `^(?:current|sub|bill|invoice|voucher|document|payment|approval|review|workflow|internal|processing)*(?:(?:state|status|stage)(?:name|label|text|title|code|description)?|decision)$|^approval(?:result|outcome)?$|^(?:${APPROVAL_STATE_ELSEWHERE})$`,
);
/** States of an approval that goes on, in several languages, as words. */
const UNDECIDED =
  /(?:^|_)(?:pend(?:ing|ient|ent)e?|a?wait(?:ing|s)?|partial(?:ly)?|re_?submitted|submitted|requested|routed|escalated|(?:in|under|for|needs?|requires?|awaiting|being|to_be)_(?:approval|review(?:ed)?|progress|approved|process(?:ing)?)|reviewing|ausstehend|offen|wartet|in_(?:prüfung|bearbeitung)|zur_freigabe|en_(?:attente|cours|revisi[oó]n)|in_(?:attesa|afwachting|behandeling))(?:_|$)|^(?:open|started|initiated|ongoing|incomplete|assigned)$/;
const PAYMENT =
  /(?:^|_)(?:payments?|paid|paying|to_pay|post(?:ing|ed)|zahlung|paiement|pago|pagamento|betaling)(?:_|$)/;
const APPROVAL_IN = new RegExp(`^(?:${APPROVAL_STATE_ELSEWHERE})$`);
const WAITS = 'next|pending|remaining|outstanding|a?waiting(?:for|on)?|missing|open';
/** Keys of a step or an approver whose turn it is. */
const NEXT = new RegExp(
  `^(?:approval)?(?:${WAITS})approv(?:al|er)s?(?:steps?|stages?|levels?|users?)?(?:from|by|ids?|names?|emails?|count)?$|^approv(?:al|er)s?(?:${WAITS}|left)(?:count)?$`,
);
const NEXT_INSIDE = new RegExp(
  `^(?:${WAITS})(?:with)?(?:approv(?:al|er)s?|steps?|stages?|levels?|users?|count)?$`,
);
const CURRENT = /^current(?:approval|review|workflow)?(?:approval|step|stage|level)?$/;
const REQUIRED =
  /^(?:required|needed|total|min(?:imum)?)approv(?:al|er)s?(?:count)?$|^approv(?:al|er)s?(?:required|needed|total)(?:count)?$/;
const REQUIRED_INSIDE = /^(?:required|needed|total|of|levels|steps|stages|quorum)(?:count)?$/;
const GIVEN =
  /^approvals?(?:count|given|received|done|obtained|completed)$|^(?:given|received|obtained|completed)approvals?(?:count)?$/;
const GIVEN_INSIDE =
  /^(?:given|received|count|approved|done|obtained|completed|(?:current)?(?:level|step|stage))(?:count)?$/;
/** Keys of a count such as `1/2`. */
const PROGRESS = /^approvals?(?:progress|count|given|received|done|levels?|steps?|stages?)?$/;
const PROGRESS_INSIDE =
  /^(?:approvals?|progress|given|received|count|approved|done|(?:current)?(?:level|step|stage)s?)$/;
/** A count such as `1/2` or `1 of 2`. */
const PART_OF = /^\s*(\d{1,3})\s*(?:\/|of)\s*(\d{1,3})\s*$/;
/** Words of a state that mean approved. */
const APPROVED_STATE = new RegExp(
  `${APPROVED.source}|^(?:authori[sz]ed(?:forpayment)?|releasedforpayment)$`,
);
/** More such words, for objects about the approval. */
const APPROVAL_GIVEN = new RegExp(
  `${APPROVED_STATE.source}|^(?:approve|accepted|granted|signedoff|released|(?:released|ready|cleared|ok)(?:for|to)(?:pay|payment))$`,
);
const APPROVED_BY = /^approvedby(?:user)?(?:id|uuid|name|email)?$/;
const APPROVED_ON =
  /^approv(?:ed|al)(?:on|date|time|timestamp)$|^approvedat$|^(?:date|time)approved$/;
/** Keys that count like a state in an object about the approval. */
const APPROVAL_ACTION = /^(?:result|outcome|action|response|answer|verdict|vote)$/;
/**
 * Keys that end an approval: `approval_revoked_at`, `unapproved_by`. `rejected_by` is not one: that person may have
 * approved the bill later.
 */
const END =
  /^(?:approval(?:is|was)?(?:revoked|withdrawn|cancell?ed|rescinded|reversed|undone|removed)|revoked|unapproved)(?:at|on|by|date|time)?$|^(?:approval)?(?:rejected|denied|declined|refused)(?:at|on|date|time)$/;
const END_TIME = /(?:at|on|date|time)$/;
const ABOUT_APPROVAL =
  /^(?:(?:bill|invoice|payment|current)?approval(?:workflow)?|workflow|review)(?:s|info|data|details?|flow|process|request|status|state)?$/;

/** Whether an object in the answer to an approval says that the bill is approved. */
export function isApproved(fields: Fields): boolean {
  return isYesWord(fieldNamed(fields, 'status')) || saysApproved(fields);
}

/** Whether a value is set: neither empty, nor false, nor a word for these. */
export function isSet(value: unknown): boolean {
  if (typeof value === 'string' && /^(?:false|no|nein|none)$/i.test(value)) return false;
  return value !== false && !isBlank(value);
}

const YES =
  /^(?:(?:(?:bill|approval|invoice)[ _-]?)*(?:state|status)[ _.-])?(?:(?:(?:fully|auto|finally|final|manually|workflow)[ _-]?)?approved(?:(?:[ _-]?-)?[ _-]?(?:for|ready[ _-]?(?:to|for))[ _-]?pay(?:ment)?)?|success|ok)$/i;

/** Whether a value means `true`, also in words or as the `X` of a form. */
export function isYesFlag(value: unknown): boolean {
  return /^(?:true|1|yes|y|x|ja|s[ií]|oui)$/i.test(String(value));
}

/** Whether a value means `false`, also in words. */
export function isNoFlag(value: unknown): boolean {
  return /^(?:false|0|no?|nein)$/i.test(String(value));
}

/** Whether a value is a word such as `approved`, `success` or `ok`. */
export function isYesWord(value: unknown): boolean {
  return typeof value === 'string' && YES.test(value);
}

export function isBlank(value: unknown): boolean {
  if (value === null || value === 0) return true;
  if (typeof value === 'string') return value === '' || NEVER.test(value);
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && !isTooDeep(value) && Object.values(value).every(isBlank);
}

/** Whether a value under the name of an approver names no person. */
export function namesNone(value: unknown): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).every(
      ([key, each]) => KIND.test(plainKey(key)) || namesNone(each),
    );
  if (typeof value === 'string' && NO_NAME.test(value.trim())) return true;
  return !isSet(value) || (typeof value === 'number' && value < 0);
}
const KIND = /^(?:object|type|typename)$/;
const NO_NAME = /^(?:n\/?a|nobody|never|undefined|unknown|-*|9999-.*)$/i;

/** Ways to write that something never happened: `null`, `0000-00-00`, the first day of a calendar. */
const NEVER = /^(?:null|nil|[0/.:-][0/.:\s-]*|-?[01]\d{3}-\d\d.*|\/Date\((?:-.*|0)\)\/)$/i;

/** Whether a timestamp is a placeholder for "never": empty, a word, a negative number, a year before 2000, or 9999. */
export function isNever(value: unknown): boolean {
  if (value === false || isBlank(value)) return true;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (typeof value === 'string' && !/[1-9]/.test(text)) return text !== 'true';
  return /^-\d+$/.test(text) || (/\b(?:[01]\d{3}|9999)\b/.test(text) && !/\b2\d{3}/.test(text));
}
