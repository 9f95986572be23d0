/** One row of the table of forms: a form that answers of real services have, and how it is read. */
export interface Form<Sent, Read> {
  /** Name of the row for the sandbox's dialects. */
  readonly id: string;
  /** The form in a few words, as the documents print it. */
  readonly name: string;
  /** Section of the service page that has it; *Appendix* for forms seen elsewhere. */
  readonly source: string;
  /** A value of this form, and the reading of it: the row's test. */
  readonly example: Sent;
  readonly reads: NoInfer<Read>;
  /** Null where the value has another form. */
  read(sent: Sent): Read | null;
}

/** The reading of the first form that the value has; null when it has none of them. */
export function readFirst<Sent, Read>(forms: readonly Form<Sent, Read>[], sent: Sent): Read | null {
  for (const form of forms) {
    const read = form.read(sent);
    if (read !== null) return read;
  }
  return null;
}
