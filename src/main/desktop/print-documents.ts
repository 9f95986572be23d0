import { APP_SCHEME } from './app-assets.ts';

/** An origin of its own: nothing of the window's storage is in its reach. */
const PRINT_HOST = 'print';

/** Documents that wait to be drawn, each under an address that is good for as long as it is kept. */
export interface PrintDocuments {
  /** @returns its address, and how to take it away again */
  keep(id: string, html: string): { readonly url: string; release(): void };
  /** Null when the address is no printed document's. */
  answer(request: { readonly method: string; readonly url: string }): Response | null;
}

/** No script, no network, no picture: a document on its way to print is text, its own style and its typeface. */
const POLICY = [
  "default-src 'none'",
  // The document comes from the page in one piece, so its style cannot know a nonce; with all else
  // closed there is nothing a style could reach.
  "style-src 'unsafe-inline'",
  'font-src data:',
  'sandbox',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function createPrintDocuments(): PrintDocuments {
  const kept = new Map<string, string>();
  return {
    keep: (id, html) => {
      const url = `${APP_SCHEME}://${PRINT_HOST}/${id}`;
      kept.set(url, html);
      return { url, release: () => kept.delete(url) };
    },
    answer: ({ method, url }) => {
      if (URL.parse(url)?.host !== PRINT_HOST) return null;
      const html = method === 'GET' ? kept.get(url) : undefined;
      return new Response(html ?? null, {
        status: html === undefined ? 404 : 200,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': POLICY,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
        },
      });
    },
  };
}
