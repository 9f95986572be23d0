import type { Approval } from '../../core/model/approval.ts';
import { useNow } from '../hooks/use-now.ts';
import { formatWhy } from './format-why.ts';
import { useAround } from './use-around.ts';

const REDRAW_MS = 1_000;

/** The reason for an approval's state, kept up to date. */
export function useWhy(approval: Approval): string {
  const around = useAround();
  return formatWhy(approval, around, useNow(approval.state === 'held' ? REDRAW_MS : null));
}
