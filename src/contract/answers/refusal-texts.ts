import { isNested } from '../../base/is-object.ts';
import { fieldsIn } from '../body/answer.ts';
import { wordsIn } from '../approvals/approved-fields.ts';
import { isBadStatus, saysNotDone } from '../approvals/denials.ts';
import { decodeEntities } from '../body/entities.ts';
import { isMessageKey, messagesElsewhere, readErrorDetails } from '../body/error-details.ts';
import { ANY_REASON, FAULT_KEY, isAlarm, OBJECTION } from '../approvals/objections.ts';
import { isTooDeep } from '../body/read-item.ts';
import { plainEntries, plainKey } from '../body/read-party.ts';
import { wordSet } from '../body/words.ts';

// Texts of a refusal that a user can read.

const NOTICE = '^(?:alert|flash|toast|returntext)s?$';
/** Keys of an error or of its text, in the languages in which services write them. */
export const ABOUT_ERROR = new RegExp(
  String.raw`^issuelist$|(?:error|erreur|fehler|fault|exception|violation|problem|diagnos[ei])(?:e?s|text|list|details?)?$|messag|mensa[jg]|msg|${messagesElsewhere.join('|')}|blocker|reason|${NOTICE}|${OBJECTION.source}|${ANY_REASON.source}`,
);
/** Keys of a bill. Its other texts are about the bill, not about the refusal. */
const BILL_KEY = /^(?:vendor|supplier|currency|memo|duedate|amount|total)/;
const REASON_IN_BILL = new RegExp(
  `${FAULT_KEY.source}|${NOTICE}|${OBJECTION.source}|${ANY_REASON.source}`,
);
/** Keys, as `wordsIn` writes them, of an error's code, of a person or of a time. */
const NON_TEXT_KEY = /(?:_|ed|error)(?:code|id|by|at|on|date|no|number)$/;
/** Keys of missing requirements. The key stays in the text: its value alone is no sentence. */
const LACK = /^(?:missing|unmet|unresolved)/;
/** A text that begins like this is an error under any key: `{ result: 'ERROR: Locked' }`. */
const ERROR_PREFIX = /^(?:error|fehler|erreur)\s*[:–-]\s*\S/i;

/** Texts under the keys of errors at any depth: `{ data: { approveBill: { userErrors: […] } } }`, `{ Fehler: { Meldung } }`. */
export function errorTextsIn(body: unknown): readonly string[] {
  return isTooDeep(body) ? [] : textsIn(body, '');
}

/** @param around plain key of the object or list */
function textsIn(body: unknown, around: string): readonly string[] {
  if (Array.isArray(body)) return body.flatMap((each) => textsIn(each, around));
  if (isAlarm(body)) return readErrorDetails(body);
  const sent = Object.entries(fieldsIn(body));
  const isBill = sent.some(([key]) => BILL_KEY.test(plainKey(key)));
  const entries = sent
    .filter(([key]) => !isBill || !NON_TEXT_KEY.test(wordsIn(key)))
    .map(([key, value]) => [plainKey(key), value] as const);
  const about = isBill ? REASON_IN_BILL : ABOUT_ERROR;
  const texts = entries.flatMap(([key, value]) => {
    if (about.test(key) && (isText(value) || isNested(value)))
      return readErrorDetails(LACK.test(key) ? { [key]: value } : value);
    if (/^warnings?$/.test(key)) return readErrorDetails(value).filter(saysNotDone);
    if (!isBill && isText(value) && ERROR_PREFIX.test(value)) return [value];
    return isNested(value) && !isBill ? textsIn(value, key) : [];
  });
  const isRefusal = !isBill && (around === 'response' || entries.some(saysNo));
  if (texts.length > 0 || !isRefusal) return texts;
  return entries.flatMap(([key, value]) =>
    REMARK.test(key) && isText(value) ? readErrorDetails(value) : [],
  );
}

/** Keys of a reason beside a negative status in the same object: `{ outcome: 'declined', note: 'Locked' }`. */
const REMARK = /^(?:note|comment|remark|description)s?$/;

function saysNo([key, value]: readonly [string, unknown]): boolean {
  if (value === false)
    return /^(?:is)?(?:valid|ok|success\w*|approved|accepted|approvable)$/.test(key);
  return /(?:status|state|outcome|decision|verdict|result)$/.test(key) && isBadStatus(value);
}

/** Keys of an error, not those of its code, kind or number. */
const ERROR_KEY =
  /^issuelist$|(?:error|erreur|fehler|exception|violation)(?:e?s|v?\d+|text|list|details?|messages?|info)?$/;

/**
 * Texts of the first error inside other objects or lists: under a key of an error, or beside `severity: "error"`. Null
 * beside a bill, or in a list with other items: the error may be that of another step, after the approval.
 */
export function nestedErrorIn(body: unknown): readonly string[] | null {
  return isTooDeep(body) || hasBill(body) ? null : errorWithin(body);
}

function errorWithin(body: unknown): readonly string[] | null {
  if (!isNested(body)) return null;
  if (Array.isArray(body)) {
    const found = body.map(errorWithin);
    return found.includes(null) ? null : (found[0] ?? null);
  }
  const entries = plainEntries(body);
  const texts = isAlarm(body)
    ? readErrorDetails(entries.find(([key]) => isMessageKey(key))?.[1])
    : [];
  if (texts.length > 0) return texts;
  const found = entries.map(([key, value]) => {
    const lines = ERROR_KEY.test(key) && hasMessageIn(value) ? readErrorDetails(value) : [];
    return lines.length > 0 ? lines : errorWithin(value);
  });
  return found.find((lines) => lines !== null) ?? null;
}

