/** PouchDB has no types. */
declare module 'pouchdb-browser';
