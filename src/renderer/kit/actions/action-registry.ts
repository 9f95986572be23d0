/** Something the user can do, as the command palette offers it. */
export interface PaletteAction {
  /** Of its own among all actions, the same at every start: what was done last is offered first. */
  readonly id: string;
  readonly label: string;
  readonly group: ActionGroup;
  /** Other words it is looked for by. */
  readonly also?: string;
  /** What is written on its keys, in the order they are pressed. */
  readonly keys?: readonly string[];
  readonly isDisabled?: boolean;
  /** It is offered once it is looked for: all of them at first would hide the others. */
  readonly isFoundOnly?: boolean;
  run(): void;
}

/** Where an action belongs, in the order the palette shows them. */
export const actionGroups = ['bill', 'approvals', 'go', 'view', 'review', 'app'] as const;
export type ActionGroup = (typeof actionGroups)[number];

/** What the parts on screen offer beside the shortcuts. */
export interface ActionRegistry {
  /** `source` is asked each time the palette opens. Answers with how to take it away. */
  add(source: () => readonly PaletteAction[]): () => void;
  list(): readonly PaletteAction[];
}

export function createActionRegistry(): ActionRegistry {
  const sources = new Set<() => readonly PaletteAction[]>();
  return {
    add: (source) => {
      // A function of its own: the same source may be added twice.
      const own = (): readonly PaletteAction[] => source();
      sources.add(own);
      return () => sources.delete(own);
    },
    list: () => [...sources].flatMap((source) => source()),
  };
}
