/** Decodes the `%` escapes of a URL; null when they do not form whole characters (RFC 3986 §2.1). */
export function decodeEscapes(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
