/** The part of the peers' interfaces that is used here, so that types check before they are installed. */
declare module 'p-queue' {
  export default class PQueue {
    constructor(options: {
      readonly concurrency: number;
      readonly interval: number;
      readonly intervalCap: number;
    });
    add(task: () => Promise<void>, options?: { readonly priority?: number }): Promise<void>;
  }
}

declare module 'bottleneck' {
  export default class Bottleneck {
    constructor(options: {
      readonly maxConcurrent: number;
      readonly reservoir: number;
      readonly reservoirRefreshAmount: number;
      readonly reservoirRefreshInterval: number;
    });
    schedule(options: { readonly priority: number }, task: () => Promise<void>): Promise<void>;
    disconnect(): Promise<void>;
  }
}

declare module 'ky' {
  interface Ky {
    (url: string, options?: { readonly method?: string }): Promise<Response>;
    create(options: {
      readonly timeout: false;
      readonly headers: Readonly<Record<string, string>>;
      readonly retry: { readonly limit: number; readonly methods: readonly string[] };
    }): Ky;
  }
  const ky: Ky;
  export default ky;
}

declare module '@octokit/plugin-throttling' {
  export function throttling(): object;
}

declare module '@octokit/core' {
  interface OctokitInstance {
    request(route: string, parameters?: Readonly<Record<string, unknown>>): Promise<unknown>;
  }
  interface OctokitClass {
    new (options: Readonly<Record<string, unknown>>): OctokitInstance;
    plugin(plugin: () => object): OctokitClass;
  }
  export const Octokit: OctokitClass;
}
