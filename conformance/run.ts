/**
 * `npm run conformance`: runs Billfold's sandbox, client and sign-in against reference peers that others wrote.
 * Installs the peers into this folder, runs every match, and prints one table. The exit code is not 0 when a
 * check failed or a peer is missing. See docs/reliability.md.
 */
import { installPeers } from '../dev/reference-peers.ts';
import { here } from './processes.ts';
import { createReport, type Report } from './report.ts';

const report = createReport();

async function say<Value>(what: string, action: () => Promise<Value>): Promise<Value> {
  console.log(`— ${what}`);
  const startedMs = performance.now();
  const value = await action();
  console.log(`  ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  return value;
}

/** A match that does not run to its end has failed. */
async function match(what: string, play: (report: Report) => Promise<void>): Promise<void> {
  await say(what, async () => {
    try {
      await play(report);
    } catch (problem) {
      const text = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
      report.add({ operation: 'all', check: what, peer: 'not played', problem: text });
    }
  });
}

async function main(): Promise<void> {
  await say('installing Prism and oidc-provider', async () => installPeers(here));

  // Imported here, because the reference peers are only installed now.
  const { sandboxAgainstSchemathesis } = await import('./sandbox-against-schemathesis.ts');
  const { clientAgainstPrism } = await import('./client-against-prism.ts');
  const { signInAgainstOidcProvider } = await import('./sign-in-against-oidc-provider.ts');

  await match('the sandbox against schemathesis', sandboxAgainstSchemathesis);
  await match('the client against Prism', clientAgainstPrism);
  await match('sign-in against oidc-provider', signInAgainstOidcProvider);

  console.log(`\n${report.text()}`);
  process.exitCode = report.failed() === 0 ? 0 : 1;
}

await main();
