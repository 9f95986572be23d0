import { canonicalJson } from '../../src/base/canonical-json.ts';
import { fingerprint, type ReviewedSnapshot } from '../../src/bridge/snapshot.ts';
import type { ApprovalEvent } from '../../src/renderer/core/outbox/approval.ts';

/** The canonical text of a value that never changes; made once for each. */
export const textOf = onceEach((value: object) => canonicalJson(value));

/** The fingerprint of a snapshot, made once for each. */
export const fingerprintOf = onceEach((snapshot: ReviewedSnapshot) => fingerprint(snapshot));

/** The lines of an approval's story as texts, made once for each state of it. */
export const storyOf = onceEach((history: readonly ApprovalEvent[]) =>
  history.map((line) => JSON.stringify(line)),
);

/** Everything is looked at every ten seconds, and hardly any of it has changed. */
function onceEach<Value extends object, Made>(
  make: (value: Value) => Made,
): (value: Value) => Made {
  const made = new WeakMap<Value, Made>();
  return (value) => {
    const known = made.get(value);
    if (known !== undefined) return known;
    const fresh = make(value);
    made.set(value, fresh);
    return fresh;
  };
}
