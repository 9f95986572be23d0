/** Whether a JSON value is an object: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isNested(value) && !Array.isArray(value);
}

/** Whether a JSON value is an object or an array. */
export function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
