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

/** Does one work at a time: another one meanwhile is not begun, and `refused` is its result. */
export function createOneAtATime() {
  let isBusy = false;
  return async <Value>(work: () => Promise<Value>, refused: Value): Promise<Value> => {
    if (isBusy) return refused;
    isBusy = true;
    try {
      return await work();
    } finally {
      isBusy = false;
    }
  };
}
