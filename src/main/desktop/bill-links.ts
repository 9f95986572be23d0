import { billLinkSchema, LINK_SCHEME } from '../../bridge/bill-link.ts';

/** Links to bills that the system was asked to open, by whomever: they may show a bill, and nothing else. */
export interface BillLinks {
  /** The arguments of a start, or of a later one that found Billfold running. */
  started(args: readonly string[]): void;
  /** An address, as macOS hands it over. */
  opened(address: string): void;
  /** The bill of the newest link that has not been taken. */
  take(): string | null;
  /** From now on each link is told of. */
  watch(onLink: () => void): void;
}

const isOfUs = new RegExp(`^${LINK_SCHEME}:`, 'i');

/** Keeps a link until the window can show its bill: it may still be starting, be locked, or wait for a sign-in. */
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
      const [link, ...more] = args.filter((arg) => isOfUs.test(arg));
      // The system hands over one. Whoever sends two is not the system.
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
