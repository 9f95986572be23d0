import { isNested, isObject } from '../../base/is-object.ts';
import {
  aboutApproval,
  APPROVAL_STATE_ELSEWHERE,
  isApprovedElsewhere,
  isNever,
  isNoFlag,
  isNotBefore,
  isSet,
  isYesFlag,
  LONGEST_STATE,
  namesNone,
  REJECTED_ELSEWHERE,
  stepAlone,
  STOPPED_WORD,
  textsOfState,
  wordsIn,
} from './approved-fields.ts';
import { fieldsIn } from '../body/answer.ts';
import type { Fields } from '../party.ts';
import { isTooDeep } from '../body/read-item.ts';

// Recognizes fields that say that a bill is stopped. Keys and values are compared as words (`wordsIn`): `OnHold` →
// `on_hold`.

/** Words that may precede a stop or a state of the bill itself, also without a separator: `isonhold`. */
const BILL_KEY =
  'is|has|are|current(?:ly)?|sub|bill|invoic(?:e|ing)|voucher|document|transaction|payable|payment|posting|approval|review|workflow|internal|processing|lifecycle|overall|e';
const WORDS_BEFORE = `${BILL_KEY}|put|placed|on|in|under|open|active|partially|partly|manually`;
const BEFORE = `(?:(?:${WORDS_BEFORE})_?)*`;
/** Stops that can end. A state under such a key, such as `dispute_status`, stops the bill until it names the end. */
const TEMPORARY_STOP = `hold|held|block(?:ing)?|dispute|quarantine|${STOPPED_WORD}|bloqu[eé]e?|bloquead[ao]|bloccat[ao]|geblokkeerd|retenid[ao]|retid[ao]|retenue?|suspendue?|suspendid[ao]|sospes[ao]|litige|disputa`;
const IS_TEMPORARY = new RegExp(`^(?:${TEMPORARY_STOP})$`);
/** Rejections, also in other languages. */
const REFUSED = `reject(?:ed|ion)?|refus(?:ed|al)|den(?:y|ied|ial)|declined?|disapproved|${REJECTED_ELSEWHERE}`;
const STOP_ANYWHERE = `${TEMPORARY_STOP}|disputed?_?amount(?:_?cents)?|amount_?(?:in_?)?disputed?|do_?not_?(?:pay|approve|process|release)|gesperrt|${REFUSED}`;
/** All stops. Only those of `STOP_ANYWHERE` count after other words: `line_removed` is about a part of the bill. */
const STOP = `${STOP_ANYWHERE}|stop(?!_?(?:date|at|on|code|stat))|withh[oe]ld|draft(?!_?(?!flag|stat)[a-z])|deleted|trashed|removed|void(?:ed)?|cancell?ed|gel[oö]scht|storniert|entwurf|(?:hold|dispute)s(?=_?count)`;
/** Words that say that the bill was sent back. `returned` alone is not one: it may be about a payment or goods. */
const SENT_BACK =
  'sent_?back|recalled|withdrawn|returned_?to_?(?:vendor|supplier|sender|submitter|requester|originator|creator|author)';
const BACK = `(?<!(?:payment|transaction)_?)(?:${SENT_BACK})`;
const STATE_NAME =
  '(?:status|state|stage)(?:_?(?:name|label|text|title|code|description|details?|reason))?';
const FLAG = '(?:flag|ind(?:icator)?|yn)';
const KIND = `(?:_?(?:for_?)?(?:payment|approval|processing))?(?:_?(?:${FLAG}|count|(?<reason>reasons?(?:_?(?:codes?|text|name|description))?)|(?<note>codes?|notes?|comments?|(?<=(?:hold|dispute|rejection)_?)types?)|(?<person>(?<!removed_?)by)|(?<time>(?:(?:opened|raised|placed|started)_?)?(?:at|on)|since|date(?:_?time)?|timestamp)|(?<state>${STATE_NAME})))?$`;

