/**
 * Builds every sentence with parts. A part with right-to-left letters or digits, or with bidi controls, is put between
 * FSI and PDI (UAX #9 §2.4), so that it can't reorder the text around it. Other parts can't reorder left-to-right text
 * and stay plain. After a part that ends with a full stop, such as "Acme Co.", the sentence's own full stop is left
 * out.
 */
export function say(fixed: TemplateStringsArray, ...parts: readonly (string | number)[]): string {
  return fixed.reduce((said, text, at) => {
    const part = String(parts[at - 1]);
    const rest = ENDS_WITH_STOP.test(part) ? text.replace(STOP, '$1') : text;
    return `${said}${isolate(part)}${rest}`;
  });
}

/**
 * Joins names, each isolated.
 * @param separator of the language
 */
export function sayAll(separator: string, parts: readonly string[]): string {
  return parts.map(isolate).join(separator);
}

/** A full stop, also before closing quotation marks or isolates. */
const ENDS_WITH_STOP = /[.…][”“"’»\u2069]*$/u;
const STOP = /^([”“"’»]*)\.(?=[\s”“"’»)]|$)/u;

const FSI = '\u2068';
const PDI = '\u2069';

/** The right-to-left blocks and their marks. DerivedBidiClass assigns no R, AL or AN elsewhere. */
const RUNS_RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

function isolate(part: string): string {
  const text = withoutOverrides(part);
  return RUNS_RIGHT_TO_LEFT.test(text) ? `${FSI}${text}${PDI}` : text;
}

/** Removes bidi controls, but keeps closed isolates, since a part may be a sentence itself. */
function withoutOverrides(part: string): string {
  const text = part.replace(/[\u202a-\u202e\u2066\u2067]/gu, '');
  let open = 0;
  for (const mark of text.match(/[\u2068\u2069]/gu) ?? []) {
    open += mark === FSI ? 1 : -1;
    if (open < 0) break;
  }
  return open === 0 ? text : text.replace(/[\u2068\u2069]/gu, '');
}
