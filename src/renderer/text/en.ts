import { app, help, status } from './en/app.ts';
import { approvals } from './en/approvals.ts';
import { flags } from './en/flags.ts';
import { insights } from './en/insights.ts';
import { invoices } from './en/invoices.ts';
import { journal } from './en/journal.ts';
import { problems } from './en/problems.ts';
import { moreScopes } from './en/scopes.ts';
import { quota } from './en/quota.ts';
import { review, snapshotFields, statuses } from './en/review.ts';
import { settings } from './en/settings.ts';
import { signin } from './en/signin.ts';

/** Every sentence the screens say, by the screen that says it. A translation is another such object. */
export const en = {
  app,
  approvals,
  flags,
  help,
  journal,
  insights,
  invoices,
  moreScopes,
  problems,
  quota,
  review,
  settings,
  signin,
  snapshotFields,
  status,
  statuses,
} as const;
