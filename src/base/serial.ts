/** Runs tasks one after the other, in the order they were handed in. */
export type Serial = <Value>(task: () => Promise<Value>) => Promise<Value>;

/** A queue of one lane. A task must not wait for another one of the same lane. */
export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = last.then(task, task);
    last = mine.catch(() => undefined);
    return mine;
  };
}
