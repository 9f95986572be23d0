import { dialog, type BrowserWindow } from 'electron';
import type { JournalFormat } from '../../bridge/journal.ts';
import type { ListFormat } from '../../bridge/list-export.ts';

const filters = {
  csv: { name: 'CSV', extensions: ['csv'] },
  json: { name: 'JSON', extensions: ['json'] },
  pdf: { name: 'PDF', extensions: ['pdf'] },
} as const;

/**
 * Asks the user where a file is to be saved, in the system's own dialog.
 * @param name offered, in the folder the system thinks best
 * @returns an absolute path, or null when they cancelled
 */
export async function askWhereToSave(
  window: BrowserWindow | null,
  name: string,
  format: JournalFormat | ListFormat,
): Promise<string | null> {
  const { name: label, extensions } = filters[format];
  const options = {
    defaultPath: name,
    filters: [{ name: label, extensions: [...extensions] }],
    properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const],
  };
  const answer = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  return answer.canceled || answer.filePath === '' ? null : answer.filePath;
}
