import { isObject, isNested } from '../../base/is-object.ts';
import { fieldsIn, isEmptyObject, type Answer } from '../body/answer.ts';
import type { QuotaHeaders } from '../approvals/approve-answer.ts';
import { messagesElsewhere, readErrorDetails } from '../body/error-details.ts';
import type { Form } from '../body/form.ts';
import { isMild } from '../approvals/objections.ts';
import type { Fields } from '../party.ts';
import { excessOf, isTooDeep } from '../body/read-item.ts';
import { fieldNamed, scalarIn } from '../body/read-party.ts';
import { innerAnswer, onlySentence, readableError, withoutPrefixes } from './readable-error.ts';
import {
  asSentence,
  errorTextsIn,
  hasMessageIn,
  isGeneric,
  isText,
  messageOfXml,
  nestedErrorIn,
  DEVELOPER_TEXT,
  textOfTag,
} from './refusal-texts.ts';
import { scopes } from '../scopes.ts';
import { headerNames } from '../wire-names.ts';
import { withoutWrappers } from '../approvals/without-wrappers.ts';
import { wordList } from '../body/words.ts';

/** Parts of an answer that its readers need. */
type Refused = Pick<Answer, 'status' | 'body' | 'headers'>;

/** Parts of an answer that can hold a refusal. */
interface SentRefusal {
  /** JSON of the body; undefined when there is none. */
  readonly body: unknown;
  /** Parameters of the answer's Bearer challenge (RFC 6750 §3), by name; null when there is none. */
  readonly challenge: Fields | null;
  /** HTML of a page; null for any other body. */
  readonly page: string | null;
}

const withBody = (body: unknown): SentRefusal => ({ body, challenge: null, page: null });

/** The word for an error in several languages, as a key. */
const errorNames = wordList('error err erro errore erreur fehler fel fejl feil virhe エラー');
const listNames = wordList(`
  errors violations invalidparams usererrors errormessages tppmessages erros errori erreurs errores`);

