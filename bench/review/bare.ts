/** The floors of the review bench: the time this machine takes for the least possible work. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningSandbox } from '../../tests/e2e/sandbox.ts';
import { launchInChromium } from '../../tests/e2e/launch-chromium.ts';
import { billStatuses, authPaths, apiPaths, headerNames } from '../../src/contract/wire-names.ts';
import { approveConsent } from '../../src/sandbox/testing/consent.ts';
import { findTestElectron } from '../../dev/hosts.ts';

const REDIRECT_URI = 'http://127.0.0.1:1/callback';

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly meta: { readonly next_cursor: string | null };
}

/** Signs in, then reads and drops every page of every status, one after the other. @returns milliseconds */
export async function timeBarePull({ url, connection }: RunningSandbox): Promise<number> {
  const client = { client_id: connection.clientId, redirect_uri: REDIRECT_URI };
  const asked = new URLSearchParams({
    ...client,
    response_type: 'code',
    scope: 'money_out',
    state: 'bench',
  });
  const arrival = await approveConsent(
    `${connection.authUrl}${authPaths.authorize}?${asked}`,
    fetch,
  );
  const answer = await fetch(`${connection.authUrl}${authPaths.token}`, {
    method: 'POST',
    body: new URLSearchParams({
      ...client,
      grant_type: 'authorization_code',
      client_secret: connection.clientSecret,
      code: new URL(arrival).searchParams.get('code') ?? '',
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  const read = async (path: string): Promise<Page> =>
    (await (await fetch(`${url}${path}`, { headers })).json()) as Page;
  const [organization] = (await read(apiPaths.organizations)).data;
  headers[headerNames.organizationId] = organization?.id ?? '';
  const begun = performance.now();
  for (const status of billStatuses) {
    let after: string | null = '';
    while (after !== null) {
      const cursor: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
      const { meta } = await read(`${apiPaths.bills}?status=${status}&limit=50${cursor}`);
      after = meta.next_cursor;
    }
  }
  return performance.now() - begun;
}

/** A main process that only shows one line of HTML. */
const oneLine = `import { app, BrowserWindow, protocol } from 'electron';
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
app.setPath('userData', process.env.BILLFOLD_PROFILE);
void app.whenReady().then(() => {
  const html = () => new Response('<p>One line</p>', { headers: { 'content-type': 'text/html' } });
  protocol.handle('app', html);
  void new BrowserWindow({ width: 1280, height: 800 }).loadURL('app://billfold/index.html');
});
`;

/** From the start of the process to the first paint of one line of HTML; null in real Electron. */
export async function timeOneLine(folder: string): Promise<number | null> {
  if (findTestElectron() !== null) return null;
  const entry = join(folder, 'one-line.mjs');
  writeFileSync(entry, oneLine);
  const begunMs = Date.now();
  const env = { ...process.env, BILLFOLD_PROFILE: folder };
  const app = await launchInChromium(env, entry);
  try {
    const paintedMs = await app.page.evaluate(async () => {
      const paint = (): PerformanceEntry | undefined => performance.getEntriesByType('paint')[0];
      while (paint() === undefined) await new Promise((frame) => requestAnimationFrame(frame));
      return performance.timeOrigin + (paint()?.startTime ?? 0);
    });
    return paintedMs - begunMs;
  } finally {
    await app.kill();
  }
}
