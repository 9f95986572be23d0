/** Ends an exhaustive switch: the compiler rejects a case nobody handled. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