/** Forms of the service's own refusal, each with its text for the user. */
export const refusalForms: readonly Form<SentRefusal, readonly string[]>[] = [
  {
    id: 'documented',
    name: '`{error, code?, details?}`, the documented error object; `errors` as text',
    source: 'Error object',
    example: withBody({ error: 'Bill is on hold', code: 'on_hold' }),
    reads: ['Bill is on hold'],
    read: ({ body }) =>
      wordsAt(body, [...errorNames, 'errors', 'errormessage', 'errmsg', 'errorsummary'], isText),
  },
  {
    id: 'oauth',
    name: '`{error, error_description}`, the OAuth form',
    source: 'Errors, rule 5 (RFC 6749 §5.2)',
    example: withBody({ error_description: 'The token has ended' }),
    reads: ['The token has ended'],
    read: ({ body }) => wordsAt(body, ['errordescription'], isText),
  },
  {
    id: 'errorObject',
    name: '`error` that is an object: `{error: {message, code}}`',
    source: 'Appendix, error body',
    example: withBody({ error: { message: 'Bill is on hold', code: 'E7' } }),
    reads: ['Bill is on hold'],
    read: ({ body }) =>
      wordsAt(body, [...errorNames, 'odata.error', 'errorresponse', 'errorinformation'], isObject),
  },
  {
    id: 'errorsList',
    name: '`errors`, or `error` inside `fault`, as a list, of texts or of objects',
    source: 'Appendix, error body',
    example: withBody({
      errors: ['Customer can’t be blank', { field: 'memo', message: 'is too long' }],
    }),
    reads: ['Customer can’t be blank', 'memo: is too long'],
    read: ({ body }) =>
      wordsAt(body, listNames, Array.isArray) ??
      wordsAt(fieldNamed(body, 'fault'), ['error'], Array.isArray),
  },
  {
    id: 'errorsMap',
    name: '`errors` as a map of fields',
    source: 'Appendix, error body',
    example: withBody({ errors: { base: ['Bill is on hold'], memo: ['is too long'] } }),
    reads: ['Bill is on hold', 'memo: is too long'],
    read: ({ body }) => wordsAt(body, ['errors', 'modelstate'], isObject),
  },
  {
    id: 'detail',
    name: '`detail` as text; with `title`, problem details (RFC 9457)',
    source: 'Appendix, error body',
    example: withBody({ title: 'Unprocessable Entity', status: 422, detail: 'Bill is on hold' }),
    reads: ['Unprocessable Entity', 'Bill is on hold'],
    read: ({ body }) => wordsAt(body, ['title', 'detail'], isText, 'detail'),
  },
  {
    id: 'title',
    name: '`title` alone, as problem details may have it (RFC 9457)',
    source: 'Appendix, error body',
    example: withBody({ type: 'about:blank', title: 'Bill is on hold', status: 422 }),
    reads: ['Bill is on hold'],
    read: ({ body }) => ('status' in fieldsIn(body) ? wordsAt(body, ['title'], isText) : null),
  },
  {
    id: 'detailList',
    name: '`detail` as a list with `msg`, or an object',
    source: 'Appendix, error body',
    example: withBody({ detail: [{ loc: ['path', 'id'], msg: 'Bill is on hold' }] }),
    reads: ['path.id: Bill is on hold'],
    read: ({ body }) => wordsAt(body, ['detail'], isNested),
  },
  {
    id: 'messageWithNo',
    name: '`message` beside a plain no: `{status: "error", message}`',
    source: 'Appendix, error body',
    example: withBody({ status: 'error', message: 'Bill is on hold' }),
    reads: ['Bill is on hold'],
    read: ({ body }) => {
      const fields = fieldsIn(body);
      const data = fieldNamed(fields, 'data');
      const isJsend = fieldNamed(fields, 'status') === 'fail' && isMapOfTexts(data);
      return saysNo(fields) ? (messageOf(body) ?? (isJsend ? readErrorDetails(data) : null)) : null;
    },
  },
  {
    id: 'challenge',
    name: 'a Bearer challenge with an error (RFC 6750 §3), with or without a body',
    source: 'Appendix, error body',
    example: { ...withBody(undefined), challenge: { error: 'insufficient_scope' } },
    reads: [],
    read: ({ challenge }) => {
      if (challenge === null || !('error' in challenge || 'scope' in challenge)) return null;
      const words = challenge['error_description'];
      return isText(words) ? [words] : [];
    },
  },
];

/** Forms of a failed validation, only for 400 and 422: with other statuses, they may come from another server. */
export const validationForms: readonly Form<SentRefusal, readonly string[]>[] = [
  {
    id: 'fieldMap',
    name: '400 and 422: a map of fields, also of nested ones, to lists of texts',
    source: 'Appendix, error body',
    example: withBody({ lines: [{}, { tax: ['is wrong'] }], non_field_errors: ['Period closed'] }),
    reads: ['lines.tax: is wrong', 'Period closed'],
    read: ({ body }) =>
      !Array.isArray(body) && !isTooDeep(body) && isFieldErrors(body)
        ? readErrorDetails(body)
        : null,
  },
  {
    id: 'bareList',
    name: '400 and 422: a bare list, of texts or of objects with `message`',
    source: 'Appendix, error body',
    example: withBody([{ field: 'vendor', message: 'is blocked' }]),
    reads: ['vendor: is blocked'],
    read: ({ body }) => {
      if (!Array.isArray(body) || body.length === 0) return null;
      const isList =
        isTexts(body) || body.every((each) => messageOf(each) !== null && !isMild(each));
      return isList ? readErrorDetails(body) : null;
    },
  },
  {
    id: 'nestedError',
    name: '400 and 422: an error inside others, or `details` beside `message`',
    source: 'Appendix, error body',
    example: withBody({ response: { errors: [{ field: 'vendor', message: 'is blocked' }] } }),
    reads: ['vendor: is blocked'],
    read: ({ body }) => {
      const isDetailed = messageOf(body) !== null && hasMessageIn(fieldNamed(body, 'details'));
      return nestedErrorIn(body) ?? (isDetailed ? messageOf(body) : null);
    },
  },
  {
    id: 'page',
    name: '422: an HTML page’s `h1` and `title`',
    source: 'Appendix, error body',
    example: { ...withBody(undefined), page: '<title>422</title><h1>Period closed</h1>' },
    reads: ['Period closed', '422'],
    read: ({ page }) => {
      const words = ['h1', 'title'].map((tag) => textOfTag(page ?? '', tag)).filter(isText);
      return words.length === 0 ? null : words;
    },
  },
];

