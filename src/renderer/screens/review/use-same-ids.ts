import { useState } from 'react';

/**
 * The ids a map has; the same set until there are others. Approvals change with each step of being sent,
 * and a list of 100,000 bills need not be filtered anew for that.
 */
export function useSameIds(map: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set(map.keys()));
  if (hasTheSame(ids, map)) return ids;
  const present = new Set(map.keys());
  setIds(present);
  return present;
}

function hasTheSame(ids: ReadonlySet<string>, map: ReadonlyMap<string, unknown>): boolean {
  return ids.size === map.size && [...ids].every((id) => map.has(id));
}
