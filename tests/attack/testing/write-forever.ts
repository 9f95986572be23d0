import Conf from 'conf';
import { createConfDocument } from '../../../src/main/settings/conf-document.ts';

/** Writes a document over and over until it is killed: each value says how long it must be. */
const [folder = '', first = '1'] = process.argv.slice(2);
const document = createConfDocument(folder, 'session', ({ name: configName, ...options }) => {
  return new Conf({ ...options, configName });
});
for (let count = Number(first); ; count++) {
  document.write({ count, filler: 'x'.repeat((count % 50) * 1_000), end: count });
  // Not before: killed earlier on a slow machine, there would be no old document to find.
  if (count === Number(first)) process.stdout.write('ready\n');
}
