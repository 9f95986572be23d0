// Adds APIs that Billfold uses and Electron 25 (Node 18) lacks. Loaded before main and before the sample
// company's process.
require('../renderer/assets/core-js.js');
const { File } = require('node:buffer');
const { webcrypto } = require('node:crypto');
const events = require('node:events');
const tls = require('node:tls');
const workers = require('node:worker_threads');
const zlib = require('node:zlib');

globalThis.crypto ??= webcrypto;
// undici refers to it when it loads.
globalThis.File ??= File;
process.getBuiltinModule ??= require;
// undici expects these functions of Node 22. The app never requests Zstandard.
zlib.createZstdDecompress ??= () => {
  throw new Error('Node 18 has no Zstandard');
};
workers.markAsUncloneable ??= () => {};
events.addAbortListener ??= (signal, listener) => {
  if (signal.aborted) queueMicrotask(listener);
  else signal.addEventListener('abort', listener, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', listener) };
};
// Node 18 knows only its built-in list.
tls.getCACertificates ??= (kind) => (kind === 'default' ? [...tls.rootCertificates] : []);
AbortSignal.any ??= (signals) => {
  const controller = new AbortController();
  for (const signal of signals) {
    const follow = () => controller.abort(signal.reason);
    if (signal.aborted) follow();
    else signal.addEventListener('abort', follow, { once: true });
  }
  return controller.signal;
};

const { safeStorage } = require('electron');
// Main has `safeStorage`; the sample company's process does not.
if (safeStorage !== undefined)
  Object.assign(safeStorage, {
    isAsyncEncryptionAvailable: async () => safeStorage.isEncryptionAvailable(),
    encryptStringAsync: async (plain) => safeStorage.encryptString(plain),
    decryptStringAsync: async (sealed) => ({
      result: safeStorage.decryptString(sealed),
      shouldReEncrypt: false,
    }),
    // If Electron 25 can encrypt, the desktop has a Secret Service.
    getSelectedStorageBackend: () =>
      safeStorage.isEncryptionAvailable() ? 'gnome_libsecret' : 'basic_text',
    setUsePlainTextEncryption: () => {},
  });
