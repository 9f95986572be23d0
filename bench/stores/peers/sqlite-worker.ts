/** wa-sqlite with the pool of synchronous access handles, which needs a worker. */
import * as SQLite from 'wa-sqlite';
import createModule from 'wa-sqlite/dist/wa-sqlite.mjs';
import { AccessHandlePoolVFS } from 'wa-sqlite/src/examples/AccessHandlePoolVFS.js';

interface Question {
  readonly id: number;
  readonly sql: string;
  /** One statement per row, all in one transaction. */
  readonly rows: readonly (readonly (string | number)[])[];
}

const database = (async () => {
  const api = SQLite.Factory(await createModule());
  const files = new AccessHandlePoolVFS('/bench');
  await files.isReady;
  api.vfs_register(files, true);
  const handle = await api.open_v2('bench.sqlite');
  await api.exec(handle, 'PRAGMA journal_mode = delete; PRAGMA synchronous = normal;');
  await api.exec(
    handle,
    `CREATE TABLE IF NOT EXISTS bills (id TEXT PRIMARY KEY, due TEXT, searched TEXT, bill TEXT) WITHOUT ROWID;
     CREATE INDEX IF NOT EXISTS by_due ON bills (due);`,
  );
  return { api, handle };
})();

async function run({ sql, rows }: Question): Promise<unknown[]> {
  const { api, handle } = await database;
  const found: unknown[] = [];
  if (rows.length > 1) await api.exec(handle, 'BEGIN');
  for await (const statement of api.statements(handle, sql)) {
    for (const row of rows) {
      await api.reset(statement);
      api.bind_collection(statement, [...row]);
      while ((await api.step(statement)) === SQLite.SQLITE_ROW) found.push(api.row(statement));
    }
  }
  if (rows.length > 1) await api.exec(handle, 'COMMIT');
  return found;
}

let last: Promise<unknown> = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<Question>) => {
  last = last.then(async () => postMessage({ id: data.id, found: await run(data) }));
});
