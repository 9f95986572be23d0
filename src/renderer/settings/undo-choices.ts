import { en } from '../text/en.ts';

/**
 * Times to undo that are offered. One set by hand in the settings file is offered as well, so that
 * opening the screen does not change it.
 * @param chosenMs milliseconds
 */
export function undoChoices(chosenMs: number): readonly { id: string; label: string }[] {
  const { undoChoices: labels, undoOther } = en.settings.approving;
  const all = new Set([...Object.keys(labels).map(Number), chosenMs]);
  return [...all]
    .toSorted((left, right) => left - right)
    .map((ms) => ({ id: String(ms), label: labels[ms] ?? undoOther(ms / 1_000) }));
}
