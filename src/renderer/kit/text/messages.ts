import { en } from './en/en.ts';

/** Texts and messages of the same names and arguments, in any words. */
type InAnyWords<Text> = Text extends string
  ? string
  : Text extends (...args: infer Args) => infer Said
    ? (...args: Args) => InAnyWords<Said>
    : { readonly [Name in keyof Text]: InAnyWords<Text[Name]> };

/** What every language says. */
type Messages = InAnyWords<typeof en>;

/** Every sentence the screens say. Read when it is shown, never before. */
export const messages: Messages = en;
