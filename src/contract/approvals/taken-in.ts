import { isNested } from '../../base/is-object.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { fieldsIn } from '../body/answer.ts';
import { fieldNamed, plainKey } from '../body/read-party.ts';
import { isTooDeep, MAX_LEVELS } from '../body/read-item.ts';
import type { Fields } from '../party.ts';
import {
  isSet,
  isYesFlag,
  isYesWord,
  saysApproved,
  textsOfState,
  wordsIn,
} from './approved-fields.ts';
import { saysApprovedOnly } from './approved-sentences.ts';
import { AROUND_BILL, SENTENCE_KEY, VERDICT } from './bare-yes.ts';

// `accepted` usually means that the service took the request in and will process it later, as with status 202.

const SUBJECT =
  '(?:bill|invoice|approval|request|workflow|processing|document|job|task|command|operation|sub|current)';
/** Keys of a state of the bill or of the request. A `decision` of `accepted` is an approval. */
const STATE = new RegExp(
  `^${SUBJECT}*(?:status|state|stage|result|outcome|response|ack)(?:text|name|label|message|description)?$|^approval$`,
);
const TAKEN_IN =
  /^(?:(?:bill|invoice|approval|request|job|task)_)*(?:(?:status|state)_)?(?:accept(?:ed)?|acknowledged|received|taken_in|angenommen|eingegangen|accept[ée]e?|reçue?|aceptad[ao]|recibid[ao]|aceit[ao]|recebid[ao]|accettat[ao]|ricevut[ao]|geaccepteerd|ontvangen)$/;
/** Keys of the work that will approve the bill later. */
const JOB =
  /^(?:async)?(?:job|task|operation|batch)(?:id|[ug]uid|ur[li]|href)$|^(?:status|poll(?:ing)?)(?:ur[li]|href)$/;
const LATER = new RegExp(`${JOB.source}|^estimated(?:completion|finish)`);
const STATUS_CODE = /^(?:http)?(?:status|code|statuscode)$/;
const ACCEPTED = /^202(?: accepted)?$|^accepted$/i;
/** Keys that have another meaning in a whole bill, such as the number of a job in job costing. */
const OF_BILL = new RegExp(`${JOB.source}|^documentstat(?:e|us)$`);
const ofBill = ['id', 'status', 'currency'];
/** Keys of objects that may wrap the bill or describe the request. */
const AROUND = new RegExp(
  `${AROUND_BILL.source}|^(?:meta|approvals?|workflow|requests?|jobs?|tasks?|operations?|commands?)$`,
);
/** A sentence about the request or the bill. `Approval accepted` is not one. */
const SENTENCE =
  /^(?:(?:(?:the|your|this) )?(?:bill|invoice|document|(?:approval )?request|command|message)(?: (?=[\w/-]*\d)[\w/-]+)? (?:(?:is|was|has been) )?)?(?:successfully )?(?:accepted|received|acknowledged)(?: successfully)?(?: for (?:processing|approval|review))?[.!]?$|^we(?: have|['’]ve)? (?:received|accepted) (?:your|the) (?:approval )?request[.!]?$|^(?:(?:die|der) )?(?:rechnung|anfrage)? ?(?:(?:wurde|ist) )?(?:angenommen|eingegangen)[.!]?$/i;

/**
 * Whether an answer only says that the service took the request in. Fields with the value from before the approval do
 * not count.
 * @param places parts of the answer that may hold the bill
 * @param before the bill's own fields when the user approved it
 */
export function isOnlyTakenIn(body: unknown, places: readonly Fields[], before: Fields): boolean {
  return !isTooDeep(body) && !places.some(isApprovedHere) && isTakenIn(body, before, MAX_LEVELS);
}

function isApprovedHere(fields: Fields): boolean {
  const isYes = ([key, value]: [string, unknown]): boolean => {
    if (SENTENCE_KEY.test(plainKey(key)) && saysApprovedOnly(value)) return true;
    const isVerdict = VERDICT.test(plainKey(key)) || plainKey(key) === 'state';
    const texts = isVerdict ? textsOfState(value) : [];
    return texts.some((text) => isYesWord(text) && /approv/i.test(text));
  };
  return saysApproved(fields) || Object.entries(fields).some(isYes);
}

function isTakenIn(value: unknown, before: Fields, levels: number): boolean {
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.some((each) => isTakenIn(each, before, levels - 1));
  const isWhole = ofBill.every((key) => fieldNamed(value, key) !== undefined);
  return Object.entries(fieldsIn(value)).some(([sent, each]) => {
    const key = plainKey(sent);
    if (isWhole && OF_BILL.test(key)) return false;
    if (saysTakenIn(key, each))
      return canonicalJson(fieldNamed(before, key)) !== canonicalJson(each);
    return isNested(each) && AROUND.test(key) && isTakenIn(each, before, levels - 1);
  });
}

/**
 * Whether a field says that the request was taken in.
 * @param key plain key
 */
export function saysTakenIn(key: string, value: unknown): boolean {
  if (STATE.test(key) && textsOfState(value).some((text) => TAKEN_IN.test(wordsIn(text))))
    return true;
  if (STATUS_CODE.test(key) && ACCEPTED.test(String(value))) return true;
  if (LATER.test(key)) return isSet(value);
  if (/^(?:is|was)?accepted$/.test(key)) return isYesFlag(value);
  return SENTENCE_KEY.test(key) && typeof value === 'string' && SENTENCE.test(value.trim());
}
