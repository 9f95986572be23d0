import { isObject } from '../../base/is-object.ts';
import { fail, succeed, type Result } from '../../base/result.ts';

/**
 * Reads the JSON object of a policy. A key that occurs twice makes the policy invalid, because its intended value is
 * unclear.
 * @returns the object, or the end of a sentence that begins with the file's name
 */
export function readPolicyJson(
  fileText: string,
): Result<Readonly<Record<string, unknown>>, string> {
  // Editors on Windows may begin a file with a byte order mark.
  const text = fileText.replace(/^\uFEFF/, '');
  if (text.trim() === '') return fail('is empty');
  // U+FFFD stands for invalid UTF-8. In UTF-16, each ASCII letter has a zero byte.
  if (/[\uFFFD\0]/.test(text)) return fail('is not UTF-8 text');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    return fail(`is not JSON${placeOf(faultAt(text, thrown), text)}`);
  }
  if (!isObject(json)) return fail('is not a JSON object');
  const twice = findRepeatedKey(text);
  return twice === null ? succeed(json) : fail(`has the setting ${showKey(twice)} twice`);
}

function placeOf(at: number | null, text: string): string {
  if (at === null) return '';
  const lines = text.slice(0, at).split('\n');
  return ` (error in line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1})`;
}

/** Index of the first error in a text that `JSON.parse` refused; null if the parser's message does not tell. */
function faultAt(text: string, thrown: unknown): number | null {
  const message = thrown instanceof SyntaxError ? thrown.message : '';
  const named = /at position (\d+)/.exec(message)?.[1];
  if (named !== undefined) return Number(named);
  if (message.startsWith('Unexpected end')) return text.length;
  if (!isUnexpectedToken(text)) return null;
  // V8 gives no position of an unexpected token. A beginning of the text that ends before the error does not cause this
  // message.
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isUnexpectedToken(text.slice(0, middle + 1))) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (thrown) {
    return thrown instanceof SyntaxError && thrown.message.startsWith('Unexpected token');
  }
}

/** Path of the first key that an object of valid JSON has twice, such as `connection.clientId`; null without one. */
function findRepeatedKey(json: string): string | null {
  const open: { readonly keys: Set<string>; readonly path: string }[] = [];
  let path = '';
  for (const [token, text, colon] of json.matchAll(/("(?:[^"\\]+|\\.)*")(\s*:)?|[{}[\]]/gu)) {
    const inside = open.at(-1);
    if (token === '{' || token === '[') open.push({ keys: new Set(), path });
    else if (text === undefined) open.pop();
    else if (colon !== undefined && inside !== undefined) {
      const key = String(JSON.parse(text));
      path = inside.path === '' ? key : `${inside.path}.${key}`;
      if (inside.keys.has(key)) return path;
      inside.keys.add(key);
    }
  }
  return null;
}

/** Maximum characters of a key in a sentence. */
const LONGEST_KEY = 60;

/** A key from the file, quoted and at most 60 characters long. */
export function showKey(key: string): string {
  const shown = showForeign(key);
  return `"${shown.length > LONGEST_KEY ? `${shown.slice(0, LONGEST_KEY - 1)}…` : shown}"`;
}

/** Text from the policy with visible escapes for characters that are invisible or reorder the text beside them. */
export function showForeign(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (each) => `\\u${each.codePointAt(0)?.toString(16).padStart(4, '0')}`,
  );
}
