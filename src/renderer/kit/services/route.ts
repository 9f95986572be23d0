import { decodeEscapes } from '../../../base/decode-escapes.ts';
import { useSyncExternalStore } from 'react';

export const screens = ['review', 'approvals', 'reports', 'invoices', 'settings'] as const;
export type Screen = (typeof screens)[number];

/** Current screen, with the bill or the part of it to show. */
export interface Route {
  readonly screen: Screen;
  readonly billId: string | null;
  /** Part of the settings or of the reports. */
  readonly part: string | null;
}

/** `#/review`, `#/review/<bill id>`, `#/reports/<part>`, `#/settings/<part>`, … Anything else is the review screen. */
export function readRoute(hash: string): Route {
  const [, name = '', part = ''] = hash.split('/');
  const screen = screens.find((known) => known === name) ?? 'review';
  const shown = part === '' ? null : decodeEscapes(part);
  return {
    screen,
    billId: screen === 'review' ? shown : null,
    part: screen === 'settings' || screen === 'reports' ? shown : null,
  };
}

/** Address of a screen, for a link. @param part a bill, or a part of the screen */
export function routeHref(screen: Screen, part?: string): string {
  return part === undefined ? `#/${screen}` : `#/${screen}/${encodeURIComponent(part)}`;
}

export function goTo(screen: Screen, part?: string): void {
  window.location.hash = routeHref(screen, part);
}

/** The current route. Redraws when it changes. */
export function useRoute(): Route {
  return readRoute(useSyncExternalStore(watchHash, () => window.location.hash));
}

/**
 * Notifies the listener of a new address at once. `hashchange` comes later, and a key pressed meanwhile would act on
 * the previous screen.
 */
function watchHash(listener: () => void): () => void {
  window.navigation.addEventListener('currententrychange', listener);
  return () => window.navigation.removeEventListener('currententrychange', listener);
}
