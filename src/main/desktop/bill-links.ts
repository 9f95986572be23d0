import { billLinkSchema, LINK_SCHEME } from '../../bridge/bill-link.ts';

/**
 * Links to bills that the system asked Billfold to open. Anyone can make a link, so a link may show a bill and do
 * nothing else.
 */
export interface BillLinks {
  /** Takes the arguments of this start, or of a later start that found Billfold running. */
  started(args: readonly string[]): void;
  /** Takes an address, as macOS delivers it. */
  opened(address: string): void;
  /** Returns the bill of the newest link once; null when there is none. */
  take(): string | null;
  /** Calls `onLink` for each link from now on. */
  watch(onLink: () => void): void;
}

const isOurScheme = new RegExp(`^${LINK_SCHEME}:`, 'i');

/**
 * Whether this start should bring the window to the front. Not if it comes from a link: then the window is shown only
 * for a usable link. Otherwise any web page could put the window in front while the user is typing.
 */
export function isPlainStart(args: readonly string[]): boolean {
  return !args.some((arg) => isOurScheme.test(arg));
}

/**
 * Saves the newest link until the window can show its bill. The window may be starting, locked, or waiting for a
 * sign-in.
 */
export function createBillLinks(): BillLinks {
  let waiting: string | null = null;
  let onLink = (): void => {};
  const opened = (address: string): void => {
    const link = billLinkSchema.safeParse(address);
    if (!link.success) return;
    waiting = link.data;
    onLink();
  };
  return {
    started: (args) => {
      const [link, ...more] = args.filter((arg) => isOurScheme.test(arg));
      // The system passes one link. A start with two links does not come from the system.
      if (link !== undefined && more.length === 0) opened(link);
    },
    opened,
    take: () => {
      const taken = waiting;
      waiting = null;
      return taken;
    },
    watch: (listener) => (onLink = listener),
  };
}
