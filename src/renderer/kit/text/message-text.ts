/** A sentence for the situation, and one for the advice. */
export interface MessageText {
  readonly title: string;
  readonly whatToDo: string;
}
