/** The value of the key in `known`; made and added if it is not there. */
export function cached<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
