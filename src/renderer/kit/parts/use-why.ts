import type { Approval } from '../../core/outbox/approval.ts';
import { useNow } from '../hooks/use-now.ts';
import { formatWhy } from './format-why.ts';
import { useAround } from './use-around.ts';

const REDRAW_MS = 1_000;

/** Why an approval stands where it stands, kept up to date. */
export function useWhy(approval: Approval): string {
  const around = useAround();
  return formatWhy(approval, around, useNow(REDRAW_MS));
}
