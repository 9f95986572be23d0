/** These packages have no types. */
declare module 'pouchdb-browser';
declare module 'pouchdb-find';
declare module 'wa-sqlite/dist/wa-sqlite.mjs';
declare module 'wa-sqlite/src/examples/AccessHandlePoolVFS.js';
