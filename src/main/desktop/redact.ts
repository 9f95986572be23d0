/** Removes secrets from log lines. */
export interface Redactor {
  /** Remembers a value that must never be logged, such as a client secret or a token. */
  addSecret(value: string): void;
  /** Forgets a secret that is no longer used, so that it does not stay in memory. */
  forget(value: string): void;
  redact(text: string): string;
}

const REDACTED = '[redacted]';
/** Maximum number of remembered secrets. Each use of an access token adds it again, so tokens in use stay. */
const MAX_SECRETS = 50;
// Shorter values would also remove ordinary words from the log.
const SHORTEST_SECRET = 6;

const SECRET_NAMES =
  'access_token|refresh_token|id_token|client_secret|code_verifier|clientSecret|accessToken|refreshToken|password';

/** Patterns of secrets. The text of the first group stays in the log. */
const patterns: readonly RegExp[] = [
  /\b((?:Bearer|Basic)\s+)[\w.~+/=-]+/gi,
  // URLs and forms. `code` counts only there: elsewhere it is an error code.
  new RegExp(String.raw`\b((?:${SECRET_NAMES})=)[^&\s"']+`, 'gi'),
  /([?&](?:code|state)=)[^&\s"']+/gi,
  // JSON, also inside a JSON string.
  new RegExp(String.raw`(\\?"(?:${SECRET_NAMES}|authorization)\\?"\s*:\s*\\?")[^"\\]+`, 'gi'),
];

/** Also removes texts that look like credentials. */
export function createRedactor(): Redactor {
  /** Secrets, each with the forms it may be written in. */
  const secrets = new Map<string, readonly string[]>();
  return {
    addSecret: (value) => {
      if (value.length < SHORTEST_SECRET) return;
      secrets.delete(value);
      secrets.set(value, [value, encodeURIComponent(value)]);
      const [oldest] = secrets.keys();
      if (secrets.size > MAX_SECRETS && oldest !== undefined) secrets.delete(oldest);
    },
    forget: (value) => void secrets.delete(value),
    redact: (text) => {
      const withoutKnown = [...secrets.values()]
        .flat()
        .reduce((left, secret) => left.replaceAll(secret, REDACTED), text);
      return patterns.reduce(
        (left, pattern) => left.replace(pattern, (_all, kept: string) => kept + REDACTED),
        withoutKnown,
      );
    },
  };
}
