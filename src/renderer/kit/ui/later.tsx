import { type ComponentType, startTransition, useEffect, useLayoutEffect, useState } from 'react';

/** Parts that are not read yet. */
const waiting = new Set<() => Promise<unknown>>();

/** Compiled while the first screen is drawn, what that does without would hold it up. */
const firstScreen = Promise.withResolvers<void>();

/**
 * A part of the window that the first screen does without: read when it is first shown, or before that, once
 * the first screen is there (`readWaiting`). It is then shown at once, without an empty moment. React's `lazy` is not
 * used: a list that is drawn while there is time would stop at each part that is still being read.
 * @param place `overKeys`: it will take the focus, so that keys are nobody else's from the moment it is asked for
 */
export function later<Props extends object>(
  read: () => Promise<ComponentType<Props>>,
  place: 'inPlace' | 'overKeys' = 'inPlace',
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  const get = async (): Promise<ComponentType<Props>> => {
    waiting.delete(get);
    // The user waits for what takes the keys.
    if (place === 'inPlace') await firstScreen.promise;
    const locale = import('./ControlsLocale.tsx');
    const [Part, { ControlsLocale }] = await Promise.all([read(), locale]);
    return (known ??= (props) => (
      <ControlsLocale>
        <Part {...props} />
      </ControlsLocale>
    ));
  };
  waiting.add(get);
  return function Later(props: Props) {
    const [reading] = useState(() => {
      const begun = known === null ? get() : null;
      // What comes of it is told where it stays on screen.
      begun?.catch(() => undefined);
      return begun;
    });
    // As it was when it came on screen: another kind of element would begin anew.
    const [Part, setPart] = useState(() => known);
    const [fault, setFault] = useState<{ readonly problem: unknown } | null>(null);
    useEffect(() => {
      reading?.then(
        (next) => startTransition(() => setPart(() => next)),
        (problem: unknown) => setFault({ problem }),
      );
    }, [reading]);
    // Whoever tries again reads it again.
    if (fault !== null) throw fault.problem;
    return Part === null ? place === 'overKeys' && <HeldKeys /> : <Part {...props} />;
  };
}

let holding = 0;

/** Whether something is opening that will take the keys. */
export const areKeysHeld = (): boolean => holding > 0;

function HeldKeys() {
  useLayoutEffect(() => {
    holding += 1;
  }, []);
  // Not before the effects of what is shown in its place: they move the focus.
  useEffect(
    () => () => {
      holding -= 1;
    },
    [],
  );
  return null;
}

/** Once the first screen is there: reads what is waiting, part by part. @param pause resolves when the window has nothing else to do */
export async function readWaiting(pause: () => Promise<void>): Promise<void> {
  firstScreen.resolve();
  for (const get of waiting) {
    await pause();
    await get();
  }
}
