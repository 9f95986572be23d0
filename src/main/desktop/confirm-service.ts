/** Where a connection leads. */
interface Addresses {
  readonly serviceUrl: string;
  readonly authUrl: string;
}

export interface ServiceConfirmationDeps {
  /** What needs no question: the connection in use, the organization's own. */
  readonly known: () => readonly (Addresses | null)[];
  /** Asks the user where no page can answer. */
  readonly ask: (origins: readonly string[]) => Promise<boolean>;
}

/** Whether the user agrees that secrets and approvals go there. Both addresses are ones, checked before. */
export type ConfirmService = (wanted: Addresses) => Promise<boolean>;

/**
 * The window names the service, and a window that was taken over could name its own: an address that is not
 * known has to be confirmed by the user. One question at a time; a second one meanwhile is a no.
 */
export function createServiceConfirmation({ known, ask }: ServiceConfirmationDeps): ConfirmService {
  let isAsking = false;
  /** Of this run: a secret that was typed wrong is no reason to ask again. */
  const agreed = new Set<string>();
  return async (wanted) => {
    const confirmed = known().flatMap((addresses) =>
      addresses === null ? [] : originsOf(addresses),
    );
    const unknown = originsOf(wanted).filter(
      (origin) => !confirmed.includes(origin) && !agreed.has(origin),
    );
    if (unknown.length === 0) return true;
    if (isAsking) return false;
    isAsking = true;
    try {
      const isAgreed = await ask(unknown);
      if (isAgreed) for (const origin of unknown) agreed.add(origin);
      return isAgreed;
    } finally {
      isAsking = false;
    }
  };
}

/** As the URL standard writes them: what only looks like another host shows. */
function originsOf({ serviceUrl, authUrl }: Addresses): string[] {
  return [...new Set([serviceUrl, authUrl].map((url) => new URL(url.trim()).origin))];
}
