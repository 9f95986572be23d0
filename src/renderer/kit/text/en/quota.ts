import { formatCount } from '../count.ts';
import { plural } from './plural.ts';

export const quota = {
  title: 'Requests to the service',
  left: (remaining: number, limit: number) =>
    `${formatCount(remaining)} of ${formatCount(limit)} left in this window`,
  resets: (time: string) => `The next window begins at ${time}`,
  resetUnknown: 'When the next window begins is not known yet',
  reserve: (reserve: number) => `${plural(reserve, 'is', 'are')} kept for approvals`,
  used: {
    approval: 'Approvals',
    recheck: 'Checking for changes',
    waiting: 'What you waited for',
    background: 'Reading in the background',
  },
  backgroundLeft: (count: number) => `${formatCount(count)} more may go to the background`,
  shared: 'Another program uses the same quota, so background reading is slower.',
  paused: {
    refused: (time: string) =>
      `The service refused a request. Nothing is sent before ${time}, then approvals go first.`,
    spent: (time: string) =>
      `This window is used up. Nothing is sent before ${time}, then approvals go first.`,
  },
  approvalsWaiting: (count: number) =>
    `${plural(count, 'approval waits', 'approvals wait')}, ahead of everything else.`,
  cost: (approvals: number, percent: string) =>
    `${plural(approvals, 'approval uses', 'approvals use')} ${percent} of this hour’s requests.`,
  costBeyond: (approvals: number, now: number, time: string) =>
    `${plural(approvals, 'approval needs', 'approvals need')} more requests than are left: ${formatCount(now)} can go now, the others from ${time} on.`,
  costBeyondUnknown: (approvals: number, now: number) =>
    `${plural(approvals, 'approval needs', 'approvals need')} more requests than are left: ${formatCount(now)} can go now, the others in the next window.`,
} as const;
