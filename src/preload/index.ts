import { contextBridge, ipcRenderer } from 'electron';
import { BRIDGE_KEY } from '../bridge/wire.ts';
import { createPreloadBridge } from './preload-bridge.ts';

contextBridge.exposeInMainWorld(BRIDGE_KEY, createPreloadBridge(ipcRenderer));
