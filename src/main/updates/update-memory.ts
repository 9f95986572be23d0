import * as z from '../../base/zod.ts';
import type { Random } from '../../base/random.ts';
import type { DocumentStore, Log } from '../ports.ts';
import { versionSchema, type SignedRelease } from './release.ts';

const firstMemorySchema = z.object({
  version: z.literal(1),
  /** Position of this installation in staged rollouts, 0 to 1: it gets a release once the percentage exceeds it. */
  standing: z.number().check(z.minimum(0), z.maximum(1)),
  /** Version given to the installer; null once its result is known. */
  installing: z.nullable(z.string()),
  /** Version whose failure the user was notified of; null for none. */
  toldOf: z.nullable(z.string()),
});

const memorySchema = z.object({
  ...firstMemorySchema.shape,
  version: z.literal(2),
  /** First start with a release server, epoch milliseconds. */
  sinceMs: z.number(),
  /** Newest release list seen; null before the first one. */
  seen: z.nullable(
    z.object({
      keysSerial: z.int(),
      serial: z.int(),
      signedAtMs: z.number(),
      revoked: z.array(versionSchema),
    }),
  ),
});

/** Facts about updates that outlive a restart. */
export type UpdateFacts = Readonly<z.infer<typeof memorySchema>>;

export interface UpdateMemory {
  get(): UpdateFacts;
  change(change: Partial<UpdateFacts>): void;
}

/** Opens the saved facts. A file of version 1 keeps its fields and starts without a list. */
export function openUpdateMemory(deps: {
  readonly document: DocumentStore;
  readonly random: Random;
  readonly log: Log;
  readonly nowMs: number;
}): UpdateMemory {
  const { document, random, log, nowMs } = deps;
  const stored = document.read();
  let facts = factsFrom(stored.ok ? stored.value : null, random, nowMs);
  return {
    get: () => facts,
    change: (change) => {
      facts = { ...facts, ...change };
      const written = document.write(facts);
      if (!written.ok) log.warn('updates: the state was not saved', { problem: written.error });
    },
  };
}

function factsFrom(stored: unknown, random: Random, nowMs: number): UpdateFacts {
  const parsed = memorySchema.safeParse(stored);
  if (parsed.success) return parsed.data;
  const first = firstMemorySchema.safeParse(stored);
  const kept = first.success
    ? first.data
    : { standing: random.next(), installing: null, toldOf: null };
  return { ...kept, version: 2, sinceMs: nowMs, seen: null };
}

/** The facts about a list to remember. */
export function seenFrom({ release, keys }: SignedRelease): NonNullable<UpdateFacts['seen']> {
  return {
    keysSerial: keys.serial,
    serial: release.serial,
    signedAtMs: Date.parse(release.signedAt),
    revoked: [...release.revoked],
  };
}
