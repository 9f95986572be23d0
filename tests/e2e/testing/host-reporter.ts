import type { Reporter, TestCase } from '@playwright/test/reporter';

/** Says at the end in which hosts the tests ran, and how many in each. */
class HostReporter implements Reporter {
  readonly #tests = new Map<string, number>();

  onTestEnd({ annotations, results }: TestCase): void {
    const all = [...annotations, ...results.flatMap((result) => result.annotations)];
    const hosts = all.flatMap(({ type, description }) => (type === 'host' ? [description] : []));
    for (const host of new Set(hosts)) {
      if (host !== undefined) this.#tests.set(host, (this.#tests.get(host) ?? 0) + 1);
    }
  }
  onEnd(): void {
    for (const [host, count] of this.#tests) console.log(`  ${count} tests ran in ${host}`);
  }
}
// oxlint-disable-next-line import/no-default-export -- how Playwright takes a reporter
export default HostReporter;
