/** One row of a table of forms: a form of real services' answers, and its reader. */
export interface Form<Sent, Read> {
  /** Id of the row, which the sandbox's dialects use. */
  readonly id: string;
  /** Short description of the form, printed in the documents. */
  readonly name: string;
  /** Section of the service page that describes it; *Appendix* for forms seen elsewhere. */
  readonly source: string;
  /** A value in this form and its expected reading, which test the row. */
  readonly example: Sent;
  readonly reads: NoInfer<Read>;
  /** Null when the value has another form. */
  read(sent: Sent): Read | null;
}

/** Reading of the first form that fits the value; null when none fits. */
export function readFirst<Sent, Read>(forms: readonly Form<Sent, Read>[], sent: Sent): Read | null {
  for (const form of forms) {
    const read = form.read(sent);
    if (read !== null) return read;
  }
  return null;
}
