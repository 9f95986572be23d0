import type { Approval } from '../../core/model/approval.ts';
import { useNow } from '../hooks/use-now.ts';
import { formatWhy } from './format-why.ts';
import { useStatusContext } from './use-status-context.ts';

const REDRAW_MS = 1_000;

/** The reason for an approval's state, kept up to date. */
export function useWhy(approval: Approval): string {
  const context = useStatusContext();
  return formatWhy(approval, context, useNow(approval.state === 'held' ? REDRAW_MS : null));
}
