/**
 * Runs a program and exits with the code it returns, or with 1 and the error's message. `process.exitCode` would not do:
 * electron-builder removes its temporary files before the exit, and its hook then exits with code 0.
 */
export async function runAndExit(program: () => Promise<number>): Promise<never> {
  let code = 1;
  try {
    code = await program();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  process.exit(code);
}
