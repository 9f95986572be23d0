import { type ReactNode, useState } from 'react';
import { messages } from '../../kit/text/messages.ts';
import { Button } from '../../kit/ui/Button.tsx';

interface FigureHeadProps {
  readonly texts: readonly string[];
  /** Labels of the columns of amounts, which are aligned at the end. */
  readonly amounts: readonly string[];
  readonly more?: readonly string[];
}

export function FigureHead({ texts, amounts, more = [] }: FigureHeadProps) {
  const headOf = (className?: string) => (label: string) => (
    <th key={label} scope="col" className={className}>
      {label}
    </th>
  );
  return (
    <thead>
      <tr>
        {texts.map(headOf())}
        {amounts.map(headOf('amount'))}
        {more.map(headOf())}
      </tr>
    </thead>
  );
}

/** Rows drawn at first, and added by each press of the button. */
const ROWS_AT_ONCE = 100;

/** The first rows of a long table, and a button that shows more. */
export function useFirstRows<Row>(rows: readonly Row[]): readonly [readonly Row[], ReactNode] {
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const button = rows.length > shown && (
    <Button onPress={() => setShown(shown + ROWS_AT_ONCE)}>
      {messages.reports.more(Math.min(ROWS_AT_ONCE, rows.length - shown))}
    </Button>
  );
  return [rows.slice(0, shown), button];
}