/** Whether any object is a bill, by its name or its fields. */
function hasBill(value: unknown): boolean {
  const entries = isNested(value) ? Object.entries(value) : [];
  const keys = Array.isArray(value) ? [] : entries.map(([key]) => plainKey(key));
  if (keys.includes('id') && keys.some((key) => BILL_KEY.test(key))) return true;
  return entries.some(
    ([key, each]: [string, unknown]) =>
      hasBill(each) || (isNested(each) && /^(?:bill|invoice)s?$/.test(plainKey(key))),
  );
}

/** Whether the value is or contains readable text, not just a code. */
export function hasMessageIn(value: unknown): boolean {
  if (isText(value)) return !isGeneric(value);
  return isNested(value) && Object.values(value).some(hasMessageIn);
}

/** A heading stands at the beginning of a page; a search of a long text could take quadratic time. */
const MAX_OF_PAGE = 10_000;

/** Plain text in the first element of this name; empty when there is none. */
export function textOfTag(html: string, tag: string): string {
  const inside = new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 'is').exec(
    html.slice(0, MAX_OF_PAGE),
  );
  return textOfMarkup(inside?.[1] ?? '');
}

/** Text of the first element that usually holds the message of an error; without one, the text of all elements. */
export function messageOfXml(xml: string): string {
  const tags = ['message', 'faultstring', 'detail', 'description', 'reason'];
  const found = tags.map((tag) => textOfTag(xml, String.raw`(?:\w+:)?${tag}`)).find(isText);
  return found ?? textOfMarkup(xml.slice(0, MAX_OF_PAGE).replaceAll(/<[?!][^>]*>/g, ' '));
}

function textOfMarkup(html: string): string {
  return decodeEntities(html.replaceAll(/<\/?[a-z][^<>]*>/gi, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The text without markup, a stack trace below it, Laravel's count of other errors, and technical places before it. */
export function asSentence(words: string): string {
  return withoutPlaces(textOfMarkup(words.replace(STACK_TRACE, '')));
}

/** Classes and wrappers of errors say nothing to a user: `data.exceptions.UserError: Locked` → `Locked`. */
function withoutPlaces(line: string): string {
  const [whole = '', place = ''] = PLACE.exec(line) ?? [];
  if (whole === '') return line;
  const rest = line.slice(whole.length);
  if (CLASS.test(place)) return withoutPlaces(rest);
  const parts = place.split('.');
  const named = parts.filter(
    (part, at) => !WRAPPER.test(plainKey(part)) && plainKey(part) !== plainKey(parts[at - 1] ?? ''),
  );
  if (named.length === parts.length) return line;
  return named.length === 0 ? withoutPlaces(rest) : `${named.join('.')}: ${rest}`;
}
const PLACE = /^([\w$.\\-]{1,200}): (?=\S)/;
const CLASS = /(?:^|[.\\])[A-Z]\w*(?:Error|Exception|Fault)$/;
const WRAPPER =
  /^(?:error|fehler|erreur|innererror|errordetails?|innerexception|cause|exceptions?|extensions|data|arguments|response|faults?|(?:server)?messages?)$/;
const STACK_TRACE =
  /\n\s*at \S[^]*$|(?:^|\s)at (?:[\w$<>`]{1,100}[.:]{1,2})+[\w$<>`]{1,100}(?:\(| \((?=[^()\n]{0,300}(?:\.\w{1,5}:\d+(?::\d+)?|<anonymous>|native)\)))[^]*$| \(and \d+ more errors?\)$/;
/** Texts that a program wrote for its developers. */
export const DEVELOPER_TEXT =
  /^(?:null|undefined|\[object \w+\]|translation missing\b.*|at \S+ \(.*|Traceback \(most.*|undefined (?:local variable|method)\b.*|\w+(?:::\w+)+: .*)$/;

/**
 * Whether a text says only that something failed: the name of a status (RFC 9110 §15), a machine-readable code, or words
 * such as `Validation failed for request`.
 */
export function isGeneric(words: string): boolean {
  if (/^[\w.:-]*[_.:][\w.:-]*$/.test(words)) return true;
  const plain = words
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
  if (reasonPhrases.has(plain)) return true;
  return (
    /error|fail|exception|valid|bad/.test(plain) &&
    plain.split(' ').every((word) => genericWords.has(word))
  );
}

const genericWords = wordSet(`
  a an the was were is has have had been of for in on with your this one or more some please see check details below
  request response server service api http call operation system application internal external business input data
  payload parameter parameters validation validate validating error errors failed failure exception exceptions occurred
  happened encountered raised while during bad invalid unprocessable entity`);

const reasonPhrases: ReadonlySet<string> = new Set(
  `
  bad request, unauthorized, payment required, forbidden, not found, method not allowed, not acceptable,
  conflict, gone, precondition failed, payload too large, content too large, unsupported media type,
  unprocessable entity, unprocessable content, locked, too many requests, failed dependency,
  precondition required, error, failed, failure, http exception, internal server error, bad gateway,
  service unavailable, gateway timeout, validation failed, validation error, validation,
  the given data was invalid, the request is invalid, a validation exception occurred, request refused,
  unavailable for legal reasons, access denied, insufficient scope, invalid request`
    .trim()
    .split(/,\s+/),
);

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
