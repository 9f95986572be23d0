import { isNested, isObject } from '../../base/is-object.ts';
import { excessOf } from './read-item.ts';
import { plainKey } from './read-party.ts';
import { wordList, wordSet } from './words.ts';

/** Maximum lines to show. */
const MAX_LINES = 20;
const LONGEST_LINE = 300;
/** Maximum items of a list to read: a body of millions must not block main. */
const MAX_IN_LIST = 1_000;
const AND_MORE = '…';
const DEEPEST = 6;

/**
 * Reads the details of a failed validation as lines, because the service page does not define their structure: `{
 * status: ["is paid"] }` → "status: is paid". It understands objects of lists, lists of objects with a field and a
 * message, nested values, and text. It never omits anything silently.
 */
export function readErrorDetails(details: unknown): readonly string[] {
  const lines = [...new Set(linesOf(details, '', 0))];
  if (lines.length <= MAX_LINES) return lines;
  const more = lines.includes(AND_MORE) ? AND_MORE : `… +${lines.length - MAX_LINES}`;
  return [...lines.slice(0, MAX_LINES), more];
}

function linesOf(value: unknown, path: string, depth: number): readonly string[] {
  if (value === null || value === undefined || value === '') return [];
  const localized = localizedText(value);
  if (localized !== null) return [line(path, localized)];
  if (typeof value !== 'object') return [line(path, textOf(value))];
  if (depth >= DEEPEST) return [line(path, excessOf(value) ?? JSON.stringify(value))];
  if (Array.isArray(value)) return linesOfList(value, path, depth);
  return linesOfObject({ ...value }, path, depth);
}

function linesOfList(list: readonly unknown[], path: string, depth: number): readonly string[] {
  const isPlain = list.every((each) => typeof each !== 'object' || each === null);
  if (isPlain) {
    const parts = list.filter((each) => each !== null && each !== '').map(textOf);
    return parts.length > 0 ? [line(path, parts.join(', '))] : [];
  }
  const lines = list.slice(0, MAX_IN_LIST).flatMap((each) => linesOf(each, path, depth + 1));
  return list.length > MAX_IN_LIST ? [...lines, AND_MORE] : lines;
}

/** Text that OData writes with its language: `{ lang: 'en-US', value: 'Locked' }`; null for any other value. */
function localizedText(value: unknown): string | null {
  if (!isObject(value) || !Object.keys(value).every((key) => key === 'lang' || key === 'value'))
    return null;
  return typeof value['value'] === 'string' && value['value'] !== '' ? value['value'] : null;
}

/** Text of a value that is no object. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Plain keys of a message in other languages. */
export const messagesElsewhere = wordList(`
  mensaje mensagem messaggio meldung nachricht melding bericht komunikat wiadomość сообщение повідомлення 消息 メッセージ
  메시지 رسالة meddelande besked beskjed zpráva üzenet mesaj viesti pesan`);

const placeKeys = wordList(`
  field attribute param parameter path pointer source loc name property propertypath propertyname fieldname champ campo
  feld veld`);
const messageKeys = [
  ...wordList(
    `message messages error errors detail msg reason description text errormessage defaultmessage faultstring`,
  ),
  ...messagesElsewhere,
  ...wordList(`
  $t #text _text descripcion descripción descrizione descrição beschreibung texto fehlertext`),
];

/** Whether a plain key is that of a message for people. */
export function isMessageKey(key: string): boolean {
  return messageKeys.includes(key);
}

function linesOfObject(
  fields: Readonly<Record<string, unknown>>,
  path: string,
  depth: number,
): readonly string[] {
  const keyOf = (names: readonly string[], isWanted: (value: unknown) => boolean) =>
    names
      .flatMap((name) => Object.keys(fields).filter((key) => plainKey(key) === name))
      .find((key) => isWanted(fields[key]));
  const placeKey = keyOf(placeKeys, (value) => placeOf(value) !== null);
  const messageKey = keyOf(messageKeys, hasText);
  // One error of a list, with its place and its message.
  if (messageKey !== undefined && (placeKey !== undefined || isRemark(fields))) {
    const place = placeKey === undefined ? null : placeOf(fields[placeKey]);
    // The reason may be in the detail beside a general message.
    const more = keyOf(['detail'], (value) => isObject(value) || /\S\s\S/.test(String(value)));
    const texts = [messageKey, more === messageKey ? undefined : more].map(
      (key) => key && fields[key],
    );
    return texts.flatMap((each) => linesOf(each, join(path, place ?? ''), depth + 1));
  }
  return Object.entries(fields).flatMap(([name, value]) => {
    const plain = plainKey(name);
    const isRead = messageKey !== undefined || /(?:^|\.)innererror$/i.test(path);
    if (isRead && companions.has(plain) && (plain === 'codes' || !isNested(value))) return [];
    // A wrapper such as { errors: { … } } adds no place, nor does the key of a message.
    const isWrapper = name === messageKey || wrappers.has(plain);
    return linesOf(value, isWrapper ? path : join(path, name), depth + 1);
  });
}

/** Plain keys that some framework uses for the whole object, so they name no field. */
const wrappers: ReadonlySet<string> = new Set([
  '',
  ...wordList(
    'error errors base all global nonfielderrors fullmessages body general details mensajes meldungen',
  ),
]);

function placeOf(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return withoutPointer(value);
  if (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each !== 'object')) {
    return value.join('.');
  }
  if (typeof value !== 'object' || value === null || !('pointer' in value)) return null;
  return typeof value.pointer === 'string' ? withoutPointer(value.pointer) : null;
}

/** The field of a JSON pointer (RFC 6901): `/data/attributes/memo` and `#/memo` are `memo`. */
function withoutPointer(place: string): string {
  if (!/^#?\//.test(place)) return place;
  return place.replace(/^#?\/(?:data\/)?(?:attributes\/)?/, '').replaceAll('/', '.');
}

function hasText(value: unknown): boolean {
  if (localizedText(value) !== null) return true;
  return typeof value === 'string' ? value !== '' : Array.isArray(value) && value.length > 0;
}

/** Fields beside a message that only programs need. */
const companions = wordSet(`
  code type status value title id input ctx url links meta requestid traceid timestamp stack stacktrace codes objectname
  target severity errorcode domain locations faultcode faultactor codigo código codice kode typ tipo fehlercode`);

/** Whether the fields are only a message and its companions, such as a code. */
function isRemark(fields: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(fields).every(([name, value]) => {
    // GraphQL puts a code there, and some services their details.
    if (name === 'extensions') return isObject(value) && isRemark(value);
    return messageKeys.includes(plainKey(name)) || companions.has(plainKey(name));
  });
}

function join(path: string, name: string): string {
  if (name === '') return path;
  return path === '' ? name : `${path}.${name}`;
}

function line(path: string, message: string): string {
  const text = path === '' ? message : `${path}: ${message}`;
  return text.length <= LONGEST_LINE ? text : `${text.slice(0, LONGEST_LINE)}…`;
}
