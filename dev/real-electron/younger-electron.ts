import type { IpcMain, Protocol, SafeStorage, WebFrameMain } from 'electron';

/** Adds to Electron 22 what is younger and the app uses, over what was there. Before the app's main. */
export function addYounger(electron: {
  readonly ipcMain: IpcMain;
  readonly protocol: Protocol;
  readonly safeStorage: SafeStorage;
}): void {
  Object.assign(electron.protocol, handling(electron.protocol));
  Object.assign(electron.safeStorage, sealing(electron.safeStorage));
  giveOrigins(electron.ipcMain);
}

/** Electron 25. */
const handling = (protocol: Protocol): Pick<Protocol, 'handle'> => ({
  handle: (scheme, handler) => {
    const isNew = protocol.registerBufferProtocol(scheme, (request, answer) => {
      const { method, headers } = request;
      void Promise.resolve(handler(new Request(request.url, { method, headers })))
        .then(async (response) =>
          answer({
            statusCode: response.status,
            headers: Object.fromEntries(response.headers),
            mimeType: (response.headers.get('content-type') ?? '').replace(/;.*/, ''),
            charset: 'utf-8',
            data: Buffer.from(await response.arrayBuffer()),
          }),
        )
        .catch(() => answer({ error: -2 }));
    });
    if (!isNew) throw new Error(`Failed to register protocol: ${scheme}`);
  },
});

/** The forties. */
const sealing = (safeStorage: SafeStorage): Partial<SafeStorage> => ({
  isAsyncEncryptionAvailable: async () => safeStorage.isEncryptionAvailable(),
  encryptStringAsync: async (plain) => safeStorage.encryptString(plain),
  decryptStringAsync: async (sealed) => ({
    result: safeStorage.decryptString(sealed),
    shouldReEncrypt: false,
  }),
  // Electron 22 does not tell; a desktop that can seal here has a Secret Service.
  getSelectedStorageBackend: () =>
    safeStorage.isEncryptionAvailable() ? 'gnome_libsecret' : 'basic_text',
  setUsePlainTextEncryption: () => {},
});

/** Electron 23: a frame tells its origin. Here from the address, as Chromium does for a standard scheme. */
function giveOrigins(ipcMain: IpcMain): void {
  const handle = ipcMain.handle.bind(ipcMain);
  ipcMain.handle = (channel, handler) =>
    handle(channel, (event, ...args: unknown[]) => {
      if (event.senderFrame !== null) addOrigin(event.senderFrame);
      return handler(event, ...args) as unknown;
    });
}

function addOrigin(frame: WebFrameMain): void {
  if ('origin' in frame) return;
  Object.defineProperty(frame, 'origin', {
    get(this: WebFrameMain) {
      const { protocol: scheme, host } = new URL(this.url);
      return `${scheme}//${host}`;
    },
  });
}
