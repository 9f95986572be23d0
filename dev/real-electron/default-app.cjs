// Does what Electron's default app does for `electron [-r MODULE] FOLDER`. It goes into the runtime's
// resources/app, because the package that contains the runtime lacks that app.
const { app } = require('electron');
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { join, resolve } = require('node:path');

let folder = null;
const args = process.argv.slice(1);
while (folder === null && args.length > 0) {
  const arg = args.shift();
  if (arg === '-r') Module._load(resolve(args.shift()), Module);
  else if (!arg.startsWith('-')) folder = resolve(arg);
}
if (folder === null) throw new Error('Name the folder of the app to run.');
const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
app.name = name;
app.setVersion(version);
app.setAppPath(folder);
Module._load(folder, null, true);
