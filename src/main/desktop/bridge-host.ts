import { ipcMain } from 'electron';
import { answerBridge, type BridgeAnswersDeps } from './bridge-answers.ts';

/** Opens the bridge. No other module uses `ipcMain`. */
export function hostBridge(deps: Omit<BridgeAnswersDeps, 'ipcMain'>): { close(): void } {
  return answerBridge({ ...deps, ipcMain });
}
