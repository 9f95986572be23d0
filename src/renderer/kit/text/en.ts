import { app, help, status, notices, palette, quota } from './en/app.ts';
import { approvals } from './en/approvals.ts';
import { listExport } from './en/export.ts';
import { flags } from './en/flags.ts';
import { insights } from './en/insights.ts';
import { invoices } from './en/invoices.ts';
import { journal } from './en/journal.ts';
import { annotations } from './en/annotations.ts';
import { organizations } from './en/organizations.ts';
import { problems } from './en/problems.ts';
import { moreScopes, signin } from './en/signin.ts';
import { review, snapshotFields, statuses, vendor } from './en/review.ts';
import { settings } from './en/settings.ts';
import { updates } from './en/updates.ts';
import { views } from './en/views.ts';

/** Every sentence the screens say, by the screen that says it. A translation is another such object. */
export const en = {
  app,
  approvals,
  export: listExport,
  flags,
  help,
  journal,
  insights,
  invoices,
  annotations,
  moreScopes,
  organizations,
  notices,
  palette,
  problems,
  quota,
  review,
  settings,
  signin,
  snapshotFields,
  status,
  statuses,
  updates,
  vendor,
  views,
} as const;
