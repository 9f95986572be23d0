import { createHash } from 'node:crypto';

/** The pages the listener serves: fixed text, one fixed style, no script, nothing from the request. */
export interface CallbackPage {
  readonly status: number;
  readonly title: string;
  readonly says: string;
}

export const answeredPage: CallbackPage = {
  status: 200,
  title: 'Access allowed',
  says: 'You can close this tab and return to Billfold to continue.',
};

export const deniedPage: CallbackPage = {
  status: 200,
  title: 'Access not granted',
  says: 'Return to Billfold to try again.',
};

/** Someone opened the clean address before there was an answer. */
export const waitingPage: CallbackPage = {
  status: 404,
  title: 'Waiting for sign-in',
  says: 'Continue in the tab where you sign in.',
};

/** A second answer: the first one counts. */
export const alreadyAnsweredPage: CallbackPage = {
  status: 409,
  title: 'Already answered',
  says: 'This link was used before. You can close this tab.',
};

/** The way to the service was taken before: by a second click, or by somebody else. */
export const usedPage: CallbackPage = {
  status: 410,
  title: 'This link was used already',
  says: 'Billfold’s sign-in links work once. If it was not you, cancel the sign-in in Billfold, or sign out there.',
};

export function renderPage(page: CallbackPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} – Billfold</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true"><rect x="4" y="10" width="40" height="28" rx="5"/><path d="M4 19h40M30 29h7"/></svg>
<h1>${page.title}</h1>
<p>${page.says}</p>
</main>
</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; --ground: #f6f5f2; --ink: #1d2320; --quiet: #59625d; --mark: #1f6f54; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #161a18; --ink: #edf0ee; --quiet: #a2aca6; --mark: #6cc7a4; }
}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 26rem; padding: 2rem; text-align: center; }
svg { fill: none; stroke: var(--mark); stroke-width: 3; stroke-linecap: round; }
h1 { margin: 1rem 0 .5rem; font-size: 1.5rem; font-weight: 600; }
p { margin: 0; color: var(--quiet); }
`;

/** Headers of every answer: nothing may be kept, framed, sniffed, run or sent on. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  connection: 'close',
};
