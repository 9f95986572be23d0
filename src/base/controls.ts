// Tabs and line ends are text. Direction marks (U+200E, U+200F, U+061C) act like an invisible letter and are harmless.
const CONTROLS = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Removes control characters from a foreign text, and characters that reorder the text beside it: embeddings, overrides
 * and isolates (UAX #9 §2).
 */
export function dropControls(text: string): string {
  return text.replace(CONTROLS, '');
}

/** The user's words, trimmed and without controls; empty if none of them is visible. */
export function visibleText(text: string): string {
  return ONLY_INVISIBLE.test(text) ? '' : dropControls(text).trim();
}

const ONLY_INVISIBLE = /^[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]*$/u;

/** Applies `dropControls` to every text of a JSON value, names included. Returns a clean value itself, not a copy. */
export function dropControlsDeep<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  if (text === undefined || !MAY_HOLD_CONTROLS.test(text)) return value;
  return JSON.parse(text, (_key, part: unknown) => {
    if (typeof part === 'string') return dropControls(part);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [dropControls(key), each]));
  }) as Value;
}

// JSON writes C0 controls as escapes.
const MAY_HOLD_CONTROLS = /\\[ubf]|[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;

/** Writes control characters as visible escapes, which have no effect. */
export function showControls(text: string): string {
  const all = new RegExp(`${CONTROLS.source}|[\\u061c\\u200e\\u200f\\u2028\\u2029]`, 'gu');
  return text.replace(
    all,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