/** Gateways between Billfold and the service use this form, too. */
export const bareMessage: Form<SentRefusal, readonly string[]> = {
  id: 'message',
  name: 'a bare `message`, or `msg`, `description` or `reason`: for 422, or with the quota headers',
  source: 'Appendix, error body',
  example: withBody({ message: 'Bill is on hold' }),
  reads: ['Bill is on hold'],
  read: ({ body }) =>
    [body, fieldNamed(body, 'fault'), fieldNamed(body, 'response')].map(messageOf).find(Boolean) ??
    null,
};

/**
 * Statuses that mean, without any text, that a server did not carry out the request (RFC 9110 §15.5, RFC 4918, RFC
 * 6585).
 */
export const notCarriedOut: readonly number[] = [405, 412, 423, 428];
const BAD_REQUEST = 400;
const FORBIDDEN = 403;
const RATE_LIMITED = 429;
const UNPROCESSABLE = 422;

/**
 * Whether the service itself refused (4xx), not a gateway, filter or portal in between. An intermediary sends no quota
 * headers, and may answer after the request went through. So if this service has sent the headers before, a refusal
 * without them does not count.
 */
export function isOwnRefusal(answer: Answer, quota: QuotaHeaders): boolean {
  const { body, bodyProblem, status } = answer;
  if (quota === 'missing' || bodyProblem === 'tooLarge' || isOfProxy(answer)) return false;
  if (body.form === 'html' && status !== UNPROCESSABLE) return false;
  const sent = sentRefusal(answer);
  if (formsFor(status).some((form) => form.read(sent) !== null)) return true;
  const isSigned = quota === 'there';
  if (body.form === 'empty') return isSigned && notCarriedOut.includes(status);
  // XML comes from gateways: the service answers in JSON. Like a page, it counts for 422 if it has a message.
  if (isMarkup(body)) return status === UNPROCESSABLE && refusalWords(answer).length > 0;
  if (body.form === 'text') return isSigned && !body.brokenJson;
  return (isSigned || status === UNPROCESSABLE) && bareMessage.read(sent) !== null;
}

/**
 * Whether a 401 to an approval is the service's refusal of the token. A gateway or proxy may also answer 401, after the
 * request went through. The service asks for Bearer credentials (RFC 6750 §3), or sends neither a page nor another
 * scheme.
 */
export function isOwnTokenRefusal(answer: Answer, quota: QuotaHeaders): boolean {
  const { body, headers } = answer;
  if (isOfProxy(answer)) return false;
  const challenge = headers.get(headerNames.challenge) ?? '';
  if (bearerOf(challenge) !== null) return true;
  if (OTHER_SCHEME.test(challenge) || body.form === 'html') return false;
  return body.form === 'json' || (quota !== 'missing' && !isMarkup(body));
}

/**
 * Whether a 401 to an approval proves that nothing was applied, even with a new token: it names the token as the reason
 * (RFC 6750 §3.1), or is the service's own refusal with its quota headers.
 */
export function isCertainTokenRefusal(answer: Answer, quota: QuotaHeaders): boolean {
  if (isOfProxy(answer) || answer.body.form === 'html') return false;
  const { body, challenge } = sentRefusal(answer);
  if (challenge?.['error'] === INVALID_TOKEN) return true;
  const isNamed = fieldNamed(body, 'error') === INVALID_TOKEN && quota !== 'missing';
  return isNamed || (quota === 'there' && isOwnRefusal(answer, quota));
}
const INVALID_TOKEN = 'invalid_token';
const OTHER_SCHEME = /(?:^|,)\s*(?:basic|digest|negotiate|ntlm|kerberos)\b/i;

function isMarkup(body: Answer['body']): boolean {
  return body.form === 'text' && body.text.startsWith('<');
}

