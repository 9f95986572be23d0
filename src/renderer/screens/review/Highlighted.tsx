import { highlightAmount, highlightText, type TextPart } from './highlight.ts';

export interface HighlightedProps {
  readonly text: string | null | undefined;
  /** What was looked for, folded. */
  readonly words: readonly string[];
  /** Said where there is no text; never marked, since the search does not look in it. */
  readonly otherwise?: string;
}

/** Text in which what was looked for is marked. It reads the same with and without the marks. */
export function Highlighted({ text, words, otherwise = '' }: HighlightedProps) {
  if (text === null || text === undefined) return otherwise;
  return words.length === 0 ? text : <Parts parts={highlightText(text, words)} />;
}

export interface HighlightedAmountProps {
  /** The amount as it is shown. */
  readonly text: string;
  readonly cents: number;
  readonly words: readonly string[];
}

export function HighlightedAmount({ text, cents, words }: HighlightedAmountProps) {
  return words.length === 0 ? text : <Parts parts={highlightAmount(text, cents, words)} />;
}

function Parts({ parts }: { readonly parts: readonly TextPart[] }) {
  return parts.map(({ text, isMatch }, at) =>
    isMatch ? (
      // Parts have no name but their place, and are never moved.
      <mark key={`${at} ${text}`} className="found">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
