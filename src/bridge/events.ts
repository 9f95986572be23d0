import * as z from '../base/zod.ts';
import { noticeAboutSchema, noticesSchema } from './app.ts';
import { quotaViewSchema } from './quota.ts';
import { sessionStateSchema } from './session.ts';
import { settingsSchema } from './settings.ts';
import { updateStateSchema } from './updates.ts';

/** Events that main sends to the renderer. They announce changes; they do not give commands. */
export const events = {
  'session.changed': sessionStateSchema,
  'quota.changed': quotaViewSchema,
  'settings.changed': settingsSchema,
  'notices.changed': noticesSchema,
  'update.changed': updateStateSchema,
  'power.changed': z.enum(['suspended', 'resumed', 'onBattery', 'onMains']),
  /** The user chose an entry of the application menu. */
  'menu.chosen': z.enum([
    'settings',
    'find',
    'palette',
    'refresh',
    'review',
    'approvals',
    'reports',
    'invoices',
    'shortcuts',
    'whatsNew',
    'about',
  ]),
  /** The user clicked a system notification; the window is in front. */
  'notice.clicked': noticeAboutSchema,
  /** The user opened a link to a bill; `app.takeLink` returns it. */
  'link.opened': z.undefined(),
  /** Billfold is about to lock: save what the user is typing, then call `app.readyToLock`. */
  'lock.requested': z.undefined(),
  /** Billfold is about to quit: save everything, then call `app.readyToQuit`. */
  'quit.requested': z.undefined(),
} as const satisfies Record<string, z.ZodMiniType>;

export type Events = typeof events;
export type EventName = keyof Events;
export type PayloadOf<Name extends EventName> = z.infer<Events[Name]>;