/** Headers with which proxies, filters and gateways mark their own errors (RFC 9209 §2.1). */
const proxyHeaders = wordList('x-squid-error x-envoy-response-flags x-amzn-errortype cf-mitigated');

function isOfProxy({ headers }: Answer): boolean {
  const isMarked = proxyHeaders.some((name) => headers.get(name) !== null);
  return isMarked || /\berror=/.test(headers.get('proxy-status') ?? '');
}

/** Whether the service refused because of a rate limit: 429, or a 403 whose code or message says so. */
export function isRateLimit(answer: Answer): boolean {
  const { status, body, reading } = answer;
  if (status === RATE_LIMITED) return true;
  if (status !== FORBIDDEN || body.form !== 'json') return false;
  const texts = [refusalCode(answer) ?? '', ...refusalWords(answer)];
  const limit = reading.retryAfter === null ? RATE_LIMIT : RATE_LIMIT_WITH_TIME;
  return texts.some((words) => limit.test(words));
}
const RATE_LIMIT = /rate[ _-]?limit|too[ _-]?many[ _-]?requests|throttl/i;
const RATE_LIMIT_WITH_TIME = /limit|quota|too[ _-]?many|throttl/i;

function formsFor(status: number): readonly Form<SentRefusal, readonly string[]>[] {
  const isValidation = status === BAD_REQUEST || status === UNPROCESSABLE;
  return isValidation ? [...refusalForms, ...validationForms] : refusalForms;
}

