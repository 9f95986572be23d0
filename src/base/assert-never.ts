/**
 * Ends an exhaustive switch: the compiler rejects an unhandled case.
 * @throws Error when it is reached nevertheless
 */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
