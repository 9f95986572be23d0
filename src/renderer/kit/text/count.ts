let format = new Intl.NumberFormat('en');

/**
 * Sets the locale of counts in sentences. Called once before the first render: catalogs are plain functions,
 * and the engine's default locale may differ from the window's.
 */
export function writeCountsIn(userLocale: string): void {
  format = new Intl.NumberFormat(userLocale);
}

/** A count with the user's digits and separators: "2,400", "2.400". */
export function formatCount(count: number): string {
  return format.format(count);
}

/**
 * Pluralizes nouns in a language: "1 bill", "2,400 bills". The count has the user's digits; CLDR determines
 * the form.
 * @param categories the language's plural categories, in the order of the forms
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
