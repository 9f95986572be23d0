/** A sentence that says what is the case, and one that says what to do. */
export interface MessageText {
  readonly title: string;
  readonly whatToDo: string;
}
