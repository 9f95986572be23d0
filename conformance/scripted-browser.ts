/** What the user does on the pages they are shown. */
export type Decision = 'allow' | 'deny';

/** Where a walk through somebody's sign-in pages ended. */
export interface Arrival {
  /** The redirect URI with what the service put on it, or null when no redirect led there. */
  readonly redirectedTo: string | null;
  /** Status and text of the last page shown. */
  readonly status: number;
  readonly page: string;
}

/** More pages than any sign-in has: a circle. */
const MOST_PAGES = 15;

/**
 * A browser of a few lines: keeps cookies, follows redirects, fills in the form it is shown and presses
 * the button, until it is sent to `redirectUri`. It does not go there; the caller does.
 */
export async function walkSignIn(
  link: string,
  redirectUri: string,
  decision: Decision = 'allow',
): Promise<Arrival> {
  const cookies = new Map<string, string>();
  let next: Step = { url: link };
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const answer = await fetch(next.url, {
      method: next.form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(next.form ? { body: next.form } : {}),
    });
    keepCookies(cookies, answer.headers.getSetCookie());
    const page = await answer.text();
    const location = answer.headers.get('location');
    if (location !== null) {
      const target = new URL(location, next.url).href;
      if (target.startsWith(redirectUri)) {
        return { redirectedTo: target, status: answer.status, page };
      }
      next = { url: target };
      continue;
    }
    const step = answer.ok ? stepOn(page, next.url, decision) : null;
    if (step === null) return { redirectedTo: null, status: answer.status, page };
    next = step;
  }
  throw new Error('The sign-in pages go round in circles.');
}

interface Step {
  readonly url: string;
  readonly form?: URLSearchParams;
}

/** The next request a user of this page makes: a link that says no, or the form with a button pressed. */
function stepOn(page: string, base: string, decision: Decision): Step | null {
  const refusal = /<a href="([^"]+)">\[ Cancel \]/.exec(page)?.[1];
  if (decision === 'deny' && refusal !== undefined) return { url: resolve(refusal, base) };
  const [, attributes = '', content = ''] = /<form([^>]*)>([\s\S]*?)<\/form>/.exec(page) ?? [];
  const action = attributeOf(attributes, 'action');
  if (action === null) return null;
  const form = new URLSearchParams();
  for (const [tag] of content.matchAll(/<(?:input|button)\b[^>]*>/g)) {
    const name = attributeOf(tag, 'name');
    if (name === null) continue;
    const value = attributeOf(tag, 'value');
    if (!tag.startsWith('<button')) form.set(name, value ?? 'reviewer');
    else if (value === decision) form.set(name, value);
  }
  return { url: resolve(action, base), form };
}

function resolve(target: string, base: string): string {
  return new URL(target, base).href;
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
