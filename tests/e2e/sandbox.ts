import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { CLOCK_OFFSET_VARIABLE } from '../../dev/electron-stand-in/moved-clock.ts';
import {
  createSandboxControl,
  type SandboxControl,
} from '../../src/sandbox/control/control-client.ts';
import { sampleClient } from '../../src/sandbox/sample-client.ts';
import { socketFetch } from '../../src/sandbox/testing/socket-fetch.ts';

const root = resolve(import.meta.dirname, '../..');
const consentProgram = resolve(root, 'src/sandbox/testing/consent-browser.ts');
const clockMover = new URL('../../dev/electron-stand-in/move-clock.ts', import.meta.url).href;
const placeSchema = z.object({ url: z.string(), authUrl: z.string(), controlUrl: z.string() });

/** The sandbox in its own process, with the control port that only tests open. */
export interface RunningSandbox {
  readonly url: string;
  readonly control: SandboxControl;
  /** Options for `launchApp` to connect to it. */
  readonly connection: {
    readonly serviceUrl: string;
    readonly authUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
  };
  close(): Promise<void>;
}

/**
 * Starts the built one, as the app does: compiling its sources would take half of its start.
 * @param options command-line options of `src/sandbox/process.ts`, such as `{ bills: '100' }`
 * @param clockOffsetMs how far its clock is ahead of the computer's
 */
export async function startSandbox(
  options: Readonly<Record<string, string>> = {},
  clockOffsetMs = 0,
): Promise<RunningSandbox> {
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(
    process.execPath,
    ['--import', clockMover, resolve(root, 'out/main/sandbox.js'), '--control-port', '0', ...given],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, [CLOCK_OFFSET_VARIABLE]: String(clockOffsetMs) },
    },
  );
  const place = placeSchema.parse(JSON.parse(await firstLine(child)));
  return {
    url: place.url,
    control: createSandboxControl(place.controlUrl, socketFetch),
    connection: {
      serviceUrl: place.url,
      authUrl: place.authUrl,
      clientId: sampleClient.clientId,
      clientSecret: sampleClient.clientSecret,
    },
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The sandbox has no output.');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('The sandbox ended before it said where it is.');
}

/** A command for `BILLFOLD_BROWSER` that answers the consent page as a user would. */
export function consentBrowser(): string {
  return `"${process.execPath}" "${consentProgram}"`;
}

/** A browser that consents, and notes mail drafts. @param folder for its program and the last draft */
export function mailingBrowser(folder: string): { command: string; draft(): URL | null } {
  mkdirSync(folder, { recursive: true });
  const [program, note] = [join(folder, 'mailing.mjs'), join(folder, 'draft')];
  writeFileSync(
    program,
    `import { writeFileSync } from 'node:fs';
     const [, , url] = process.argv;
     if (url.startsWith('mailto:')) writeFileSync(${JSON.stringify(note)}, url);
     else await import(${JSON.stringify(consentProgram)});`,
  );
  return {
    command: `"${process.execPath}" "${program}"`,
    draft: () => (existsSync(note) ? new URL(readFileSync(note, 'utf8')) : null),
  };
}

/** A browser that answers later consent pages as instructed; until then, not at all. */
export interface ScriptedBrowser {
  /** The command for `BILLFOLD_BROWSER`. */
  readonly command: string;
  tell(decision: 'allow' | 'deny' | 'nothing'): void;
}

/** @param folder for its program */
export function scriptedBrowser(folder: string): ScriptedBrowser {
  mkdirSync(folder, { recursive: true });
  const program = join(folder, 'browser.mjs');
  const answering = `await import(${JSON.stringify(consentProgram)});`;
  const programs = { allow: answering, deny: `process.argv.splice(2, 0, '--deny'); ${answering}` };
  const tell: ScriptedBrowser['tell'] = (decision) =>
    writeFileSync(program, decision === 'nothing' ? '' : programs[decision]);
  tell('nothing');
  return { command: `"${process.execPath}" "${program}"`, tell };
}
