/** Takes secrets out of text on its way to the log. */
export interface Redactor {
  /** Remembers a value that must never be written, such as a client secret or a token. */
  addSecret(value: string): void;
  redact(text: string): string;
}

const REDACTED = '[redacted]';
/** The newest are kept. Access tokens come again with each use, so what is in use stays. */
const MOST_SECRETS = 50;
// Shorter values would take ordinary words out of the log with them.
const SHORTEST_SECRET = 6;

const SECRET_NAMES =
  'access_token|refresh_token|id_token|client_secret|code_verifier|clientSecret|accessToken|refreshToken|password';

/** Each pattern keeps what its first group matched. */
const patterns: readonly RegExp[] = [
  /\b((?:Bearer|Basic)\s+)[\w.~+/=-]+/gi,
  // In a URL or a form; `code` only there, since elsewhere it is the code of an error.
  new RegExp(String.raw`\b((?:${SECRET_NAMES})=)[^&\s"']+`, 'gi'),
  /([?&](?:code|state)=)[^&\s"']+/gi,
  // In JSON, also when the JSON was itself put in a string.
  new RegExp(String.raw`(\\?"(?:${SECRET_NAMES}|authorization)\\?"\s*:\s*\\?")[^"\\]+`, 'gi'),
];

export function createRedactor(): Redactor {
  /** Each with the forms it may be written in. */
  const secrets = new Map<string, readonly string[]>();
  return {
    addSecret: (value) => {
      if (value.length < SHORTEST_SECRET) return;
      secrets.delete(value);
      secrets.set(value, [value, encodeURIComponent(value)]);
      const [oldest] = secrets.keys();
      if (secrets.size > MOST_SECRETS && oldest !== undefined) secrets.delete(oldest);
    },
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
