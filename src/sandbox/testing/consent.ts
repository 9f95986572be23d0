/** What a user does on the consent page, done by program: tests press the button the page shows. */
export async function answerConsent(
  authorizeUrl: string,
  request: (url: string, init?: RequestInit) => Promise<Response>,
  decision: 'allow' | 'deny',
): Promise<string> {
  const shown = await request(authorizeUrl, { redirect: 'manual' });
  // An error redirect needs no consent: the browser would follow it at once.
  const redirected = shown.headers.get('location');
  if (redirected !== null) return redirected;
  const page = await shown.text();
  if (!shown.ok) throw new Error(`The consent page answered ${shown.status}: ${sentenceOf(page)}`);
  const answered = await request(formTarget(page, authorizeUrl), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams([...hiddenFields(page), ['decision', decision]]).toString(),
  });
  const location = answered.headers.get('location');
  if (location === null) throw new Error(`Consent was answered with ${answered.status}`);
  return location;
}

/** Presses Allow. @returns where the browser is sent: the redirect URI with its code and state */
export function approveConsent(
  authorizeUrl: string,
  request: (url: string, init?: RequestInit) => Promise<Response>,
): Promise<string> {
  return answerConsent(authorizeUrl, request, 'allow');
}

function formTarget(page: string, base: string): string {
  const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1];
  if (action === undefined) throw new Error('The page has no form');
  return new URL(unescapeHtml(action), base).href;
}

function hiddenFields(page: string): [string, string][] {
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return [...inputs].map(([, name = '', value = '']) => [unescapeHtml(name), unescapeHtml(value)]);
}

function sentenceOf(page: string): string {
  return unescapeHtml(/<p>([^<]*)<\/p>/.exec(page)?.[1] ?? '');
}

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

function unescapeHtml(text: string): string {
  return text.replace(/&(?:quot|#39|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
}
