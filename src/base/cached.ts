/** Value of the key in `known`. Makes and adds a missing one. */
export function cached<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
