import { isObject } from '../base/is-object.ts';
import {
  aboutApproval,
  isNever,
  isNoFlag,
  isSet,
  isYesFlag,
  namesNone,
  textsOfState,
  wordsIn,
} from './approved-fields.ts';
import type { Fields } from './party.ts';
import { isTooDeep } from './read-item.ts';

// Fields that say that a bill is stopped. Keys and values are compared as words: `OnHold` → `on_hold`.

/** Words before a stop or a state that leave it one of the bill. They may be written together: `isonhold`. */
const OF_BILL =
  'is|has|are|current(?:ly)?|sub|bill|invoic(?:e|ing)|voucher|document|transaction|payable|payment|posting|approval|review|workflow|internal|processing|lifecycle|overall|e';
const WORDS_BEFORE = `${OF_BILL}|put|placed|on|in|under|open|active|partially|partly|manually`;
const BEFORE = `(?:(?:${WORDS_BEFORE})_?)*`;
/** Stops that end: a state under such a key, such as `dispute_status`, counts until it names the end. */
const ENDING = 'hold|held|block(?:ed|ing)?|disputed?|contested|suspended|paused|frozen';
const ENDS = new RegExp(`^(?:${ENDING})$`);
const CLEAR = `${ENDING}|disputed?_?amount(?:_?cents)?|amount_?(?:in_?)?disputed?|stopped|do_?not_?pay|reject(?:ed|ion)?|refus(?:ed|al)|den(?:y|ied|ial)|declined?|abgelehnt|gesperrt`;
/** Stops that after other words are those of a part of the bill: `line_removed`. */
const STOP = `${CLEAR}|stop(?!_?(?:date|at|on|code|stat))|withh[oe]ld|draft(?!_?(?!flag|stat)[a-z])|deleted|trashed|removed|voided|cancell?ed|gel[oö]scht|storniert|entwurf`;
const STATE_NAME =
  '(?:status|state|stage)(?:_?(?:name|label|text|title|code|description|detail|reason))?';
const FLAG = '(?:flag|ind(?:icator)?|yn)';
const KIND = `(?:_?(?:for_?)?(?:payment|approval|processing))?(?:_?(?:${FLAG}|count|(?<reason>reasons?(?:_?(?:codes?|text|name|description))?)|(?<note>codes?|notes?|comments?)|(?<person>(?<!removed_?)by)|(?<time>(?:(?:opened|raised|placed|started)_?)?(?:at|on)|since|date(?:_?time)?|timestamp)|(?<state>${STATE_NAME})))?$`;

/** Key of a stop of the bill. */
const STOP_KEY = new RegExp(`^(?<before>${BEFORE})(?<stop>${STOP})${KIND}`);
/** Key of a stop after other words: `price_dispute_reason`. */
const OTHER_STOP_KEY = new RegExp(`^(?<before>.+?)_(?<stop>${CLEAR})${KIND}`);
/** A single block may be one of text or of an address. */
const STOPS_KEY = new RegExp(`^${BEFORE}(?:holds|disputes|(?:payment|invoice|approval)_?blocks)$`);
const STATE_KEY = new RegExp(
  `^(?:(?:${OF_BILL})_?)*(?:approval|decision|result|outcome|${STATE_NAME})$|_(?:decision|${STATE_NAME})$`,
);
const TAGS_KEY = /(?:^|_)(?:tags?|labels?|flags?|markers?|badges?|statuses)$/;
/** Key of an object with more fields about the bill. */
const MORE_OF_BILL = new RegExp(
  `^(?:(?:${OF_BILL}|info|data|details?|meta|custom|fields?|attributes?|properties|extra|additional|extensions?|flow|process|request|status|state|flags|tags)_?)+$`,
);
/** Words of keys about something else, an earlier time, a setting or the opposite. */
const OTHER_THING =
  /(?:^|_)(?:vendor|supplier|customer|contact|payee|user|owner|company|organi[sz]ation|account|bank|card|address|order|po|contract|project|ship(?:ping|ment)?|delivery|e?mail|sync|export|import|file|attachment|ocr|tax|vat|dunning|reminders?|notifications?|discount|rebate|quot(?:e|ation)|estimate|proposal|offer|subscription|refund|webhook|previous(?:ly)?|prior|last|old|former|was|initial|original|default|next|history|auto|allow(?:ed)?|can|may|if|not?|non|un|never|without|ignored?|skip|bypass|released?)_/;

