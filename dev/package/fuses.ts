import {
  flipFuses,
  FuseState,
  FuseV1Options,
  FuseVersion,
  getCurrentFuseWire,
} from '@electron/fuses';

/** Settings burnt into the program, out of reach of switches and variables. */
const fuses = {
  // Otherwise anyone could use the program as Node, to run scripts under Billfold's name and signature.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // Billfold has no cookies; this would seal any by the keyring.
  [FuseV1Options.EnableCookieEncryption]: true,
  // A changed app.asar does not start (macOS and Windows), and Electron loads only app.asar.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // Billfold has no V8 snapshot of its own, and its page is not on file://.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Electron's default. Without it, WebAssembly would be slower, but not safer.
  [FuseV1Options.WasmTrapHandlers]: true,
} satisfies Record<FuseV1Options, boolean>;

export interface Fuse {
  readonly name: string;
  readonly wanted: boolean;
  /** Null when the runtime is too old for this fuse. */
  readonly found: boolean | null;
}

/** Sets all fuses that the runtime knows. @throws when this file does not decide one of them */
export async function setFuses(program: string): Promise<void> {
  const known = await getCurrentFuseWire(program);
  const config = Object.fromEntries(Object.entries(fuses).filter(([index]) => index in known));
  await flipFuses(program, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Apple's processors refuse a program whose signature does not match its bytes.
    resetAdHocDarwinSignature: program.endsWith('.app'),
    ...(config as typeof fuses),
  });
}

/** Reads the fuses back from a program. */
export async function readFuses(program: string): Promise<readonly Fuse[]> {
  const wire = await getCurrentFuseWire(program);
  const states: Readonly<Record<string, unknown>> = { ...wire };
  return Object.entries(fuses).map(([index, wanted]) => {
    const state = states[index];
    const found = state === undefined ? null : state === FuseState.ENABLE;
    return { name: FuseV1Options[Number(index)] ?? index, wanted, found };
  });
}
