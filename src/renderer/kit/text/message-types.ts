import type { en } from './en/en.ts';

/** The same names and arguments with any texts. */
type InAnyWords<Text> = Text extends string
  ? string
  : Text extends (...args: infer Args) => infer Said
    ? (...args: Args) => InAnyWords<Said>
    : { readonly [Name in keyof Text]: InAnyWords<Text[Name]> };

/** All messages, as every language must provide them. */
export type Messages = InAnyWords<typeof en>;
