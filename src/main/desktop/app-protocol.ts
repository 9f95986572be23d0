import { readFile } from 'node:fs/promises';
import type { Protocol } from 'electron';
import type { Random } from '../../base/random.ts';
import { answerAssetRequest, APP_SCHEME } from './app-assets.ts';
import type { PrintDocuments } from './print-documents.ts';

const NONCE_BYTES = 16;

/** Gives `app:` an origin, storage and a secure context. Must run before the app is ready. */
export function registerAppScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

interface ServedApp {
  /** Absolute path of the folder with the built renderer, served under `app://billfold/`. */
  readonly root: string;
  readonly random: Random;
  readonly isLocked: () => boolean;
  /** Documents served under `app://print/`. */
  readonly printed: Pick<PrintDocuments, 'answer'>;
}

/** Serves the content of windows: the built renderer, and documents to print. */
export function serveApp(protocol: Pick<Protocol, 'handle'>, served: ServedApp): void {
  const { root, random, isLocked, printed } = served;
  protocol.handle(
    APP_SCHEME,
    (request) =>
      printed.answer(request) ??
      answerAssetRequest(request, {
        root,
        isLocked,
        read: readOrNull,
        nonce: () => Buffer.from(random.bytes(NONCE_BYTES)).toString('base64'),
      }),
  );
}

async function readOrNull(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(path));
  } catch {
    // A missing file, a folder and an unreadable file look the same to the page.
    return null;
  }
}
