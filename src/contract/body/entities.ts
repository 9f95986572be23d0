const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const LAST_CODE_POINT = 0x10_ff_ff;

/** Text without its HTML entities: `O&#39;Brien &amp; Co` → `O'Brien & Co`. Unknown entities stay. */
export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi,
    (entity, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? entity;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      const character = code > LAST_CODE_POINT ? '' : String.fromCodePoint(code);
      return character.isWellFormed() && character > '\0' ? character : entity;
    },
  );
}
