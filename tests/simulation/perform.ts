import type { Operation } from './operations.ts';
import { isUsers, performForUser } from './perform-user.ts';
import { performOnWorld } from './perform-world.ts';
import type { World } from './world.ts';

/** Does one operation. What it starts goes on while time passes afterwards. */
export async function perform(world: World, operation: Operation): Promise<void> {
  world.count(operation.kind);
  world.note(JSON.stringify(operation));
  const workspace = world.workspace();
  if (isUsers(operation)) {
    if (workspace && !world.clock.isSuspended()) await performForUser(world, workspace, operation);
    else world.note('  nobody to do it');
  } else await performOnWorld(world, operation);
  await world.clock.settle();
}
