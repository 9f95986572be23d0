import { isNested, isObject } from '../../base/is-object.ts';
import { parseExactJson } from './exact-json.ts';
import { withPlainValues } from './nullables.ts';
import type { RateReading } from './rate-headers.ts';
import type { Fields } from '../party.ts';

/** Body of an answer, parsed but not yet interpreted. */
export type AnswerBody =
  | { readonly form: 'empty' }
  /** `asHtml`: the content type says HTML. Some frameworks and captive portals send JSON like this. */
  | { readonly form: 'json'; readonly value: unknown; readonly asHtml?: true }
  | { readonly form: 'html'; readonly text: string }
  /** Anything else. `brokenJson`: the body was announced as JSON, or begins like JSON, but does not parse. */
  | { readonly form: 'text'; readonly text: string; readonly brokenJson: boolean };

export type BodyProblem = 'tooLarge' | 'brokenOff';

/** Answer of the service, with as much of its body as arrived. */
export interface Answer {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: AnswerBody;
  /** The body was cut off, or larger than `MAX_BODY_BYTES`; null when it is complete. */
  readonly bodyProblem: BodyProblem | null;
  readonly reading: RateReading;
}

/** Bytes. A page of fifty bills has about 50 KB, so a body a hundred times larger is not one. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** Parses a body. A body that its content type calls HTML must be an object or a list to count as JSON. */
export function parseBody(bytes: Uint8Array, contentType: string | null): AnswerBody {
  const text = decode(bytes, contentType).trim();
  const isHtml = /^(text\/html|application\/xhtml)/i.test(contentType ?? '');
  const asJson = /^[[{]/.test(text);
  const isPage = isHtml && !asJson;
  if (isPage || /^<(!doctype|html|head|body)\b/i.test(text)) return { form: 'html', text };
  if (text === '') return { form: 'empty' };
  try {
    const value = parseTwice(text);
    if (hasTooManyFields(value)) return { form: 'text', text, brokenJson: true };
    return { form: 'json', value, ...(isHtml && { asHtml: true }) };
  } catch {
    if (isHtml) return { form: 'html', text };
    const brokenJson = /\bjson\b/i.test(contentType ?? '') || asJson;
    return { form: 'text', text, brokenJson };
  }
}

/** Parses JSON, and parses a text that holds an object or a list once more: some services encode answers twice. */
function parseTwice(text: string): unknown {
  const value = parseJson(text);
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}

function parseJson(text: string): unknown {
  return withPlainValues(parseExactJson(text), text);
}

/** Decodes UTF-8, as JSON must be (RFC 8259 §8.1), or else the charset of the content type. */
function decode(bytes: Uint8Array, contentType: string | null): string {
  const charset = /;\s*charset="?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  for (const each of ['utf-8', charset]) {
    try {
      return new TextDecoder(each, { fatal: true }).decode(bytes);
    } catch {
      // The body has another charset, or the decoder does not know this one.
    }
  }
  return new TextDecoder().decode(bytes);
}

/** Maximum fields in a body. Readers visit every field; real answers have far fewer. */
const MAX_FIELDS = 10_000;
/** Levels of nested objects that readers look at: `{data: {bills: {items: […]}}}` has three. */
const LEVELS_OF_FORMS = 4;

function hasTooManyFields(body: unknown): boolean {
  let level = [body].filter(isObject);
  for (let depth = 0; depth < LEVELS_OF_FORMS; depth += 1) {
    const values = level.flatMap((each) => Object.values(each));
    if (values.length > MAX_FIELDS) return true;
    level = values.filter(isObject);
  }
  return false;
}

/** Maximum fields outside lists in an answer to an approval. Its readers visit each of them hundreds of times. */
const MAX_FIELDS_OF_APPROVAL = 2_000;

/** Replaces a body with more fields than any real answer to an approval: its readers would take seconds. */
export function withoutWideBody(answer: Answer): Answer {
  const { body } = answer;
  if (body.form !== 'json' || !isTooWide(body.value)) return answer;
  return { ...answer, body: { form: 'text', text: '', brokenJson: true } };
}

/** Counts the fields outside lists, and those in a list's only item. */
function isTooWide(body: unknown): boolean {
  let fields = 0;
  for (let level = [body]; level.length > 0 && fields <= MAX_FIELDS_OF_APPROVAL;) {
    const values = level.filter(isObject).flatMap((each) => Object.values(each));
    const onlyItems = level.flatMap((each): readonly unknown[] =>
      Array.isArray(each) && each.length === 1 ? each : [],
    );
    fields += values.length;
    level = [...values, ...onlyItems];
  }
  return fields > MAX_FIELDS_OF_APPROVAL;
}

/** Maximum depth to shorten. Searches for words go no deeper. */
const LEVELS_TO_SHORTEN = 64;

/** Cuts long texts of an answer: the regular expressions that search them for words may take quadratic time. */
export function withShortTexts(answer: Answer): Answer {
  const { body } = answer;
  if (body.form === 'text') return { ...answer, body: { ...body, text: clipped(body.text) } };
  if (body.form !== 'json') return answer;
  return { ...answer, body: { ...body, value: shortened(body.value) } };
}

/** Maximum characters of a text to search. Longer texts are pages, dumps or attachments. */
const MAX_SEARCHED = 4_000;

export const clipped = (text: string): string => text.slice(0, MAX_SEARCHED);

function shortened(value: unknown, levels = LEVELS_TO_SHORTEN): unknown {
  if (typeof value === 'string') return clipped(value);
  if (!isNested(value) || levels === 0) return value;
  if (Array.isArray(value)) return value.map((each) => shortened(each, levels - 1));
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, each]) => [key, shortened(each, levels - 1)]));
}

/** Whether a value is an object without fields. */
export function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** Fields of an object; empty for any other value. */
export function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
}
