/** Paths after the base URL in addresses that users copy (service page, *Endpoints*). */
const endpoint = /(?:\/+(?:api\/v1(?:\/.*)?|oauth(?:\/+(?:authorize|token))?))+\/*$/;

/**
 * Finds the base URL in typed or pasted text: `https://books.example.com/oauth/authorize?client_id=…` becomes
 * `https://books.example.com`. A base URL never ends with a slash. Other text stays as it is.
 */
export function baseUrlOf(text: string): string {
  const trimmed = text.trim();
  const url = URL.parse(trimmed);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '')
    return trimmed;
  const path = url.pathname.replace(endpoint, '');
  // Parameters of an endpoint's link do not belong to the base URL. Parameters of other links are a mistake to report.
  const rest = path === url.pathname ? url.search + url.hash : '';
  return url.origin + path.replace(/\/+$/, '') + rest;
}
