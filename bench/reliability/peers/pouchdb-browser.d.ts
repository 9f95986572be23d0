/** PouchDB brings no types. */
declare module 'pouchdb-browser';
