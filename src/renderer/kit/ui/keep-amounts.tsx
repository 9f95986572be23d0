import type { ReactNode } from 'react';

/** A credit's amount with a currency between minus and number. Other amounts do not break. */
const CREDIT =
  /((?<![\p{L}\p{N}])[-−](?:\p{L}{0,3}\p{Sc}|\p{L}{2,3}\u00a0)[\u00a0\u202f]?\p{Nd}(?:[^\p{L}\s-]*\p{Nd})?)/u;

/**
 * Draws a sentence without a line break within the amount of a credit. Browsers break a line after the minus of
 * "-€5.00", unlike within other amounts. Characters that join would end up in copied text.
 */
export function keepAmounts(sentence: string): ReactNode {
  const parts = sentence.split(CREDIT);
  if (parts.length === 1) return sentence;
  // Odd parts are amounts, because the pattern has one group.
  return parts.map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="unbroken">
        {part}
      </span>
    ),
  );
}
