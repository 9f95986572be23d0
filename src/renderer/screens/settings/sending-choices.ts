import { en } from '../../kit/text/en.ts';

/**
 * Times to undo that are offered. One set by hand in the settings file is offered as well, so that
 * opening the screen does not change it.
 * @param chosenMs milliseconds
 */
export function undoChoices(chosenMs: number): readonly { id: string; label: string }[] {
  const { undoChoices: labels, undoOther } = en.settings.approving;
  return withChosen(labels, chosenMs, (ms) => undoOther(ms / 1_000));
}

/**
 * How lately a bill has to have been synced to be sent without a check; 0: never. One set by hand is offered too.
 * @param chosenMinutes minutes
 */
export function skipChoices(chosenMinutes: number): readonly { id: string; label: string }[] {
  const { skipChoices: labels, skipOther } = en.settings.approving;
  return withChosen(labels, chosenMinutes, skipOther);
}

function withChosen(
  labels: Readonly<Record<number, string>>,
  chosen: number,
  formatOther: (value: number) => string,
): readonly { id: string; label: string }[] {
  const all = new Set([...Object.keys(labels).map(Number), chosen]);
  return [...all]
    .toSorted((left, right) => left - right)
    .map((value) => ({ id: String(value), label: labels[value] ?? formatOther(value) }));
}
