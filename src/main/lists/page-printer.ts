import type { Result } from '../../base/result.ts';
import type { Sheet } from '../../bridge/list-file.ts';

/** Makes pages of a document. The document is text of ours in HTML; nothing in it ever runs. */
export interface PagePrinter {
  /** The pages as a PDF, or why there are none. */
  draw(html: string, sheet: Sheet): Promise<Result<Uint8Array, string>>;
  /** Prints through the system's dialog. */
  print(html: string): Promise<Printed>;
  /** Lets go of what is being drawn. */
  close(): void;
}

export type Printed =
  | { readonly kind: 'printed' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly technical: string };
