/** A typed host, perhaps with port and path: a name with a dot, or an address of this computer. */
const bareHost =
  /^(?:(localhost|127\.0\.0\.1|\[::1\])|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)(?::\d{1,5})?(?:[/?#].*)?$/iu;

/**
 * Adds the scheme to a typed web address: `books.example.com` gets `https://`, `localhost:3000` gets `http://`. Text
 * that already has a scheme, or names no host, stays as typed.
 */
export function completeAddress(text: string): string {
  const trimmed = text.trim();
  const host = bareHost.exec(trimmed);
  if (host === null) return trimmed;
  return `${host[1] === undefined ? 'https' : 'http'}://${trimmed}`;
}
