let format = new Intl.NumberFormat('en');

/**
 * Counts are written as the reader writes numbers. Said once, before anything is drawn: the catalogue is
 * plain functions, and the engine's own default locale may be another than the window's.
 */
export function writeCountsIn(readerLocale: string): void {
  format = new Intl.NumberFormat(readerLocale);
}

/** A count with the reader's digits and separators: "2,400", "2.400". */
export function formatCount(count: number): string {
  return format.format(count);
}

/**
 * Counted things in a language: "1 bill", "2,400 bills". The count has the reader's digits; which form fits it
 * says CLDR.
 * @param categories the language's plural categories, in the order in which the forms are given
 */
export function pluralIn<const Categories extends readonly Intl.LDMLPluralRule[]>(
  language: string,
  categories: Categories,
) {
  const rules = new Intl.PluralRules(language);
  return (count: number, ...forms: { [Index in keyof Categories]: string }): string => {
    const form = forms[categories.indexOf(rules.select(count))];
    return `${formatCount(count)} ${form}`;
  };
}
