import Conf from 'conf';
import { createConfDocument } from '../../../src/main/settings/conf-document.ts';

/** Writes a document again and again until it is killed. Each value states its own length. */
const [folder = '', first = '1'] = process.argv.slice(2);
const document = createConfDocument(folder, 'session', ({ name: configName, ...options }) => {
  return new Conf({ ...options, configName });
});
for (let count = Number(first); ; count++) {
  document.write({ count, filler: 'x'.repeat((count % 50) * 1_000), end: count });
  // Not before the first write: on a slow machine, an earlier kill would leave no old document.
  if (count === Number(first)) process.stdout.write('ready\n');
}
