import { type ReactNode, type RefObject, useLayoutEffect } from 'react';
import type { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useSingleKeys } from '../ui/Keys.tsx';

export interface DetailPaneProps {
  readonly paneRef: RefObject<HTMLElement | null>;
  /** Identity of the row and of its place. When it changes, the pane scrolls to the top. */
  readonly shown: string | null;
  readonly text:
    | typeof messages.review.detail
    | typeof messages.approvals.detail
    | typeof messages.invoices.detail;
  /** Whether the list has any rows; null while that is unknown. */
  readonly hasRows: boolean | null;
  readonly onBack: () => void;
  /** Null when no row is current. */
  readonly children: ReactNode;
}

/** Ids of the vendor, number and amount in the pane. */
export const BILL_IDS = 'bill-vendor bill-number bill-amount';

/** The pane beside a list: one of its rows in full. */
export function DetailPane(props: DetailPaneProps) {
  const { paneRef, shown, text, hasRows, onBack, children } = props;
  useLayoutEffect(() => {
    if (shown) paneRef.current?.scrollTo({ top: 0, behavior: 'instant' });
  }, [paneRef, shown]);
  const hasKeys = useSingleKeys();
  return (
    <section ref={paneRef} className="detail" aria-label={text.region}>
      <div className="detail__back">
        <Button variant="quiet" size="small" icon="back" command="clearSelection" onPress={onBack}>
          {text.back}
        </Button>
      </div>
      {children}
      {children === null && hasRows && (
        <EmptyState icon="keyboard" title={text.nothing} {...(hasKeys && { body: text.keys })} />
      )}
      {children === null && hasRows === false && <p className="empty faint">{text.none}</p>}
    </section>
  );
}
