/** The part of PouchDB's interface that is used here; the package brings no types. */
declare module 'pouchdb-browser' {
  interface Replication {
    on(event: 'active', listener: () => void): Replication;
    on(event: 'paused', listener: (error?: unknown) => void): Replication;
  }
  export default class PouchDB {
    constructor(
      name: string,
      options?: {
        readonly fetch?: (url: string | Request, options?: RequestInit) => Promise<Response>;
        readonly skip_setup?: boolean;
      },
    );
    put(document: { readonly _id: string; readonly approvedAtMs: number }): Promise<unknown>;
    allDocs(): Promise<{ readonly rows: readonly { readonly id: string }[] }>;
    readonly replicate: {
      to(
        target: PouchDB,
        options: {
          readonly live: boolean;
          readonly retry: boolean;
          readonly batch_size: number;
          readonly checkpoint: 'source';
          readonly back_off_function: (delay: number) => number;
        },
      ): Replication;
    };
  }
}