/** Key of a stop of the bill. */
const STOP_KEY = new RegExp(
  `^(?!on_(?:reject|refus|den|declin|delet|cancel|void))(?<before>${BEFORE})(?<stop>${STOP}|${BACK})${KIND}`,
);
/** Key of a stop after other words: `price_dispute_reason`. */
const OTHER_STOP_KEY = new RegExp(`^(?<before>.+?)_(?<stop>${STOP_ANYWHERE})${KIND}`);
/** Key of a list of stops. A single `block` may be one of text or of an address. */
const STOPS_KEY = new RegExp(`^${BEFORE}(?:holds|disputes|(?:payment|invoice|approval)_?blocks)$`);
const OWN_STATE = `^(?:(?:${BILL_KEY})_?)*(?:approval|decision|result|outcome|${STATE_NAME})$`;
const STATE_KEY = new RegExp(
  `${OWN_STATE}|_(?:decision|${STATE_NAME})$|^${APPROVAL_STATE_ELSEWHERE}$`,
);
/** Key of a state that may say that the bill was sent back. A payment's state may not. */
const BACK_KEY = new RegExp(
  `approval|decision|review|workflow|(?!.*(?:pay|trans|post))${OWN_STATE}`,
);
/** Key of a release for payment. As a flag, it is false before the approval, but the word `no` is a decision. */
const RELEASE_KEY = /^releas(?:e|ed)_to_pay(?:ment)?(?:_status)?$/;
const TAGS_KEY = /(?:^|_)(?:tags?|labels?|flags?|markers?|badges?|statuses)$/;
const ALERTS_KEY = /^(?:(?:bill|invoice|payment)_)?(?:alert|warning|notice)s?$/;
/**
 * Key of a permission that stops the bill when it is denied. `payable` and `can_pay` are not among them, since no bill
 * can be paid before its approval, nor is `can_approve`, which is a right of the user.
 */
export const ALLOWED_KEY =
  /^(?:(?:is|bill|invoice|currently)_?)*(?:approvable|can_?be_?approved|approval_?allowed)$/;
/** Key of a list of approvals by several people. */
const STEPS_KEY =
  /^(?:(?:bill|invoice|payment|current)_?)*(?:approvers?|approvals|reviewers?|reviews|workflow|(?:approval|review|workflow)_?(?:steps?|stages?|levels?|chain|route|tasks?|decisions|workflow|flow))$/;
const INNER_STEPS_KEY = /^(?:steps|stages|levels|chain|route|tasks|decisions)$/;
const ROUND_KEY =
  /^(?:(?:approval|review|workflow)_)?(?:round|cycle|iteration|submission)(?:_(?:no|number|index))?$/;
const STEP_STATE_KEY = /^(?:action|response|answer|verdict|vote)$/;
const STEP_APPROVED = /^(?:approved?|accepted|granted|signed_?off|authori[sz]ed)(?:_by_.+)?$/;
const STEP_REOPENED = /^re_?(?:submitted|opened|started)/;
const RESUBMITTED =
  /^(?:(?:bill|invoice|approval|workflow|review|status|state)_)*re_?submitted(?:_(?:by|to|for)_.+)?$/;
/** Keys of a custom field in a list: `{ label: "On hold", value: true }`. */
const NAME_KEY = /^(?:name|label|key|title|caption|field|(?:field|display)_name)$/;
const VALUE_KEY =
  /^(?:(?:string|text|bool(?:ean)?|number|display|field|current|selected)_)?value$|^(?:values|answer|content)$/;
/** Key of an object with more fields about the bill. */
const MORE_OF_BILL = new RegExp(
  `^(?:(?:${BILL_KEY}|info|data|details?|meta|custom|fields?|attributes?|properties|extra|additional|extensions?|flow|process|request|status|state|flags|tags)_?)+$`,
);
/** Words of keys about something else, an earlier time, a setting, or the opposite of a stop. */
const OTHER_THING =
  /(?:^|_)(?:vendor|supplier|customer|contact|payee|user|owner|company|organi[sz]ation|account|bank|card|address|order|po|contract|project|ship(?:ping|ment)?|delivery|e?mail|sync|export|import|file|attachment|ocr|tax|vat|dunning|reminders?|notifications?|discount|rebate|quot(?:e|ation)|estimate|proposal|offer|subscription|refund|webhook|previous(?:ly)?|prior|last|old|former|was|initial|original|default|next|history|auto|allow(?:ed)?|can|may|if|not?|non|un|never|without|ignored?|skip|bypass|released?)_/;

