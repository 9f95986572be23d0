import { annotations } from './annotations.ts';
import { app, digest, help, notices, palette, quota, status } from './app.ts';
import { approvals } from './approvals.ts';
import { listExport } from './export.ts';
import { flags } from './flags.ts';
import { reports } from './reports.ts';
import { invoices } from './invoices.ts';
import { journal } from './journal.ts';
import { limits } from './limits.ts';
import { organizations } from './organizations.ts';
import { problems } from './problems.ts';
import { review, snapshotFields, statuses } from './review.ts';
import { settings } from './settings.ts';
import { moreScopes, signin } from './signin.ts';
import { updates } from './updates.ts';
import { vendor } from './vendor.ts';
import { views } from './views.ts';

/** All German texts. */
export const de = {
  app,
  approvals,
  digest,
  export: listExport,
  flags,
  help,
  journal,
  reports,
  invoices,
  limits,
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
