/**
 * The one way a sentence is made of parts. A part that holds letters or digits written from right to left, or
 * marks of direction, stands between FSI and PDI (UAX #9 §2.4): it runs its own way and moves nothing beside
 * it. Any other part cannot move anything in a language written from left to right, and stays plain text.
 * A sentence that ends with "Acme Co." has its full stop already.
 */
export function say(fixed: TemplateStringsArray, ...parts: readonly (string | number)[]): string {
  return fixed.reduce((said, text, at) => {
    const part = String(parts[at - 1]);
    const rest = ENDS_WITH_STOP.test(part) ? text.replace(STOP, '$1') : text;
    return `${said}${isolate(part)}${rest}`;
  });
}

/** Names, one after the other, each of them isolated. @param separator of the language */
export function sayAll(parts: readonly string[], separator: string): string {
  return parts.map(isolate).join(separator);
}

/** Also inside the quotation or the isolate that it ends with. */
const ENDS_WITH_STOP = /[.…][”“"’»\u2069]*$/u;
const STOP = /^([”“"’»]*)\.(?=[\s”“"’»)]|$)/u;

const FSI = '\u2068';
const PDI = '\u2069';

/** The right-to-left blocks and their marks; DerivedBidiClass assigns no R, AL or AN outside of them. */
const RUNS_RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

function isolate(part: string): string {
  const text = withoutOverrides(part);
  return RUNS_RIGHT_TO_LEFT.test(text) ? `${FSI}${text}${PDI}` : text;
}

/** A part may be a sentence itself: isolates that are closed in it stay, everything else that turns text goes. */
function withoutOverrides(part: string): string {
  const text = part.replace(/[\u202a-\u202e\u2066\u2067]/gu, '');
  let open = 0;
  for (const mark of text.match(/[\u2068\u2069]/gu) ?? []) {
    open += mark === FSI ? 1 : -1;
    if (open < 0) break;
  }
  return open === 0 ? text : text.replace(/[\u2068\u2069]/gu, '');
}
