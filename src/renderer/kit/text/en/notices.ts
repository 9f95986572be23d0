import type { NoticeAbout } from '../../../../bridge/app.ts';
import { plural } from './plural.ts';

/** What the system says in Billfold's name, also on a locked screen: counts alone. */
export const notices = {
  sent: (count: number) => ({
    title: `${plural(count, 'approval was', 'approvals were')} sent`,
    body:
      count === 1
        ? 'It had waited on this computer for the service.'
        : 'They had waited on this computer for the service.',
  }),
  attention: (count: number) => ({
    title: `${plural(count, 'approval needs', 'approvals need')} attention`,
    body: 'Open Billfold to review them.',
  }),
  dueTomorrow: (count: number) => ({
    title: `${plural(count, 'bill is', 'bills are')} due tomorrow`,
    body: count === 1 ? 'You have not approved it yet.' : 'You have not approved them yet.',
  }),
} as const satisfies Record<
  NoticeAbout,
  (count: number) => { readonly title: string; readonly body: string }
>;