/** Quick test of a key before it is split into words: most keys name no stop. */
const MAY_STOP = new RegExp(
  `${`${STOP}|${SENT_BACK}`.replaceAll('_?', '.?')}|stat[eou]|[eé]tat|estad|situa|zustand|approv|decision|tag|label|flag|marker|badge|alert|warning|notice|to.?pay`,
  'i',
);

const SINCE = '(?:_(?:by|for|due|until|pending)_.+)?$';
const OWN_STOP_STATE = `^(?:(?:${WORDS_BEFORE}|status|state)_?)*(?:${STOP})${SINCE}`;
/** A state that is a stop: `REVIEW_STATE_ON_HOLD`, `Rejected by Jo`. */
const STOP_STATE = new RegExp(
  `${OWN_STOP_STATE}|^(?:(?!(?:not?|non|un|never|without|off|out|was|after|previously|longer|can|may|be|released?|resolved|closed|lifted|reopened|approved|paid)_)[^_]+_){0,6}(?:${STOP_ANYWHERE})${SINCE}`,
);
const ALERT = new RegExp(OWN_STOP_STATE);
const REFUSED_STATE = new RegExp(`(?:^|_)(?:${REFUSED})(?:_|$)`);
const BACK_STATE = new RegExp(
  `^(?:(?:${WORDS_BEFORE}|status|state)_?)*(?:(?:sent|send|pulled|pushed)_?back|returned|recalled|withdrawn|refuse|revise(?:_and_re_?submit)?|rework|(?:changes|revision|correction)s?_(?:requested|required|needed)|needs_(?:changes|revision|correction|rework))(?:_to_.+)?${SINCE}`,
);
/** A state with its reason: `On hold: missing PO`. */
const WITH_REASON = /^(?<state>[^:;,(]+?)(?:[:;,(]|\.\s|\s[-–—]\s)(?<reason>.+)$/s;
/** States that, before a reason, may be about a part of the bill, or may be a place: `Block: A`. */
const MAYBE_PART = /^(?:block|stop|removed|deleted|trashed)$/;
const OVER =
  /^(?:(?:then|now|later|since|but|already|has|been|was)_)*(?:re_?submitted|re_?opened|restored|approved|paid|released?|resolved|lifted|closed|cleared|withdrawn)(?:_|$)/;
/** A word for the end or the absence of a stop: `released`, `not_on_hold`, `closed_by_vendor`. */
const ENDED =
  /^(?:(?:on|hold|block|dispute|status|payment)_?)*(?:(?:not?|non|un|never|without|off)_?(?:yet_?)?(?:on_?|in_?|under_?|open_?|active_?)*(?:holds?|held|block(?:ed|s)?|disputed?s?|stop(?:ped)?|reject(?:ed|ion)|suspended|set|required|applicable|specified|known|defined|requested|started|raised|opened)|none?|n_?a|nil|off|false|ok|clear(?:ed)?|free|normal|released?|resolved|closed|settled|won|lost|withdrawn|dismissed|lifted|ended|expired|completed?|done|finished|inactive|disabled|removed|cancell?ed|approved|paid|unspecified|unknown|undefined|default)(?:_(?:by|for|in|with|on|won|lost|resolved|released)(?:_.+)?)?$/;
/** Keys inside a stop that name its end when they are set: `released`, `resolved_at`. */
const END_KEY =
  /^(?:(?:is|was|has|been)_?)*(?:(?:released|resolved|closed|ended|lifted|removed|cleared|cancell?ed|withdrawn|settled|expired|dismissed|completed)(?:_?(?:at|on|by|date))?|(?:release|resolution|removal)_?(?:date|reason))$/;
/** Keys inside a stop that, as a flag, say whether it is in force. */
const IN_FORCE = new RegExp(
  `^${BEFORE}(?:${TEMPORARY_STOP}|active|enabled|force|open|value|set|flag|indicator)(?:_?${FLAG})?$`,
);
/** Keys inside a stop that say nothing about it. */
const NEUTRAL = /^(?:object|type|type_?name|currency|url|href|links?)$/;
/** Keys whose text or number may be a building or a place. */
const MAYBE_PLACE = /^(?:block|stop)$/;

/** Kinds of stops, each with the words that end it without naming it: `resubmitted_at`. */
const STOP_KINDS = [
  { stop: /hold|held/, end: /^(?:released?|lifted|resolved|resolution|unheld)$/ },
  {
    stop: /block|bloqu|blocc|blokk|gesperrt/,
    end: /^(?:released?|lifted|resolved|resolution|unblocked)$/,
  },
  { stop: /quarantine/, end: /^(?:released?|lifted)$/ },
  { stop: /disput|contest|litig/, end: /^(?:resolved|resolution|settled)$/ },
  {
    stop: new RegExp(`^(?:${REFUSED}|${BACK})$`),
    end: /^re_?(?:submitted|submission|opened)$/,
  },
  ...[/paused/, /suspended/, /frozen/, /stop/, /do_?not/].map((stop) => ({
    stop,
    end: /^(?:released?|lifted|resumed|reinstated|reactivated|unpaused|unfrozen)$/,
  })),
  ...[/draft|entwurf/, /void/, /cancel|storn/, /./].map((stop) => ({
    stop,
    end: /^(?:restored|undeleted|reinstated)$/,
  })),
];
/** Key beside a stop that names its end: `hold_released_at`, `resubmitted_at`. */
const SIBLING_END = new RegExp(
  `^(?<before>|.*?_)(?:(?<stop>${STOP}|holds?|disputes?)_?(?:(?:is|was|has|been)_?)*(?:released?|resolved|resolution|removed|removal|closed|ended|lifted|cleared|cancell?ed|withdrawn|settled|expired|dismissed|completed|reversed|revoked|overridden)|(?<end>(?:released?|resol|lifted|settled|un|re_?(?:submi|opened|sumed|stored|instated|activated))[a-z]*))(?:_?(?:(?<person>by|reason)|at|on|date(?:_?time)?|time(?:stamp)?))?$`,
);
/** Words of a key that say nothing about which stop it is: `is_on_hold`, `open_dispute`. */
const FILLER = /^(?:is|has|are|was|been|currently|active|open|placed|put)?(?:on|in|under)?$/;
const ONLY_BILL = new RegExp(`^(?:(?:${BILL_KEY})(?:_|$))*$`);
const UNSURE = /^(?:(?:status|state)_)?(?:n_?a|unspecified|unknown|undefined|default)$/;

/** Whether a listed bill says in any common form that it is rejected, disputed, on hold, a draft or deleted. */
export function isStoppedElsewhere(fields: Fields): boolean {
  const more = Object.entries(fields).flatMap(([key, value]) =>
    isNested(value) && MORE_OF_BILL.test(wordsIn(key)) ? fieldsWithin(value) : [],
  );
  const approval = aboutApproval(fields, false);
  if (hasStop([fields, ...more, ...approval])) return true;
  const steps = stepAlone(fields);
  const isStepRefused =
    hasStop(steps) ||
    [fields, ...more].some((place) => stepsIn(place, STEPS_KEY).some(isRefused)) ||
    [...approval, ...steps].some((place) =>
      stepsIn(place, STEPS_KEY, INNER_STEPS_KEY).some(isRefused),
    );
  return isStepRefused && ![fields, ...approval].some(isResubmitted);
}

/** Whether a state says that the bill was resubmitted after a refusal. An open approval may still show the refusal. */
function isResubmitted(place: Fields): boolean {
  return Object.entries(place).some(([key, value]) => {
    const words = wordsIn(key);
    const isState = STATE_KEY.test(words) && BACK_KEY.test(words) && !OTHER_THING.test(words);
    return isState && textsOfState(value).some((text) => RESUBMITTED.test(wordsIn(text)));
  });
}

function hasStop(places: readonly Fields[]): boolean {
  return places.some((place) =>
    Object.entries(place).some(
      ([key, value]) => MAY_STOP.test(key) && isStop(wordsIn(key), value, place),
    ),
  );
}

/** Fields of an object, and its custom fields by name: `{ label: "On hold", value: true }`. */
function fieldsWithin(value: object): readonly Fields[] {
  const named = Object.values(value).flatMap((field: unknown) => {
    if (!isObject(field)) return [];
    const parts = Object.entries(field).map(([key, part]) => ({ key: wordsIn(key), part }));
    const sent = parts.find(({ key }) => VALUE_KEY.test(key));
    return parts.flatMap(({ key, part }) =>
      sent !== undefined && typeof part === 'string' && NAME_KEY.test(key)
        ? [[part, sent.part] as const]
        : [],
    );
  });
  return [...(isObject(value) ? [value] : []), Object.fromEntries(named)];
}

/** Lists of approvals by several people. */
function stepsIn(place: Fields, ...names: readonly RegExp[]): readonly (readonly unknown[])[] {
  return Object.entries(place).flatMap(([key, value]) =>
    Array.isArray(value) && names.some((name) => name.test(wordsIn(key))) ? [value] : [],
  );
}

/** Whether the last step that decided refused the bill. Of several rounds, only the last counts. */
function isRefused(steps: readonly unknown[]): boolean {
  if (isTooDeep(steps)) return false;
  const rounds = steps.map(roundOf);
  const last = rounds.every(Number.isInteger) ? Math.max(...rounds) : null;
  const current = steps.filter((_, at) => last === null || rounds[at] === last);
  return current.map(decisionOf).findLast((each) => each !== null) === 'refused';
}

/** Number of the round of approval to which a step belongs; NaN for none. */
function roundOf(step: unknown): number {
  const [, round] =
    Object.entries(fieldsIn(step)).find(([key]) => ROUND_KEY.test(wordsIn(key))) ?? [];
  return typeof round === 'number' ? round : NaN;
}

/**
 * Decision of a step of the approval; null for none. A state precedes a time, which may be that of an earlier decision.
 */
function decisionOf(step: unknown): 'refused' | 'open' | null {
  if (!isObject(step)) return null;
  const fields = Object.entries(step).map(([key, value]) => ({ key: wordsIn(key), value }));
  const words = fields.flatMap(({ key, value }) =>
    STEP_STATE_KEY.test(key) || (STATE_KEY.test(key) && !OTHER_THING.test(key))
      ? textsOfState(value).map(wordsIn)
      : [],
  );
  if (words.some((each) => (REFUSED_STATE.test(each) && isStopWord(each)) || BACK_STATE.test(each)))
    return 'refused';
  if (words.some((each) => STEP_APPROVED.test(each) || STEP_REOPENED.test(each))) return 'open';
  const isRefusal = fields.some(({ key, value }) => {
    const own = STOP_KEY.exec(key)?.groups;
    const isOwn = own !== undefined && REFUSED_STATE.test(String(own['stop']));
    return isOwn && isStopOf(own, value, true) && !isEnded(own, step);
  });
  if (isRefusal || stepsIn(step, STEPS_KEY, INNER_STEPS_KEY).some(isRefused)) return 'refused';
  return isApprovedElsewhere({ approval: step }) ? 'open' : null;
}

/** Parts of the key of a stop. */
type StopKey = Readonly<Record<string, string | undefined>>;

/**
 * Whether a field says that the bill is stopped.
 * @param key its words
 * @param place fields beside it
 */
function isStop(key: string, value: unknown, place: Fields): boolean {
  if (STOPS_KEY.test(key)) {
    if (isNested(value) || /(?:open|active)_/.test(key)) return isInForce(value);
    return value === true || (key.includes('has_') && isYesFlag(trimmed(value)));
  }
  if (ALLOWED_KEY.test(key)) return value !== 0 && value !== '0' && isNo(value);
  if (MAYBE_PLACE.test(key) && !isNested(value))
    return isYesFlag(trimmed(value)) || isStopWord(String(value));
  const own = STOP_KEY.exec(key)?.groups;
  if (own !== undefined) return isStopOf(own, value, true) && !isEnded(own, place);
  if (RELEASE_KEY.test(key)) return /^(?:no|exception)$/i.test(String(trimmed(value)));
  if (OTHER_THING.test(key)) return false;
  const other = OTHER_STOP_KEY.exec(key)?.groups;
  if (other !== undefined) return isStopOf(other, value, false) && !isEnded(other, place);
  if (STATE_KEY.test(key)) {
    const isStopHere = BACK_KEY.test(key)
      ? (text: string) => isStopWord(text) || isStopWord(text, BACK_STATE)
      : (text: string) => isStopWord(text);
    return textsOfState(value).some(isStopHere);
  }
  if (ALERTS_KEY.test(key))
    return tagsIn(value).some((text) => isStopWord(text.replace(/^\s*(?:this|the) /i, ''), ALERT));
  return TAGS_KEY.test(key) && tagsIn(value).some((text) => isStopWord(text));
}

/**
 * Whether the value under a key of a stop says that it is in force.
 * @param isOwn false when other words precede the stop: then a text, such as in `address_block`, says nothing
 */
function isStopOf(key: StopKey, value: unknown, isOwn: boolean): boolean {
  if (key['state'] !== undefined) {
    const texts = textsOfState(value);
    return IS_TEMPORARY.test(String(key['stop']))
      ? texts.some(isOpen)
      : texts.some((text) => isStopWord(text));
  }
  if (key['reason'] !== undefined) return isInForce(value);
  if (key['person'] !== undefined) return !namesNone(value);
  if (key['time'] !== undefined) return !isNever(value) && (isOwn || /^\d/.test(String(value)));
  if (!isOwn) return isYesFlag(value) || textsOfState(value).some((text) => isStopWord(text));
  if (key['note'] !== undefined) return isInForce(value);
  // `withdrawn: 50` is an amount.
  if (typeof value === 'number' && BACK_STATE.test(String(key['stop']))) return value === 1;
  return isInForce(value) && !isNo(value);
}

/**
 * Whether a field beside a reason, a person or a time of a stop says that the stop is over: `on_hold: false`, or an end
 * that is not earlier. Nothing ends a stop that is a flag or a state.
 */
function isEnded(key: StopKey, place: Fields): boolean {
  if (!isDetail(key)) return false;
  const beside = Object.entries(place);
  if (beside.length > MAX_BESIDE) return false;
  const fields = beside.map(([name, value]) => ({ name: wordsIn(name), value }));
  const sameStop = fields.flatMap(({ name, value }) => {
    const other = (STOP_KEY.exec(name) ?? OTHER_STOP_KEY.exec(name))?.groups;
    return other !== undefined && isSameStop(key, other) ? [{ key: other, value }] : [];
  });
  if (sameStop.some((each) => isPlainNo(each.key, each.value))) return true;
  const ends = fields.flatMap(({ name, value }) => {
    const end = SIBLING_END.exec(name)?.groups;
    if (end === undefined || !isSameStop(key, end)) return [];
    if (end['person'] !== undefined) return namesNone(value) ? [] : [{ value, isTime: false }];
    const isTime = !isNever(value) && !isNo(value) && !isYesFlag(value);
    return isTime || isYesFlag(value) ? [{ value, isTime }] : [];
  });
  const times = ends.filter(({ isTime }) => isTime);
  if (times.length === 0) return ends.length > 0;
  const starts = sameStop.filter((each) => each.key['time'] !== undefined && !isNever(each.value));
  return times.some((end) => starts.every((start) => isNotBefore(end.value, start.value)));
}

/** Maximum fields to search for the end of a stop. Each stop searches all fields beside it. */
const MAX_BESIDE = 200;

/** Whether a key is that of a reason, a person or a time, not that of a flag or a state. */
function isDetail(key: StopKey): boolean {
  return (key['reason'] ?? key['note'] ?? key['person'] ?? key['time']) !== undefined;
}

/** Whether the key of another stop, or of an end, is about the same stop. */
function isSameStop(key: StopKey, other: StopKey): boolean {
  const kind = kindOf(String(key['stop']));
  const isSameKind =
    other['stop'] === undefined
      ? kind?.end.test(String(other['end'])) === true
      : kind === kindOf(other['stop']);
  const before = subjectOf(key);
  const otherBefore = subjectOf(other);
  return (
    isSameKind &&
    (otherBefore === '' || otherBefore === before || (before === '' && ONLY_BILL.test(otherBefore)))
  );
}

function kindOf(stop: string): (typeof STOP_KINDS)[number] | undefined {
  return STOP_KINDS.find((each) => each.stop.test(stop));
}

/** Words before a stop that tell it from others: `is_price_` → `price`. */
function subjectOf(key: StopKey): string {
  const words = String(key['before']).split('_');
  return words.filter((word) => !FILLER.test(word)).join('_');
}

/** Whether a flag or a state says that a stop is not in force. */
function isPlainNo(key: StopKey, value: unknown): boolean {
  if (isDetail(key) || /amount/.test(String(key['stop']))) return false;
  const texts = typeof value === 'number' ? [String(value)] : textsOfState(value);
  return texts.some((text) => {
    const words = wordsIn(text);
    return isNoFlag(words) || (ENDED.test(words) && !UNSURE.test(words));
  });
}

/** Whether the value of a stop, a list of stops or an object about one says that it is in force. */
function isInForce(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isInForce);
  if (!isObject(value)) return isSet(trimmed(value)) && !ENDED.test(wordsIn(String(value)));
  if (isTooDeep(value)) return true;
  const fields = Object.entries(value).map(([key, each]) => ({ key: wordsIn(key), value: each }));
  if (fields.some(isLifted)) return false;
  if (fields.some((each) => END_KEY.test(each.key) && isNo(each.value))) return true;
  return fields.some((each) => !NEUTRAL.test(each.key) && isInForce(each.value));
}

/** Whether a field inside a stop says that it is not in force: `held: false`, `released: true`. */
function isLifted({ key, value }: { readonly key: string; readonly value: unknown }): boolean {
  if (/by|reason/.test(key) && END_KEY.test(key)) return !namesNone(value);
  if (END_KEY.test(key)) return isYesFlag(value) || !(isNever(value) || isNo(value));
  if (STATE_KEY.test(key)) return textsOfState(value).some((text) => ENDED.test(wordsIn(text)));
  return IN_FORCE.test(key) && isNo(value);
}

function isNo(value: unknown): boolean {
  return isNoFlag(trimmed(value));
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/** Whether a state of a dispute or a hold names no end. The meaning of a number is unknown. */
function isOpen(text: string): boolean {
  const words = wordsIn(text);
  const isOver = ENDED.test(words) || ENDED.test(wordsIn(withReason(text).state));
  return /[^\d_]/.test(words) && isSet(words) && !isNoFlag(words) && !isOver;
}

/** Whether a text is a stop, also with its reason. `Disputed: no` and `Disputed - resolved` are none. */
function isStopWord(text: string, stops = STOP_STATE): boolean {
  if (stops.test(wordsIn(text))) return true;
  const { state, reason } = withReason(text);
  const words = wordsIn(reason);
  const isOver = isNoFlag(words) || ENDED.test(words) || OVER.test(words);
  return stops.test(wordsIn(state)) && !MAYBE_PART.test(wordsIn(state)) && !isOver;
}

/** A text of a state and the reason after it; both empty for a text without a reason. */
function withReason(text: string): { readonly state: string; readonly reason: string } {
  const { state = '', reason = '' } = WITH_REASON.exec(text.slice(0, LONGEST_STATE))?.groups ?? {};
  return { state, reason };
}

/** Texts of a list of tags, also in one text. A tag may have a flag that lifts it. */
function tagsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split(/[,;|]/);
  if (!Array.isArray(value)) return [];
  return value.flatMap((tag: unknown) => {
    const isOff =
      isObject(tag) &&
      Object.entries(tag).some(
        ([key, each]) => typeof each !== 'number' && isLifted({ key: wordsIn(key), value: each }),
      );
    return isOff ? [] : textsOfState(tag);
  });
}
