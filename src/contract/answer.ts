import { parseExactJson } from './exact-json.ts';
import type { RateReading } from './rate-headers.ts';
import type { Fields } from './party.ts';

/** The part of an answer behind its headers, before its meaning is read. */
export type AnswerBody =
  | { readonly form: 'empty' }
  | { readonly form: 'json'; readonly value: unknown }
  | { readonly form: 'html'; readonly text: string }
  /** Anything else. `brokenJson`: it was announced as JSON, or begins like it, and does not parse. */
  | { readonly form: 'text'; readonly text: string; readonly brokenJson: boolean };

export type BodyProblem = 'tooLarge' | 'brokenOff';

/** Answer of the service with its body read as far as there was one: all that the reader is given. */
export interface Answer {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: AnswerBody;
  /** The body was cut off, or larger than `MOST_BODY_BYTES`. */
  readonly bodyProblem: BodyProblem | null;
  readonly reading: RateReading;
}

/** Fifty bills are some 50 KB. A hundred times that is no page of bills. */
export const MOST_BODY_BYTES = 5 * 1024 * 1024;

/** Tells the form of a body, by its content type first: a captive portal's page stays a page even where it parses. */
export function parseBody(bytes: Uint8Array, contentType: string | null): AnswerBody {
  const text = new TextDecoder().decode(bytes).trim();
  const isHtml = /^(text\/html|application\/xhtml)/i.test(contentType ?? '');
  if (isHtml || /^<(!doctype|html|head|body)\b/i.test(text)) return { form: 'html', text };
  if (text === '') return { form: 'empty' };
  try {
    return { form: 'json', value: parseExactJson(text) };
  } catch {
    const brokenJson = /\bjson\b/i.test(contentType ?? '') || /^[[{]/.test(text);
    return { form: 'text', text, brokenJson };
  }
}

/** The fields of an object; none for any other value. */
export function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
}
