import { billLinkSchema, LINK_SCHEME } from '../../bridge/bill-link.ts';

/** Links to bills that the system passed to Billfold. Anyone can make a link, so a link only shows a bill. */
export interface BillLinks {
  /** Handles the arguments of this start, or of a later start while Billfold runs. */
  started(args: readonly string[]): void;
  /** Handles an address, as macOS delivers it. */
  opened(address: string): void;
  /** Returns the bill of the newest link once; null when there is none. */
  take(): string | null;
  /** Calls `onLink` for each link from now on. */
  watch(onLink: () => void): void;
}

const isOurScheme = new RegExp(`^${LINK_SCHEME}:`, 'i');

/**
 * Whether this start should bring the window to the front. A start by a link does so only if the link is usable:
 * otherwise any web page could put the window in front while the user is typing.
 */
export function isPlainStart(args: readonly string[]): boolean {
  return !args.some((arg) => isOurScheme.test(arg));
}

/**
 * Stores the newest link until the window can show its bill, because the window may be starting, locked or signed out.
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
      // The system passes one link at a time, so a start with two does not come from the system.
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
