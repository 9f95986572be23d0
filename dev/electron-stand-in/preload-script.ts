import { readFileSync } from 'node:fs';
import type { BrowserWindowConstructorOptions } from 'electron';
import { buildPageScript } from './page-script.ts';

/**
 * Script for a window's pages, made from its preload. The preload must follow Electron's rules for a
 * sandboxed one.
 * @throws when the window is not sandboxed and isolated, or the preload is not CommonJS
 */
export function preloadScript({ webPreferences = {} }: BrowserWindowConstructorOptions): string {
  const {
    preload,
    contextIsolation = true,
    sandbox = true,
    nodeIntegration = false,
  } = webPreferences;
  if (!contextIsolation || !sandbox || nodeIntegration)
    throw new Error('The Electron stand-in has sandboxed, isolated pages only.');
  if (preload === undefined) return buildPageScript('');
  const source = readFileSync(preload, 'utf8');
  if (preload.endsWith('.mjs') || /^\s*(?:import\b(?!\s*\()|export\b)/m.test(source))
    throw new Error(`A sandboxed preload is CommonJS: ${preload}`);
  return buildPageScript(source);
}
