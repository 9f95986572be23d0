import {
  flipFuses,
  FuseState,
  FuseV1Options,
  FuseVersion,
  getCurrentFuseWire,
} from '@electron/fuses';

/** What is burnt into the program itself, where no switch and no variable reaches it. */
const fuses = {
  // Else the program is a Node that runs anybody's script under Billfold's name and signature.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // There are no cookies; were there any, they would be sealed by the keyring.
  [FuseV1Options.EnableCookieEncryption]: true,
  // A changed app.asar does not start (macOS and Windows), and nothing but app.asar is looked for.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // Billfold makes no V8 snapshot of its own, and its page is not on file://.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // As Electron has it: without, WebAssembly is slower and no safer.
  [FuseV1Options.WasmTrapHandlers]: true,
} satisfies Record<FuseV1Options, boolean>;

export interface Fuse {
  readonly name: string;
  readonly wanted: boolean;
  /** Null where the runtime is too old to know this fuse. */
  readonly found: boolean | null;
}

/** Sets all fuses that the runtime knows. @throws when it knows one that is not decided here */
export async function setFuses(program: string): Promise<void> {
  const known = await getCurrentFuseWire(program);
  const config = Object.fromEntries(Object.entries(fuses).filter(([index]) => index in known));
  await flipFuses(program, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Apple's processors start nothing whose signature is not that of its bytes.
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
