/** What follows a base URL in the addresses people have at hand (service page, *Endpoints*). */
const endpoint = /(?:\/+(?:api\/v1(?:\/.*)?|oauth(?:\/+(?:authorize|token))?))+\/*$/;

/**
 * The base URL in what was typed or pasted: `https://books.example.com/oauth/authorize?client_id=…` is
 * `https://books.example.com`, and no base ends with a slash. What is no web address stays as it is.
 */
export function baseUrlOf(text: string): string {
  const trimmed = text.trim();
  const url = URL.parse(trimmed);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '')
    return trimmed;
  const path = url.pathname.replace(endpoint, '');
  // Of a link to an endpoint the parameters say nothing of where it is; of another they are a mistake to be told.
  const rest = path === url.pathname ? url.search + url.hash : '';
  return url.origin + path.replace(/\/+$/, '') + rest;
}
