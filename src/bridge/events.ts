import * as z from '../base/zod.ts';
import { noticeAboutSchema, noticesSchema } from './app.ts';
import { quotaViewSchema } from './quota.ts';
import { sessionStateSchema } from './session.ts';
import { settingsSchema } from './settings.ts';
import { updateStateSchema } from './updates.ts';

/** What main sends the renderer, unasked. Events announce; they do not steer. */
export const events = {
  'session.changed': sessionStateSchema,
  'quota.changed': quotaViewSchema,
  'settings.changed': settingsSchema,
  'notices.changed': noticesSchema,
  'update.changed': updateStateSchema,
  'power.changed': z.enum(['suspended', 'resumed', 'onBattery', 'onMains']),
  /** An entry of the application menu was chosen. */
  'menu.chosen': z.enum([
    'settings',
    'find',
    'palette',
    'refresh',
    'review',
    'approvals',
    'insights',
    'invoices',
    'shortcuts',
    'whatsNew',
    'about',
  ]),
  /** A system notification was clicked; the window is in front. */
  'notice.clicked': noticeAboutSchema,
  /** A link to a bill was opened: `app.takeLink` has it. */
  'link.opened': z.undefined(),
  /** Billfold is about to quit: put everything away, then call `app.readyToQuit`. */
  'quit.requested': z.undefined(),
} as const satisfies Record<string, z.ZodMiniType>;

export type Events = typeof events;
export type EventName = keyof Events;
export type PayloadOf<Name extends EventName> = z.infer<Events[Name]>;
