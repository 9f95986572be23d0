import { isNested, isObject } from '../../base/is-object.ts';
import { fieldsIn } from '../body/answer.ts';
import { isMessageKey } from '../body/error-details.ts';
import { parseExactJson } from '../body/exact-json.ts';
import type { Fields } from '../party.ts';
import { isTooDeep } from '../body/read-item.ts';
import { fieldNamed, plainKey } from '../body/read-party.ts';
import { ABOUT_ERROR, isGeneric, isText } from './refusal-texts.ts';

// Prepares an error for its reader: JSON inside texts is opened, and technical fields beside a message are left out.

/** Prefix of a namespace before a key: `$message`, `o:errorDetails`, `hydra:title`. */
const PREFIX = /^(?:\$|[a-z]{1,8}:)(?=[a-z]{2})/i;

/** A key without the prefix of its namespace. */
export function withoutPrefix(key: string): string {
  return key.replace(PREFIX, '');
}

/** Removes the prefixes of keys at every depth. A key keeps its prefix if its name is taken. */
export function withoutPrefixes(body: unknown): unknown {
  return isTooDeep(body) ? body : strip(body);
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => {
    const short = withoutPrefix(key);
    return [short in value ? key : short, strip(each)];
  });
  return withPlainMessage(Object.fromEntries(entries));
}

/** Names the message of an error as most services do: for health-care outcomes, French services, and keys of texts. */
function withPlainMessage(fields: Fields): Fields {
  if (hasMessage(fields)) return fields;
  const entries = Object.entries(fields);
  const renamed = (from: RegExp, message: unknown, dropped: RegExp): Fields => ({
    ...Object.fromEntries(
      entries.filter(([key]) => !from.test(plainKey(key)) && !dropped.test(plainKey(key))),
    ),
    message,
  });
  const text =
    fieldNamed(fieldNamed(fields, 'details'), 'text') ?? fieldNamed(fields, 'diagnostics');
  if (fieldNamed(fields, 'severity') !== undefined && isText(text))
    return renamed(/^(?:details|diagnostics)$/, text, /^expression$/);
  const label = entries.find(([key]) => LABEL.test(plainKey(key)))?.[1];
  // The code 0 means success.
  const isError = ([key, code]: [string, unknown]): boolean =>
    CODE_OF_LABEL.test(plainKey(key)) && !/^0*$/.test(String(code));
  if (isText(label) && entries.some(isError)) return renamed(LABEL, label, /^identifiant$|^code/);
  const name = fieldNamed(fields, 'i18nkey');
  if (isText(name)) return renamed(/^i18nkey$/, name.replaceAll(/[_.-]+/g, ' '), /^type$/);
  return fields;
}
const LABEL = /^libell?e(?:erreur)?$/;
const CODE_OF_LABEL = /^code(?:erreur|retour)$/;

