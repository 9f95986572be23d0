import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { attemptOf, confirmed } from './testing/attempts.ts';
import type { Journal } from './journal.ts';
import { clock, FOLDER, journalFilesOf, startJournal } from './testing/journal-fixture.ts';
import { createMemoryFiles } from '../files/testing/memory-files.ts';
import { verifyJournal } from './verify-journal.ts';

const operations = ['append', 'sync', 'truncate', 'openAppend', 'writeAtomic', 'list'] as const;
const steps = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('attempt') }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('outcome') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('restart', 'roomAgain') }) },
  // A power cut in the middle of a write leaves part of the line on disk.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('crash'), kept: fc.nat(600) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('full'), room: fc.nat(900) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('fault'),
      operation: fc.constantFrom(...operations),
    }),
  },
);
type Step = typeof steps extends fc.Arbitrary<infer Each> ? Each : never;

const sorted = (known: Awaited<ReturnType<Journal['approvalsOf']>>): unknown =>
  known.ok && [known.value.open.toSorted(), known.value.ended.toSorted()];

/** Runs the steps. Returns the acknowledged attempts that are missing, and the verdict on the chain. */
async function play(plan: readonly Step[]): Promise<{ missing: string[]; verdict: string }> {
  const files = createMemoryFiles();
  const start = () => startJournal(files, { maxFileBytes: 3_000 });
  let journal = start();
  const attempts = new Set<string>();
  const outcomes = new Set<string>();
  for (const [index, step] of plan.entries()) {
    await clock.advance(1);
    switch (step.kind) {
      case 'attempt': {
        const written = await journal.writeAttempt(attemptOf(`${index}`));
        if (written.ok) attempts.add(`${index}`);
        break;
      }
      case 'outcome': {
        const open = [...attempts].find((id) => !outcomes.has(id));
        if (open === undefined) break;
        if ((await journal.writeOutcome(open, 1, confirmed)).ok) outcomes.add(open);
        break;
      }
      case 'restart':
        await journal.close();
        journal = start();
        break;
      case 'crash': {
        files.failNext('sync', 'EIO');
        files.failNext('truncate', 'EIO');
        await journal.writeAttempt(attemptOf(`${index}-torn`));
        files.crash((unsynced) => Math.min(unsynced, step.kept));
        journal = start();
        break;
      }
      case 'full':
        files.setRoom(step.room);
        break;
      case 'roomAgain':
        files.setRoom(null);
        break;
      case 'fault':
        files.failNext(step.operation, 'EIO');
        break;
    }
  }
  files.setRoom(null);
  files.crash();
  journal = start();
  // These starts use up failures that are still planned.
  for (let turn = 0; turn < 8; turn++) await journal.open(null);
  const missing: string[] = [];
  for (const id of attempts) {
    const found = await journal.find(id, 1);
    const expected = outcomes.has(id) ? ['outcome'] : ['outcome', 'attemptOnly'];
    if (!found.ok || !expected.includes(found.value.kind)) missing.push(id);
  }
  // A start without the checkpoint reads all lines, and must find the same.
  const unaided = createMemoryFiles();
  for (const { name, bytes } of await journalFilesOf(files)) {
    unaided.plant(`${FOLDER}/${name}`, bytes);
  }
  const ids = plan.flatMap((_step, index) => [`${index}`, `${index}-torn`]);
  const said = await Promise.all(
    [journal, startJournal(unaided)].map(async (each) =>
      JSON.stringify([
        await Promise.all(ids.map((id) => each.find(id, 1))),
        await each.approvalsOf('connection-1').then(sorted),
      ]),
    ),
  );
  if (said[0] !== said[1]) missing.push('what the checkpoint says otherwise');
  return { missing, verdict: verifyJournal(await journalFilesOf(files)).verdict };
}

test('J-14 property: after any failures and crashes, the journal has lost nothing it acknowledged and its chain is whole', async () => {
  const plans = fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (plan) => {
    const { missing, verdict } = await play(plan);
    return missing.length === 0 && verdict === 'whole';
  });
  expect((await fc.check(plans, { numRuns: 150, seed: 6 })).counterexample).toBeNull();
});
