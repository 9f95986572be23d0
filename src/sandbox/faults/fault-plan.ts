import * as z from '../../base/zod.ts';
import { faultRuleSchema } from './fault.ts';
import type { Fault, FaultKind, FaultMatch, FaultRule } from './fault.ts';

export const faultReportSchema = z.object({
  id: z.string(),
  rule: faultRuleSchema,
  /** Number of requests that matched so far. */
  matched: z.int(),
  /** Number of matching requests that met the fault. */
  fired: z.int(),
});
type FaultReport = Readonly<z.infer<typeof faultReportSchema>>;

/** Planned faults and how often they fired. Empty until a test adds one. */
export interface FaultPlan {
  /** @returns the id to remove it by */
  add(rule: FaultRule): string;
  remove(id: string): void;
  clear(): void;
  /** How often each fault fired, including removed ones. */
  report(): readonly FaultReport[];
  /** Counts the request for every fault and returns those it meets. */
  meet(method: string, path: string): MetFaults;
}

/** The faults one request meets. */
export interface MetFaults {
  readonly kinds: readonly FaultKind[];
  get<Kind extends FaultKind>(kind: Kind): Extract<Fault, { kind: Kind }> | null;
}

interface Entry {
  readonly id: string;
  readonly rule: FaultRule;
  matched: number;
  fired: number;
  removed: boolean;
}

export function createFaultPlan(): FaultPlan {
  const entries: Entry[] = [];
  return {
    add: (rule) => {
      const id = `fault-${entries.length + 1}`;
      entries.push({ id, rule: faultRuleSchema.parse(rule), matched: 0, fired: 0, removed: false });
      return id;
    },
    remove: (id) => {
      for (const entry of entries) if (entry.id === id) entry.removed = true;
    },
    clear: () => {
      for (const entry of entries) entry.removed = true;
    },
    report: () =>
      entries.map(({ id, rule, matched, fired }) => {
        return { id, rule: faultRuleSchema.parse(rule), matched, fired };
      }),
    meet: (method, path) => {
      const met = entries
        .filter((entry) => fires(entry, method, path))
        .map(({ rule }) => rule.fault);
      return metFaults(met);
    },
  };
}

function fires(entry: Entry, method: string, path: string): boolean {
  const match = entry.rule.match ?? {};
  if (entry.removed || !matches(match, method, path)) return false;
  entry.matched += 1;
  const first = match.nth ?? 1;
  const times = match.times ?? (match.nth === undefined ? Infinity : 1);
  if (entry.matched < first || entry.matched >= first + times) return false;
  entry.fired += 1;
  return true;
}

function matches(match: FaultMatch, method: string, path: string): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  return match.path === undefined || pathMatches(match.path, path);
}

function pathMatches(pattern: string, path: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(path);
}

function metFaults(faults: readonly Fault[]): MetFaults {
  const get = <Kind extends FaultKind>(kind: Kind): Extract<Fault, { kind: Kind }> | null =>
    faults.find((fault): fault is Extract<Fault, { kind: Kind }> => fault.kind === kind) ?? null;
  return { kinds: faults.map(({ kind }) => kind), get };
}