/** Texts of the service in a refusal, without duplicates; from an HTML page only for 422. */
export function refusalWords(answer: Refused): readonly string[] {
  const { body } = answer;
  if (body.form === 'text' && /^\s*</.test(body.text))
    return [messageOfXml(body.text)].filter(isText);
  if (body.form === 'text') return /^\s*[[{]\s*["{[]/u.test(body.text) ? [] : [body.text];
  const whole = sentRefusal(answer);
  const sent = {
    ...whole,
    body: readableError(withoutWrappers(onlySentence(innerAnswer(whole.body)))),
  };
  if (isText(sent.body)) return [sent.body];
  const sentences = (lines: readonly string[]): readonly string[] =>
    lines.map(asSentence).filter((words) => isText(words) && !DEVELOPER_TEXT.test(words));
  const says = (words: string): boolean => !isGeneric(words);
  const found = [...formsFor(answer.status), bareMessage].flatMap((form) => form.read(sent) ?? []);
  const details = sentences(readErrorDetails(fieldNamed(sent.body, 'details')));
  const deeper = sentences(errorTextsIn(sent.body));
  const all = found.length === 0 ? deeper : sentences(found);
  const longest = all.toSorted((left, right) => right.length - left.length).slice(0, 1);
  const groups = [all.filter(says), details.filter(says), deeper.filter(says), details, longest];
  const chosen = groups.find((each) => each.length > 0) ?? [];
  return chosen.filter(
    (words, index) =>
      !chosen.some(
        (other, place) =>
          // Drop a text inside a longer one, and a repeated one.
          other.includes(words) && (other !== words || place < index),
      ),
  );
}

/** Details of a failed validation, one line each; none when they repeat the refusal's texts. */
export function refusalDetails(answer: Refused): readonly string[] {
  const details = readableError(fieldNamed(sentRefusal(answer).body, 'details'));
  const lines = readErrorDetails(details).map(asSentence);
  const words = refusalWords(answer);
  return lines.some((line) => words.includes(line)) ? [] : lines;
}

/** Machine-readable code of a refusal: `code`, or an OAuth `error`; null when there is none. */
export function refusalCode(answer: Refused): string | null {
  const { body, challenge } = sentRefusal(answer);
  const [error, first] = [fieldNamed(body, 'error'), [fieldNamed(body, 'errors')].flat()[0]];
  const oauth = isText(fieldNamed(body, 'errordescription')) ? error : undefined;
  const codes = [body, error, first].map((each) => fieldNamed(each, 'code'));
  const found = [codes[0], oauth, codes[1], codes[2], challenge?.['error']];
  const code = found.find((each) => isText(each) || typeof each === 'number');
  return code === undefined ? null : String(code);
}

/**
 * Scopes that a 403 requests: `scope` of its challenge. Otherwise documented scopes (service page, *Scopes*) that occur
 * as whole words in its challenge, or else in its body.
 */
export function namedScopes(answer: Answer): readonly string[] {
  const { challenge } = sentRefusal(answer);
  const given = challenge?.['scope'];
  if (isText(given)) return given.split(/\s/).filter((each) => each !== '');
  const inChallenge = scopesIn(answer.headers.get(headerNames.challenge) ?? '');
  if (inChallenge.length > 0) return inChallenge;
  const { body } = answer;
  if (body.form === 'html' || body.form === 'empty') return [];
  if (body.form === 'json' && excessOf(body.value) !== null) return [];
  return scopesIn(body.form === 'text' ? body.text : JSON.stringify(body.value));
}

/** Whether the answer has a Bearer challenge that names an error or a scope (RFC 6750 §3). */
export function hasChallenge(answer: Refused): boolean {
  const { challenge } = sentRefusal(answer);
  return challenge !== null && ('error' in challenge || 'scope' in challenge);
}

function scopesIn(text: string): readonly string[] {
  const words = new Set(text.split(/[^A-Za-z0-9_]/));
  return Object.keys(scopes).filter((scope) => words.has(scope));
}

function sentRefusal({ status, body, headers }: Refused): SentRefusal {
  const challenge = bearerOf(headers.get(headerNames.challenge) ?? '');
  const page = body.form === 'html' && status === UNPROCESSABLE ? body.text : null;
  const sent = body.form === 'json' ? withoutPrefixes(body.value) : undefined;
  return { body: sent, challenge, page };
}

/** Parameters of the Bearer challenge in a `WWW-Authenticate` header (RFC 9110 §11.6.1); null when there is none. */
function bearerOf(header: string): Fields | null {
  const parameters = /(?:^|,)\s*Bearer\b(.*)/is.exec(header)?.[1];
  if (parameters === undefined) return null;
  const found = parameters.matchAll(/([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))/g);
  return Object.fromEntries(
    [...found].map(([, name = '', quoted, plain = '']) => [
      name.toLowerCase(),
      quoted?.replaceAll(/\\(.)/g, '$1') ?? plain,
    ]),
  );
}

/**
 * Texts under the given keys, as lines, for values that pass `isWanted`. Null when there are none, or none under the
 * key `needed`.
 */
function wordsAt(
  body: unknown,
  names: readonly string[],
  isWanted: (value: unknown) => boolean,
  needed: string | null = null,
): readonly string[] | null {
  const found = names.flatMap((name) => {
    const value = fieldNamed(body, name);
    return isWanted(value) ? [{ name, lines: readErrorDetails(value) }] : [];
  });
  const has = (name: string | null): boolean => found.some((each) => each.name === name);
  if (needed !== null && !has(needed)) return null;
  const lines = found.flatMap((each) => each.lines);
  return lines.length === 0 ? null : lines;
}

function messageOf(body: unknown): readonly string[] | null {
  return wordsAt(body, messageNames, (value) => isText(scalarIn(value)) || Array.isArray(value));
}
const messageNames = [
  ...wordList('message messages usermessage msg description reason motivo motif info faultstring'),
  ...messagesElsewhere,
];

function saysNo(fields: Fields): boolean {
  const [status, success, ok] = ['status', 'success', 'ok'].map((key) => fieldNamed(fields, key));
  const isNo = typeof status === 'string' && /^(?:error|fail|failed|failure)$/i.test(status);
  return isNo || success === false || ok === false;
}

function isMapOfTexts(value: unknown): boolean {
  const values = Object.values(fieldsIn(value));
  return values.length > 0 && values.every((each) => isText(each) || isTexts(each));
}

/** Whether an object or a list has only lists of texts, at any depth, perhaps beside empty objects. */
function isFieldErrors(value: unknown): boolean {
  if (!isNested(value)) return false;
  const inner = Object.values(value).filter((each) => !isEmptyObject(each));
  return inner.length > 0 && inner.every((each) => isTexts(each) || isFieldErrors(each));
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}
