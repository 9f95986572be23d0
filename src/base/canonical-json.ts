/**
 * Stable JSON text of a value, with sorted keys: objects with equal fields yield the same text in any order of fields.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const fields = value as Readonly<Record<string, unknown>>;
    let text = '';
    for (const key of Object.keys(fields).toSorted()) {
      const field = fields[key];
      if (field === undefined) continue;
      text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(field)}`;
    }
    return `{${text}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
