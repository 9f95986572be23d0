import { useSyncExternalStore } from 'react';

export const screens = ['review', 'approvals', 'insights', 'invoices', 'settings'] as const;
export type Screen = (typeof screens)[number];

/** Where the app is: a screen, and the bill it is asked to show. */
export interface Route {
  readonly screen: Screen;
  readonly billId: string | null;
}

/** `#/review`, `#/review/<bill id>`, … Anything else is the review screen. */
export function readRoute(hash: string): Route {
  const [, name = '', bill = ''] = hash.split('/');
  const screen = screens.find((known) => known === name) ?? 'review';
  return { screen, billId: screen === 'review' && bill !== '' ? decodeSafely(bill) : null };
}

/** The address of a screen, for a link. */
export function routeHref(screen: Screen, billId?: string): string {
  return billId === undefined ? `#/${screen}` : `#/${screen}/${encodeURIComponent(billId)}`;
}

export function goTo(screen: Screen): void {
  window.location.hash = routeHref(screen);
}

/** The present route; drawn again when it changes. */
export function useRoute(): Route {
  return readRoute(useSyncExternalStore(watchHash, () => window.location.hash));
}

function watchHash(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

function decodeSafely(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
