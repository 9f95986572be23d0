import { APP_SCHEME } from './app-assets.ts';

/** A separate origin, which cannot reach the window's storage. */
const PRINT_HOST = 'print';

/** Documents to draw, each under an address that works until it is released. */
export interface PrintDocuments {
  /** @returns the document's address, and a function that removes it */
  add(id: string, html: string): { readonly url: string; release(): void };
  /** Null when the address is not that of a document to print. */
  answer(request: { readonly method: string; readonly url: string }): Response | null;
}

/** A document to print has only text, its own style and its typeface: no script, no network, no pictures. */
const POLICY = [
  "default-src 'none'",
  // The document arrives in one piece, so its style cannot have a nonce. A style can reach nothing, because everything
  // else is blocked.
  "style-src 'unsafe-inline'",
  'font-src data:',
  'sandbox',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function createPrintDocuments(): PrintDocuments {
  const documents = new Map<string, string>();
  return {
    add: (id, html) => {
      const url = `${APP_SCHEME}://${PRINT_HOST}/${id}`;
      documents.set(url, html);
      return { url, release: () => documents.delete(url) };
    },
    answer: ({ method, url }) => {
      if (URL.parse(url)?.host !== PRINT_HOST) return null;
      const html = method === 'GET' ? documents.get(url) : undefined;
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
