import Store from 'electron-store';
import type { DocumentStore } from '../ports.ts';
import { createConfDocument } from '../settings/conf-document.ts';

/**
 * Documents kept by electron-store in `folder` (an absolute path), each `<name>.json`, owner only.
 * The work is done in `settings/conf-document.ts`, which Node's tests run over electron-store's base.
 */
export function createElectronStoreDocuments(folder: string): {
  open(name: string): DocumentStore;
} {
  return { open: (name) => createConfDocument(folder, name, (options) => new Store(options)) };
}