/** A key without any of these names no stop. Most keys have none, so they are not split into words. */
const MAY_STOP = new RegExp(
  `${STOP.replaceAll('_?', '.?')}|stat[eu]|approval|decision|tag|label|flag|marker|badge`,
  'i',
);

/** A state that is a stop: `REVIEW_STATE_ON_HOLD`, `Rejected by Jo`. */
const STOP_STATE = new RegExp(
  `^(?:(?:(?:${WORDS_BEFORE}|status|state)_?)*(?:${STOP})|(?:(?!(?:not?|non|un|never|without|off|out|was|after|previously|longer|can|may|be|released?|resolved|closed|lifted|reopened|approved|paid)_)[^_]+_){0,6}(?:${CLEAR}))(?:_(?:by|for|due|until|pending)_.+)?$`,
);
/** A word for the end or the absence of a stop: `released`, `not_on_hold`, `closed_by_vendor`. */
const ENDED =
  /^(?:(?:on|hold|block|dispute|status|payment)_?)*(?:(?:not?|non|un|never|without|off)_?(?:yet_?)?(?:on_?|in_?|under_?|open_?|active_?)*(?:holds?|held|block(?:ed|s)?|disputed?s?|stop(?:ped)?|reject(?:ed|ion)|suspended|set|required|applicable|specified|known|defined|requested|started|raised|opened)|none?|n_?a|nil|off|false|ok|clear(?:ed)?|free|normal|released?|resolved|closed|settled|won|lost|withdrawn|dismissed|lifted|ended|expired|completed?|done|finished|inactive|disabled|removed|cancell?ed|approved|paid|unspecified|unknown|undefined|default)(?:_(?:by|for|in|with|on|won|lost|resolved|released)(?:_.+)?)?$/;
/** Keys inside a stop that name its end when they are set: `released`, `resolved_at`. */
const END_KEY =
  /^(?:(?:is|was|has|been)_?)*(?:(?:released|resolved|closed|ended|lifted|removed|cleared|cancell?ed|withdrawn|settled|expired|dismissed|completed)(?:_?(?:at|on|by|date))?|(?:release|resolution|removal)_?(?:date|reason))$/;
/** Keys inside a stop that, as a flag, say whether it is in force. */
const IN_FORCE = new RegExp(
  `^${BEFORE}(?:${ENDING}|active|enabled|force|open|value|set|flag|indicator)(?:_?${FLAG})?$`,
);
/** Keys inside a stop that say nothing about it. */
const NEUTRAL = /^(?:object|type|type_?name|currency|url|href|links?)$/;
/** Keys that as a text or a number may name a building or a place. */
const MAYBE_PLACE = /^(?:block|stop)$/;

