import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Language } from '../../bridge/settings.ts';

/** Pages that the listener serves: fixed text and style, no script, and nothing from the request. */
const pages = {
  answered: {
    status: 200,
    en: ['Access allowed', 'You can close this tab and return to Billfold to continue.'],
    de: ['Zugriff erlaubt', 'Sie können diesen Tab schließen und in Billfold weitermachen.'],
  },
  denied: {
    status: 200,
    en: ['Access not granted', 'Return to Billfold to try again.'],
    de: ['Zugriff nicht erlaubt', 'Kehren Sie zu Billfold zurück, um es erneut zu versuchen.'],
  },
  /** The browser opened the redirect address before there was an answer. */
  waiting: {
    status: 404,
    en: ['Waiting for sign-in', 'Continue in the tab where you sign in.'],
    de: ['Wartet auf die Anmeldung', 'Machen Sie in dem Tab weiter, in dem Sie sich anmelden.'],
  },
  /** A second answer arrived; the first one counts. */
  alreadyAnswered: {
    status: 409,
    en: ['Already answered', 'This link was used before. You can close this tab.'],
    de: [
      'Schon beantwortet',
      'Dieser Link wurde schon verwendet. Sie können diesen Tab schließen.',
    ],
  },
  /** The link was opened before: by a second click, or by someone else. */
  used: {
    status: 410,
    en: [
      'This link was used already',
      'Billfold’s sign-in links work once. If it was not you, cancel the sign-in in Billfold, or sign out there.',
    ],
    de: [
      'Dieser Link wurde schon verwendet',
      'Anmelde-Links von Billfold gelten einmal. Waren Sie es nicht, brechen Sie die Anmeldung in Billfold ab oder melden Sie sich dort ab.',
    ],
  },
} as const satisfies Record<
  string,
  { readonly status: number } & Record<Language, readonly [title: string, says: string]>
>;
export type CallbackPage = keyof typeof pages;

/** @returns status and HTML */
function renderPage(page: CallbackPage, language: Language): [number, string] {
  const { status, [language]: text } = pages[page];
  const [title, says] = text;
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Billfold</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true"><rect x="4" y="10" width="40" height="28" rx="5"/><path d="M4 19h40M30 29h7"/></svg>
<h1>${title}</h1>
<p>${says}</p>
</main>
</body>
</html>
`;
  return [status, html];
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

/** Headers of every answer: they forbid caching, framing, sniffing, scripts and referrers. */
const pageHeaders: Readonly<Record<string, string>> = {
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

export function sendPage(response: ServerResponse, page: CallbackPage, language: Language): void {
  const [status, html] = renderPage(page, language);
  response.writeHead(status, pageHeaders).end(html);
}

export function sendRedirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { ...pageHeaders, location, 'content-length': '0' }).end();
}

export function sendRefusal(
  response: ServerResponse,
  refusal: { readonly status: number; readonly says: string },
): void {
  const headers: Record<string, string> = {
    ...pageHeaders,
    'content-type': 'text/plain; charset=utf-8',
  };
  if (refusal.status === 405) headers['allow'] = 'GET';
  response.writeHead(refusal.status, headers).end(`${refusal.says}\n`);
}

/**
 * Answers with a bare 400 and closes the connection: for bytes that are not HTTP, requests that are
 * too large, and CONNECT.
 */
export function refuseSocket(socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
    socket.destroy(),
  );
}
