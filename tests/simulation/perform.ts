import type { Operation } from './operations.ts';
import { isUsers, performForUser } from './perform-user.ts';
import { performInWorld } from './perform-world.ts';
import type { Harness } from './harness.ts';

/** Does one operation. What it starts goes on while time passes afterwards. */
export async function perform(harness: Harness, operation: Operation): Promise<void> {
  harness.count(operation.kind);
  harness.note(JSON.stringify(operation));
  const workspace = harness.workspace();
  if (isUsers(operation)) {
    if (workspace && !harness.clock.isSuspended())
      await performForUser(harness, workspace, operation);
    else harness.note('  nobody to do it');
  } else await performInWorld(harness, operation);
  await harness.clock.settle();
}