/** Object or list that a text holds as JSON; undefined for any other value. */
export function jsonIn(value: unknown): object | undefined {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined;
  try {
    const found = parseExactJson(value);
    return isNested(found) && !isTooDeep(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Opens the answer that a function gateway wraps: `{ statusCode: 409, body: '{"error":…}' }`. Other values stay. */
export function innerAnswer(body: unknown): unknown {
  const fields = fieldsIn(body);
  const text = fieldNamed(fields, 'body');
  if (typeof fieldNamed(fields, 'statuscode') !== 'number' || !isText(text)) return body;
  return jsonIn(text) ?? text;
}

/** A sentence that is the whole answer: `{ "@odata.context": "…", value: "Delegated to Jo." }`. Other values stay. */
export function onlySentence(body: unknown): unknown {
  const [only, ...others] = Object.entries(fieldsIn(body)).filter(([key]) => !key.startsWith('@'));
  const isAlone = only !== undefined && others.length === 0 && only[0] === 'value';
  return isAlone && isText(only[1]) && isSentence(only[1]) ? only[1] : body;
}

/** The error without fields for programs, and with only the texts that say something, where there are any. */
export function readableError(body: unknown): unknown {
  return isTooDeep(body) ? body : readable(body, 'outside', 0);
}
/** Maximum depth of JSON in texts of JSON. */
const MAX_TEXTS = 3;

/**
 * Place of a value: outside errors, beside or below a message, or inside a part of an error that only programs read.
 */
type Place = 'outside' | 'beside' | 'inner';

/** @param texts how often JSON in a text may still be opened; 0 outside errors */
function readable(value: unknown, place: Place, texts: number): unknown {
  const json = texts === 0 ? undefined : jsonIn(value);
  if (json !== undefined) return readable(json, place, texts - 1);
  if (Array.isArray(value)) return value.map((each) => readable(each, place, texts));
  if (!isObject(value)) return value;
  const fields = withMessage(value);
  const isBeside = place !== 'outside' || hasMessage(fields);
  const entries = Object.entries(fields).flatMap(([key, each]): [string, unknown][] => {
    const isInner = place === 'inner' || INNER.test(plainKey(key));
    const isWords = isMessageKey(plainKey(key));
    const isLeftOut = isInner
      ? !isNested(each) && !isWords
      : isTechnical(key, each) && !isSentence(each);
    if (isBeside && isLeftOut) return [];
    const at = isInner ? 'inner' : isBeside ? 'beside' : 'outside';
    const isError = texts === 0 && (isWords || ABOUT_ERROR.test(plainKey(key)));
    return [[key, readable(each, at, isError ? MAX_TEXTS : texts)]];
  });
  return Object.fromEntries(entries);
}

/** Names the place and the message of an error as most services do, and drops a generic text beside a better one. */
function withMessage(sent: Fields): Fields {
  const more = Object.keys(sent).find(
    (key) => FALLBACK_MESSAGE.test(plainKey(key)) && isText(sent[key]),
  );
  const isRenamed = more !== undefined && !hasMessage(sent);
  const entries = Object.entries(sent)
    .filter(
      ([key, value]) => !(plainKey(key) === 'fields' && Array.isArray(value) && value.length === 0),
    )
    .map(([key, value]): [string, unknown] => {
      if (isRenamed && key === more) return ['message', value];
      const isPlaces = plainKey(key) === 'fields' && Array.isArray(value) && value.every(isText);
      return isPlaces && !('field' in sent) ? ['field', value.join(', ')] : [key, value];
    });
  const isWords = ([key, value]: [string, unknown]): boolean =>
    isMessageKey(plainKey(key)) && isText(value);
  const isBetter = entries.some((each) => isWords(each) && !isGeneric(String(each[1])));
  const isDropped = (each: [string, unknown]): boolean =>
    isBetter && isWords(each) && isGeneric(String(each[1]));
  return Object.fromEntries(entries.filter((each) => !isDropped(each)));
}

function hasMessage(fields: Fields): boolean {
  return Object.entries(fields).some(
    ([key, value]) => isMessageKey(plainKey(key)) && (isText(value) || Array.isArray(value)),
  );
}

/** Keys of a message where there is no other. */
const FALLBACK_MESSAGE = /^additional(?:data|info(?:rmation)?|message|text)$/;
/** Keys of parts of an error that only programs read. */
const INNER = /^(?:innererror|innerexception|debug(?:info)?|stack(?:trace)?|trace(?:back)?)$/;
const TECHNICAL_WORD =
  /^(?:ids?|[ug]uid|ur[li]s?|href|links?|codes?|class|ref|logref|trace|stack|debug|timestamp|exc|instance)$/;
const TECHNICAL_NAME =
  /^category$|(?:transaction|request|correlation|trace|error|component|session|log|event|span|incident|status|result|documentation)(?:id|[ug]uid|ur[li]|code)$/;

/** Whether a field is an id, a code, a link or a class: `documentation_url`, `CorrelationId`, `NUMBER: '082'`. */
function isTechnical(key: string, value: unknown): boolean {
  if (plainKey(key) === 'number') return /^\d+$/.test(String(value));
  const words = key.replaceAll(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/g, '_').toLowerCase();
  return TECHNICAL_WORD.test(words.split('_').at(-1) ?? '') || TECHNICAL_NAME.test(plainKey(key));
}

/** Whether a value has words for people, so that it is neither an id, a code, nor a link. */
function isSentence(value: unknown): boolean {
  return isNested(value) || (typeof value === 'string' && /\S\s+\S/.test(value));
}
