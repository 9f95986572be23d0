import { isNested } from '../../base/is-object.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { isNoFlag } from './approved-fields.ts';
import { isMessageKey } from '../body/error-details.ts';
import type { Fields } from '../party.ts';
import { isTooDeep } from '../body/read-item.ts';
import { plainEntries, plainKey } from '../body/read-party.ts';

// Recognizes fields in which services explain why they did not approve a bill. All keys are plain (`plainKey`).

/** Keys of a failure or a refusal. */
export const FAULT_KEY =
  /error|erros?$|erreur|^err$|err(?:code|no)|fehler|^fout|fail|(?<!de)fault|reject|denied|denial|declin|refus|ablehn|abgelehnt|zurückweis|rechaz|rejet|rifiut|violation|exception|invalid|problem|block(?:ed|ers?$|reason)/;

/** Keys of missing requirements, and of objections. `date_of_issue` is not one. */
export const OBJECTION = /(?<!of)issues?$|^missing|^unmet|^unresolved|^blocking$|^obstacles?$/;

const REASON_WORDS =
  'reason|grund|gründe|gruende|begr(?:ü|ue)ndung|moti[fv]|motivo|motivazione|reden|powód|powod|причина|理由|原因';
/** Keys of a reason: of an object's state or of an answer. */
export const REASON = new RegExp(
  `^(?:approval|decision|response|result|bill)?(?:${REASON_WORDS})s?$`,
);
/** Keys of any reason: `hold_reason`, `Ablehnungsgrund`. */
export const ANY_REASON = new RegExp(`(?:${REASON_WORDS})s?$`);

/** Keys of a list of conditions, each with a flag or a state. */
export const CONDITIONS =
  /(?:^|approval|policy|validation|bill)(?:checks|requirements|conditions|rules|controls|validations)$/;

/** Whether some condition is not met, in a list or under its name: `{ signature: false }`. */
export function hasUnmet(conditions: unknown): boolean {
  if (Array.isArray(conditions)) return conditions.some(isUnmet);
  return (
    isUnmet(conditions) ||
    plainEntries(conditions).some(([key, value]) => {
      if (isNested(value)) return isUnmet(value);
      return !NO_CONDITION.test(key) && (isPlainNo(value) || isOpenState(value));
    })
  );
}

/** Whether the flag or the state of a condition does not say that it is met. */
function isUnmet(condition: unknown): boolean {
  return plainEntries(condition).some(([key, value]) => {
    if (/^(?:status|state|result|outcome)$/.test(key))
      return value === false || (typeof value === 'string' && !MET.test(value));
    return MET_FLAG.test(key) && (value === null || isNoFlag(value));
  });
}

const MET_FLAG = /^(?:is|was)?(?:met|pass(?:ed)?|fulfilled|satisfied|ok|valid|completed?|done)$/;
const MET =
  /^(?:met|pass(?:ed)?|fulfilled|satisfied|ok(?:ay)?|valid|completed?|done|success\w*|approved|skipped|waived|active|enabled|true|yes|n\/?a|not.?(?:required|needed|applicable)|)$/i;
/** Keys that may be false without a fault: settings, and things that a bill must not have, such as a duplicate. */
const NO_CONDITION =
  /duplic|fraud|risk|anomal|suspic|fail|error|warn|block|hold|pending|missing|open|over|exceed|conflict|expired|unmet|violat|locked|skipped|requir|allow|auto|enabled|^can|^may/;

function isPlainNo(value: unknown): boolean {
  return value === false || (typeof value === 'string' && isNoFlag(value));
}

function isOpenState(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^(?:open|outstanding|pending|fail|unmet|error|missing)/i.test(value)
  );
}

/** Keys of the code that a program or a procedure returned. */
export const RETURN_CODE =
  /^(?:rc|retc(?:ode)?|ret(?:urn)?(?:code|val(?:ue)?|status)|exit(?:code|status)?|(?:ev)?subrc)$/;

const SEVERITY = /^(?:severity|level|(?:message)?type|kind|variant|intent)$/;

const FAILURE_SEVERITY = /^(?:error|danger|fatal|fail(?:ed|ure)?)$/i;

/** Whether an object of an error is a message of a failure: `{ severity: 'E', text: 'Locked' }`. */
export function isAlarm(value: unknown): boolean {
  return isNotice(value, FAILURE_SEVERITY) || isNotice(value, /^(?:a|e|critical)$/i);
}

/** Whether a message says by itself that it is no error. */
export function isMild(message: unknown): boolean {
  return isNotice(message, /^(?:warn|info|success|debug|notice)/i);
}

function isNotice(value: unknown, severity: RegExp): boolean {
  const entries = plainEntries(value);
  return (
    entries.some(([key, each]) => SEVERITY.test(key) && severity.test(String(each))) &&
    entries.some(([key, each]) => (isMessageKey(key) || key === 'body') && isWords(each))
  );
}

function isWords(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : isNested(value);
}

/** Keys of lists about the past and about other work. */
const OTHER_NOTICES = /histor|audit|(?<!dia)log|event|activit|timeline|comment|note|warning/;
const LEVELS = 5;

/**
 * Whether an answer has, at any place, a notice of a failure that the approved bill did not have.
 * @param shown the bill's fields when the user approved it
 */
export function hasAlarm(value: unknown, shown: Fields, levels = LEVELS): boolean {
  if (levels === 0 || !isNested(value)) return false;
  if (isNotice(value, FAILURE_SEVERITY)) return true;
  return Object.entries(value).some(([key, each]: [string, unknown]) => {
    if (!isNested(each) || OTHER_NOTICES.test(plainKey(key))) return false;
    return hasAlarm(each, shown, levels - 1) && !isOld(each, shown[key]);
  });
}

function isOld(value: unknown, shown: unknown): boolean {
  return shown !== undefined && !isTooDeep(value) && canonicalJson(shown) === canonicalJson(value);
}
