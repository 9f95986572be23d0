/** Runs tasks one after the other, in the order they were added. */
export type Serial = <Value>(task: () => Promise<Value>) => Promise<Value>;

/** Creates a queue. A task must not wait for another task of the same queue. */
export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = last.then(task, task);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** Runs one task at a time. A call during another task does nothing and returns `refused`. */
export function createOneAtATime() {
  let isBusy = false;
  return async <Value>(task: () => Promise<Value>, refused: Value): Promise<Value> => {
    if (isBusy) return refused;
    isBusy = true;
    try {
      return await task();
    } finally {
      isBusy = false;
    }
  };
}
