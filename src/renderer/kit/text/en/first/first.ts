import { annotations } from './annotations.ts';
import { app, status } from './app.ts';
import { flags } from './flags.ts';
import { approvals, help, limits, listExport, organizations, palette, problems } from './others.ts';
import { review, statuses, vendor } from './review.ts';
import { views } from './views.ts';

/**
 * English texts of the first screen. The rest of each section is in the parent folder and loads with the code
 * that uses it.
 */
export const firstScreen = {
  annotations,
  app,
  approvals,
  export: listExport,
  flags,
  help,
  limits,
  organizations,
  palette,
  problems,
  review,
  status,
  statuses,
  vendor,
  views,
} as const;
