import { createObservable, type Observable } from '../../../base/observable.ts';

/** An action of the user, as offered by the command palette. */
export interface PaletteAction {
  /** Unique, and the same at every start: the palette offers recent actions first. */
  readonly id: string;
  readonly label: string;
  readonly group: ActionGroup;
  /** Further search words. */
  readonly also?: string;
  /** Labels of its keys, in the order they are pressed. */
  readonly keys?: readonly string[];
  readonly isDisabled?: boolean;
  /** Offered only as a search result: there are too many of these to list with the other actions. */
  readonly isFoundOnly?: boolean;
  run(): void;
}

/** Groups of actions, in the order of the palette. */
export const actionGroups = ['bill', 'approvals', 'go', 'view', 'review', 'app'] as const;
export type ActionGroup = (typeof actionGroups)[number];

export const actionsIn =
  (group: ActionGroup) =>
  (id: string, label: string, run: () => void, isDisabled = false): PaletteAction => ({
    id,
    label,
    group,
    isDisabled,
    run,
  });

type ActionSource = () => readonly PaletteAction[];

/** Actions that the parts on screen offer besides the shortcuts. */
export interface ActionRegistry {
  /** Adds a source. Returns a function that removes it. */
  add(source: ActionSource): () => void;
  /** The palette calls each source when it opens, and again when one is added: some load after the first screen. */
  readonly sources: Observable<readonly ActionSource[]>;
}

export function createActionRegistry(): ActionRegistry {
  const sources = createObservable<readonly ActionSource[]>([]);
  return {
    sources,
    add: (source) => {
      // A separate function, because the same source may be added twice.
      const own: ActionSource = () => source();
      sources.set([...sources.get(), own]);
      return () => sources.set(sources.get().filter((each) => each !== own));
    },
  };
}
