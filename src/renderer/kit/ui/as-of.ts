/**
 * Finds an answer that is another with each version of what it is asked of. Memos name the version by
 * it: of an object that answers differently without being another one, nothing else tells them.
 */
export function asOf<Answer>(_version: unknown, find: () => Answer): Answer {
  return find();
}