/** Kinds of stops, each with the words that end it even without its name: `resubmitted_at`. */
const STOP_KINDS = [
  { stop: /hold|held/, end: /^(?:released?|lifted|resolved|resolution|unheld)$/ },
  { stop: /block|gesperrt/, end: /^(?:released?|lifted|resolved|resolution|unblocked)$/ },
  { stop: /disput|contest/, end: /^(?:resolved|resolution|settled)$/ },
  {
    stop: /reject|refus|den|declin|abgelehnt/,
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
/** Sibling of a stop that names its end: `hold_released_at`, `resubmitted_at`. */
const SIBLING_END = new RegExp(
  `^(?<before>|.*?_)(?:(?<stop>${STOP}|holds?|disputes?)_?(?:(?:is|was|has|been)_?)*(?:released?|resolved|resolution|removed|removal|closed|ended|lifted|cleared|cancell?ed|withdrawn|settled|expired|dismissed|completed|reversed|revoked|overridden)|(?<end>(?:released?|resol|lifted|settled|un|re_?(?:submi|opened|sumed|stored|instated|activated))[a-z]*))(?:_?(?:(?<person>by|reason)|at|on|date(?:_?time)?|time(?:stamp)?))?$`,
);
/** Words of a key that do not tell one stop from another: `is_on_hold`, `open_dispute`. */
const FILLER = /^(?:is|has|are|was|been|currently|active|open|placed|put)?(?:on|in|under)?$/;
const ONLY_BILL = new RegExp(`^(?:(?:${OF_BILL})(?:_|$))*$`);
const UNSURE = /^(?:(?:status|state)_)?(?:n_?a|unspecified|unknown|undefined|default)$/;

/** Whether a listed bill says in any common form that it is rejected, disputed, on hold, a draft or deleted. */
export function isStoppedElsewhere(fields: Fields): boolean {
  const more = Object.entries(fields).flatMap(([key, value]) =>
    isObject(value) && MORE_OF_BILL.test(wordsIn(key)) ? [value] : [],
  );
  return [fields, ...more, ...aboutApproval(fields)].some((place) =>
    Object.entries(place).some(
      ([key, value]) => MAY_STOP.test(key) && isStop(wordsIn(key), value, place),
    ),
  );
}

/** Parts of the key of a stop. */
type StopKey = Readonly<Record<string, string | undefined>>;

/**
 * Whether a field says that the bill is stopped.
 * @param key its words
 * @param place fields beside it
 */
function isStop(key: string, value: unknown, place: Fields): boolean {
  if (STOPS_KEY.test(key))
    return (typeof value === 'object' || /(?:open|active)_/.test(key)) && isInForce(value);
  if (MAYBE_PLACE.test(key) && !isObject(value) && !Array.isArray(value))
    return isYesFlag(trimmed(value)) || isStopWord(String(value));
  const own = STOP_KEY.exec(key)?.groups;
  if (own !== undefined) return isStopOf(own, value, true) && !isEnded(own, place);
  if (OTHER_THING.test(key)) return false;
  const other = OTHER_STOP_KEY.exec(key)?.groups;
  if (other !== undefined) return isStopOf(other, value, false) && !isEnded(other, place);
  if (STATE_KEY.test(key)) return textsOfState(value).some(isStopWord);
  return TAGS_KEY.test(key) && tagsIn(value).some(isStopWord);
}

/**
 * Whether the value under a key of a stop says that it is in force.
 * @param isOwn false when other words precede the stop: then a text, such as in `address_block`, says nothing
 */
function isStopOf(key: StopKey, value: unknown, isOwn: boolean): boolean {
  if (key['state'] !== undefined) {
    const isOpenWord = ENDS.test(String(key['stop'])) ? isOpen : isStopWord;
    return textsOfState(value).some(isOpenWord);
  }
  if (key['reason'] !== undefined) return isInForce(value);
  if (key['person'] !== undefined) return !namesNone(value);
  if (key['time'] !== undefined) return !isNever(value) && (isOwn || /^\d/.test(String(value)));
  if (!isOwn) return isYesFlag(value) || textsOfState(value).some(isStopWord);
  if (key['note'] !== undefined) return isInForce(value);
  return isInForce(value) && !isNo(value);
}

/**
 * Whether a field beside a reason, a person or a time of a stop says that the stop is over: `on_hold: false`, or an end
 * that is not earlier. Flags and states of a stop count whatever is beside them.
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

/** Fields beside a stop that are searched for its end. Each stop compares all of them. */
const MAX_BESIDE = 300;

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

/** Whether a time is not before another one. False if the order of the two is unknown. */
function isNotBefore(end: unknown, start: unknown): boolean {
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
function isOpen(state: string): boolean {
  const words = wordsIn(state);
  return /[^\d_]/.test(words) && isSet(words) && !isNoFlag(words) && !ENDED.test(words);
}

function isStopWord(text: string): boolean {
  return STOP_STATE.test(wordsIn(text));
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
