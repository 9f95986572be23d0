import { strict as assert } from 'node:assert';
import { z } from 'zod';
import { tokenResponseSchema } from '../src/contract/token.ts';
import { apiPaths, authPaths, headerNames } from '../src/contract/wire-names.ts';
import { sampleClient } from '../src/sandbox/sample-client.ts';
import { startProgram } from './processes.ts';
import type { RunningProgram } from './processes.ts';
import { walkSignIn } from './scripted-browser.ts';

export interface SandboxProcess extends Pick<RunningProgram, 'stop'> {
  readonly url: string;
}

/** The sandbox in a process of its own, behind a socket, as everybody starts it. */
export async function startSandbox(options: {
  readonly requestsPerWindow: number;
}): Promise<SandboxProcess> {
  const { output, stop } = await startProgram(
    ['src/sandbox/process.ts', '--requests-per-window', String(options.requestsPerWindow)],
    /\n/,
  );
  const { url } = z.object({ url: z.url() }).parse(JSON.parse(output.split('\n')[0] ?? ''));
  return { url, stop };
}

/** Where the sandbox is told to return to; nobody needs to listen there. */
export const redirectUri = 'http://127.0.0.1:8765/callback';

/** Signs in through the consent page. @returns an access token with these scopes */
export async function signInToSandbox(url: string, scopes: readonly string[]): Promise<string> {
  const asked = new URL(url + authPaths.authorize);
  asked.search = new URLSearchParams({
    client_id: sampleClient.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state: 'conformance',
  }).toString();
  const { redirectedTo } = await walkSignIn(asked.href, redirectUri);
  const code = new URL(redirectedTo ?? redirectUri).searchParams.get('code');
  assert.ok(code, 'the consent page gave no code');
  const answer = await fetch(url + authPaths.token, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: sampleClient.clientId,
      client_secret: sampleClient.clientSecret,
    }),
  });
  return tokenResponseSchema.parse(await answer.json()).access_token;
}

/** The identifiers of the sandbox's organizations. */
export async function organizationsOf(url: string, token: string): Promise<readonly string[]> {
  const answer = await fetch(url + apiPaths.organizations, {
    headers: { [headerNames.authorization]: `Bearer ${token}` },
  });
  const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });
  return listSchema.parse(await answer.json()).data.map(({ id }) => id);
}
