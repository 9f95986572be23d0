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

/** Actions that the parts on screen offer besides the shortcuts. */
export interface ActionRegistry {
  /** Adds a source, which is called each time the palette opens. Returns a function that removes it. */
  add(source: () => readonly PaletteAction[]): () => void;
  list(): readonly PaletteAction[];
}

export function createActionRegistry(): ActionRegistry {
  const sources = new Set<() => readonly PaletteAction[]>();
  return {
    add: (source) => {
      // A separate function, because the same source may be added twice.
      const own = (): readonly PaletteAction[] => source();
      sources.add(own);
      return () => sources.delete(own);
    },
    list: () => [...sources].flatMap((source) => source()),
  };
}
