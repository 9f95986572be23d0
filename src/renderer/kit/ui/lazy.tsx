import {
  type ComponentType,
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { createObservable } from '../../../base/observable.ts';

/** Components and files that are not loaded yet. */
const waiting = new Set<() => Promise<unknown>>();

/** Resolves after the first screen. Compiling other parts earlier would delay it. */
const firstScreen = Promise.withResolvers<void>();

/**
 * A component that the first screen doesn't need. It loads when it is first shown, or in the background after the first
 * screen (`loadWaiting`). Once loaded, it appears without a blank moment. React's `lazy` doesn't fit: a list drawn in
 * idle time would suspend at each component that is still loading.
 *
 * @param read imports its file. @param name the component's name in this file
 * @param place `overKeys`: it will take the focus, so keys wait for it from the moment it is requested
 */
export function lazy<File, Name extends keyof File>(
  read: () => Promise<File>,
  name: Name,
  place: 'inPlace' | 'overKeys' = 'inPlace',
) {
  type Props = File[Name] extends ComponentType<infer Own extends object> ? Own : never;
  let known: ComponentType<Props> | null = null;
  const get = async (): Promise<ComponentType<Props>> => {
    waiting.delete(get);
    // The user waits for a part that takes the keys, so load it now.
    if (place === 'inPlace') await firstScreen.promise;
    const locale = import('./ControlsLocale.tsx');
    const [file, { ControlsLocale }] = await Promise.all([read(), locale]);
    const Part = file[name] as ComponentType<Props>;
    return (known ??= (props) => (
      <ControlsLocale>
        <Part {...props} />
      </ControlsLocale>
    ));
  };
  waiting.add(get);
  return function Lazy(props: Props) {
    const [reading] = useState(() => {
      const begun = known === null ? get() : null;
      // The component below shows the error.
      begun?.catch(() => undefined);
      return begun;
    });
    // Keep the component of the first render: another element type would remount it.
    const [Part, setPart] = useState(() => known);
    const [fault, setFault] = useState<{ readonly problem: unknown } | null>(null);
    useEffect(() => {
      reading?.then(
        (next) => startTransition(() => setPart(() => next)),
        (problem: unknown) => setFault({ problem }),
      );
    }, [reading]);
    // The error boundary shows the fault. The user's next try loads the file again.
    if (fault !== null) throw fault.problem;
    return Part === null ? place === 'overKeys' && <BlockedKeys /> : <Part {...props} />;
  };
}

/**
 * A file that the first screen doesn't need, loaded in the background like the components above.
 * @returns a hook that gives the file, or null until it is loaded; if `isNeeded`, it loads the file at once
 */
export function lazyFile<File>(read: () => Promise<File>): (isNeeded: boolean) => File | null {
  const file = createObservable<File | null>(null);
  const get = async (): Promise<void> => {
    waiting.delete(get);
    file.set(await read());
  };
  waiting.add(get);
  return function useFile(isNeeded) {
    const known = useSyncExternalStore(file.subscribe, file.get, file.get);
    useEffect(() => {
      if (isNeeded && known === null) void get();
    }, [isNeeded, known]);
    return known;
  };
}

let holding = 0;

/** Whether a part that will take the keys is opening. */
export const areKeysBlocked = (): boolean => holding > 0;

function BlockedKeys() {
  useLayoutEffect(() => {
    holding += 1;
  }, []);
  // Release the keys only after the effects of the component that replaces this placeholder: those move the focus.
  useEffect(
    () => () => {
      holding -= 1;
    },
    [],
  );
  return null;
}

/**
 * Loads the waiting parts one by one after the first screen. @param pause resolves when the window is idle, or
 * has been busy for a second
 */
export async function loadWaiting(pause: () => Promise<void>): Promise<void> {
  firstScreen.resolve();
  for (const get of waiting) {
    await pause();
    await get();
  }
}
