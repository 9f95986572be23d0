import { type ComponentType, lazy, Suspense, useState } from 'react';

/** Parts that are not read yet. */
const waiting = new Set<() => Promise<unknown>>();

/**
 * A part of the window that the first screen does without: read when it is first shown, or before that, once
 * the first screen is there (`readWaiting`). It is then shown at once, without an empty moment.
 */
export function later<Props extends object>(
  read: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  const get = async (): Promise<ComponentType<Props>> => {
    waiting.delete(get);
    return (known ??= await read());
  };
  waiting.add(get);
  const Awaited = lazy(async () => ({ default: await get() }));
  return function Later(props: Props) {
    // As it was when it came on screen: another kind of element would begin anew.
    const [Part] = useState(() => known);
    if (Part !== null) return <Part {...props} />;
    return (
      <Suspense fallback={null}>
        <Awaited {...props} />
      </Suspense>
    );
  };
}

/** Reads what is waiting, part by part. @param pause resolves when the window has nothing else to do */
export async function readWaiting(pause: () => Promise<void>): Promise<void> {
  for (const get of waiting) {
    await pause();
    await get();
  }
}
