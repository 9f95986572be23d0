import { contextBridge, ipcRenderer } from 'electron';
import { BRIDGE_KEY } from '../bridge/wire.ts';
import { type BridgeNames, createPreloadBridge } from './preload-bridge.ts';

/** The build replaces this with the names from the bridge's own maps. */
declare const BRIDGE_NAMES: BridgeNames;

contextBridge.exposeInMainWorld(BRIDGE_KEY, createPreloadBridge(ipcRenderer, BRIDGE_NAMES));
