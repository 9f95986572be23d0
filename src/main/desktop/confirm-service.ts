import { createOneAtATime } from '../../base/serial.ts';

/** Addresses of a connection. */
interface Addresses {
  readonly serviceUrl: string;
  readonly authUrl: string;
}

export interface ServiceConfirmationDeps {
  /** Addresses that need no question: those of the current connection and of the organization's policy. */
  readonly known: () => readonly (Addresses | null)[];
  /** Asks the user in a dialog that no page can answer. */
  readonly ask: (origins: readonly string[]) => Promise<boolean>;
}

/** Asks whether the user agrees to send secrets and approvals there. Both addresses must be valid URLs. */
export type ConfirmService = (wanted: Addresses) => Promise<boolean>;

/**
 * Makes the user confirm unknown addresses: a compromised window could name a service of its own. Only one question is
 * open at a time; a second one meanwhile counts as a no.
 */
export function createServiceConfirmation({ known, ask }: ServiceConfirmationDeps): ConfirmService {
  const oneAtATime = createOneAtATime();
  /** Origins confirmed in this run: a mistyped secret is no reason to ask again. */
  const agreed = new Set<string>();
  return async (wanted) => {
    const confirmed = known().flatMap((addresses) =>
      addresses === null ? [] : originsOf(addresses),
    );
    const unknown = originsOf(wanted).filter(
      (origin) => !confirmed.includes(origin) && !agreed.has(origin),
    );
    if (unknown.length === 0) return true;
    const isAgreed = await oneAtATime(() => ask(unknown), false);
    if (isAgreed) for (const origin of unknown) agreed.add(origin);
    return isAgreed;
  };
}

/** Origins as the URL standard writes them, so that a lookalike host becomes visible. */
function originsOf({ serviceUrl, authUrl }: Addresses): string[] {
  return [...new Set([serviceUrl, authUrl].map((url) => new URL(url.trim()).origin))];
}
