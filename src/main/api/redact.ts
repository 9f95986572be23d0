const MOST_CHARACTERS = 300;

/**
 * Makes somebody else's text fit to be kept and shown: one line, clipped, and without anything that
 * could be a credential, whether it is one of ours (`secrets`) or only looks like one.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, '[removed]');
  clean = clean
    .replace(/\b(bearer|basic)\s+[^\s"',;]+/gi, '$1 [removed]')
    .replace(/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[removed]')
    .replace(
      /("?(?:access_token|refresh_token|client_secret|id_token|code_verifier)"?\s*[=:]\s*"?)[^\s"'&,;}]+/gi,
      '$1[removed]',
    )
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return clean.length <= MOST_CHARACTERS ? clean : `${clean.slice(0, MOST_CHARACTERS - 1)}…`;
}

const DEEPEST = 8;

/** The same for every text inside a JSON value; what lies deeper than anybody reads is left out. */
export function redactDeep(value: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return redact(value, secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '…';
  if (Array.isArray(value)) return value.map((each) => redactDeep(each, secrets, depth + 1));
  const entries = Object.entries(value).map(([key, field]) => [
    redact(key, secrets),
    redactDeep(field, secrets, depth + 1),
  ]);
  return Object.fromEntries(entries);
}
