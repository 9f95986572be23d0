/** The user's answer on the consent page. */
export type Decision = 'allow' | 'deny';

type Request = (url: string, init?: RequestInit) => Promise<Response>;

/** The end of a walk through sign-in pages. */
export interface Arrival {
  /** Address at another origin to which the browser was redirected; null for none. */
  readonly redirectedTo: string | null;
  /** Status and text of the last page shown. */
  readonly status: number;
  readonly page: string;
}

/** Answers the consent page for a test, by submitting the form that the page shows. */
export async function answerConsent(
  authorizeUrl: string,
  request: Request,
  decision: Decision,
): Promise<string> {
  const { redirectedTo, status, page } = await walkSignIn(authorizeUrl, request, decision);
  if (redirectedTo !== null) return redirectedTo;
  const sentence = unescapeHtml(/<p>([^<]*)<\/p>/.exec(page)?.[1] ?? '');
  throw new Error(`The consent page answered ${status}: ${sentence}`);
}

/** Presses Allow. @returns the redirect URI with its code and state */
export function approveConsent(authorizeUrl: string, request: Request): Promise<string> {
  return answerConsent(authorizeUrl, request, 'allow');
}

/** Maximum number of pages. No sign-in has this many, so a longer walk is a loop. */
const MAX_PAGES = 15;

/**
 * A minimal browser: keeps cookies, follows redirects, fills in each form and submits it, until it is
 * redirected to another origin. The caller follows that redirect.
 */
export async function walkSignIn(
  link: string,
  request: Request,
  decision: Decision,
): Promise<Arrival> {
  const cookies = new Map<string, string>();
  let next: Step = { url: link };
  let home = new URL(link);
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await request(next.url, {
      redirect: 'manual',
      headers: { ...(cookie === '' ? {} : { cookie }), ...(next.form ? type : {}) },
      ...(next.form ? { method: 'POST', body: next.form.toString() } : {}),
    });
    keepCookies(cookies, answer.headers.getSetCookie());
    const { status } = answer;
    const location = answer.headers.get('location');
    if (location !== null) {
      const url = new URL(location, next.url).href;
      // Billfold's own link redirects to the service first.
      if (home.pathname.startsWith('/start/')) home = new URL(url);
      const isAway = new URL(url).origin !== home.origin;
      if (isAway) return { redirectedTo: url, status, page: await answer.text() };
      next = { url };
      continue;
    }
    const page = await answer.text();
    const step = answer.ok ? stepOn(page, next.url, decision) : null;
    if (step === null) return { redirectedTo: null, status, page };
    next = step;
  }
  throw new Error('The sign-in pages go round in circles.');
}

interface Step {
  readonly url: string;
  readonly form?: URLSearchParams;
}

/** The next request of a user on this page: a link that denies, or the submitted form. */
function stepOn(page: string, base: string, decision: Decision): Step | null {
  const refusal = /<a href="([^"]+)">\[ Cancel \]/.exec(page)?.[1];
  if (decision === 'deny' && refusal !== undefined) return { url: new URL(refusal, base).href };
  const [, attributes = '', content = ''] = /<form([^>]*)>([\s\S]*?)<\/form>/.exec(page) ?? [];
  const action = attributeOf(attributes, 'action');
  if (action === null) return null;
  const form = new URLSearchParams();
  for (const [tag] of content.matchAll(/<(?:input|button)\b[^>]*>/g)) {
    const name = attributeOf(tag, 'name');
    if (name === null) continue;
    const value = attributeOf(tag, 'value');
    if (!tag.startsWith('<button')) form.append(name, value ?? 'reviewer');
    else if (value === decision) form.append(name, value);
  }
  return { url: new URL(action, base).href, form };
}

function attributeOf(tag: string, name: string): string | null {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : unescapeHtml(value);
}

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

function unescapeHtml(text: string): string {
  return text.replace(/&(?:quot|#34|#39|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
}

function keepCookies(cookies: Map<string, string>, given: readonly string[]): void {
  for (const line of given) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }
}
