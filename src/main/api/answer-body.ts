import { fail, succeed, type Result } from '../../base/result.ts';

/** What came after the headers, before anybody asks what it means. */
export type AnswerBody =
  | { readonly form: 'empty' }
  | { readonly form: 'json'; readonly value: unknown }
  | { readonly form: 'html'; readonly text: string }
  /** Anything else. `brokenJson`: it was to be JSON, and is not. */
  | { readonly form: 'text'; readonly text: string; readonly brokenJson: boolean };

export type BodyProblem = 'tooLarge' | 'brokenOff';

// Fifty bills are some 50 KB. Whatever is a hundred times that is not a page of bills.
export const MOST_BODY_BYTES = 5 * 1024 * 1024;

/** Reads the whole body, up to a limit, so that no answer can fill the memory. */
export async function readBody(
  response: Response,
  mostBytes = MOST_BODY_BYTES,
): Promise<Result<Uint8Array, BodyProblem>> {
  const reader = response.body?.getReader();
  if (reader === undefined) return succeed(new Uint8Array());
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.byteLength;
      if (length > mostBytes) {
        await reader.cancel().catch(() => undefined);
        return fail('tooLarge');
      }
      chunks.push(part.value);
    }
  } catch {
    return fail('brokenOff');
  }
  return succeed(Buffer.concat(chunks, length));
}

/**
 * Tells what a body is, by its content type first: a captive portal's page stays a page even where it
 * happens to parse.
 */
export function parseBody(bytes: Uint8Array, contentType: string | null): AnswerBody {
  const text = new TextDecoder().decode(bytes).trim();
  const isHtml = /^\s*(text\/html|application\/xhtml)/i.test(contentType ?? '');
  if (isHtml || /^<(!doctype|html|head|body)\b/i.test(text)) return { form: 'html', text };
  if (text === '') return { form: 'empty' };
  try {
    return { form: 'json', value: JSON.parse(text) };
  } catch {
    const brokenJson = /\bjson\b/i.test(contentType ?? '') || /^[[{]/.test(text);
    return { form: 'text', text, brokenJson };
  }
}
