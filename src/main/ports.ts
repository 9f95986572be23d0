import type { Result } from '../base/result.ts';
import type { ServiceError } from '../contract/service-error.ts';

/**
 * What main's core asks of the world. The real ones live in `desktop/` and beside their users as
 * adapters; tests and the simulation bring their own, held to the same contract suites.
 */

/** HTTP. In the app undici's (docs/adr/0005-node-fetch.md says why not Chromium's). */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A line for the log. Implementations redact; callers still never pass a token. */
export interface Log {
  info(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
  error(message: string, facts?: Record<string, unknown>): void;
}

/** Why the disk said no: its error code (ENOSPC, EACCES, …) and a line for the log. */
export interface FileProblem {
  readonly code: string;
  readonly technical: string;
}

/** A file that only grows. */
export interface AppendFile {
  /** Adds bytes at the end. On failure nothing is known of the tail: see `truncate`. */
  append(bytes: Uint8Array): Promise<Result<void, FileProblem>>;
  /** When it returns `ok`, everything appended so far survives a power cut (fsync). */
  sync(): Promise<Result<void, FileProblem>>;
  /** Cuts the file to `length` bytes. */
  truncate(length: number): Promise<Result<void, FileProblem>>;
  close(): Promise<void>;
}

/** Files by absolute path. */
export interface Files {
  /** The whole file, or null when there is none. */
  read(path: string): Promise<Result<Uint8Array | null, FileProblem>>;
  /** Opens for appending, made with `mode` (such as 0o600) when it does not exist. */
  openAppend(path: string, mode: number): Promise<Result<AppendFile, FileProblem>>;
  /** Replaces the file: afterwards, and after a crash at any point, there is the old or the new. */
  writeAtomic(path: string, bytes: Uint8Array, mode: number): Promise<Result<void, FileProblem>>;
  /** Renames within one folder, durably. */
  rename(from: string, to: string): Promise<Result<void, FileProblem>>;
  /** Removes the file, durably; fine when there is none. */
  remove(path: string): Promise<Result<void, FileProblem>>;
  /** Names in a folder, sorted; none when the folder is missing. */
  list(folder: string): Promise<Result<readonly string[], FileProblem>>;
}

/** What the disk knows of a file and no copy of it takes along: the file's number, and when it was made. */
export interface Births {
  /** Makes an empty file, durably. @returns what tells it from every other file, copies included */
  make(name: string): Promise<Result<string, FileProblem>>;
  /** What `make` answered, for as long as it is that file; null when there is none of this name. */
  find(name: string): Promise<Result<string | null, FileProblem>>;
  /** Removes the other files that were made here. What cannot be removed does no harm. */
  keepOnly(name: string): Promise<void>;
}

/** An access token as main's api layer sees it. `generation` grows with each refresh or sign-in. */
export interface AccessToken {
  readonly value: string;
  readonly generation: number;
}

/** The one source of access tokens. Errors are `unauthenticated` (session over) or what kept the refresh from the service. */
export interface AccessTokens {
  /** A token that is good for minutes to come; refreshes when needed. */
  current(): Promise<Result<AccessToken, ServiceError>>;
  /**
   * The service answered 401 to the token of `generation`: answers with a newer one, refreshing only
   * if nobody has since.
   */
  renew(generation: number): Promise<Result<AccessToken, ServiceError>>;
}

/** A small JSON document on disk, replaced as a whole (electron-store in the app). */
export interface DocumentStore {
  /** The stored value, or null when nothing was stored. `unreadable`: it was quarantined under `keptAs`. */
  read(): Result<unknown, DocumentProblem>;
  /** Durable and atomic: a crash leaves the old value or the new one. */
  write(value: unknown): Result<void, DocumentProblem>;
  /**
   * Quarantines what is stored: under another name, never over anything; the document is empty afterwards.
   * @returns the name it is kept under, or null when nothing was stored
   */
  quarantine(): Result<string | null, DocumentProblem>;
  /**
   * Deletes what is stored, whatever it is: durable, and without need of free space. Nothing of it is on
   * disk when it answers `ok`; the document is empty afterwards.
   */
  remove(): Result<void, DocumentProblem>;
}

export type DocumentProblem =
  | { readonly kind: 'unreadable'; readonly keptAs: string; readonly technical: string }
  | { readonly kind: 'unwritable'; readonly technical: string };

/** The system's keyring, as far as Billfold needs it (`safeStorage` in the app). */
export interface Secrets {
  /** Which keyring there is, and what its seal is worth. Asked anew each time: it can be locked for a while. */
  describe(): Promise<SecretsStrength>;
  seal(plain: string): Promise<Result<Uint8Array, SecretsProblem>>;
  /** `reseal`: the key has changed, seal what you got again. */
  open(sealed: Uint8Array): Promise<Result<{ plain: string; reseal: boolean }, SecretsProblem>>;
}

export interface SecretsStrength {
  /** Name of the backend: `keychain`, `dpapi`, `gnome_libsecret`, `basic_text`, `unknown`, … */
  readonly backend: string;
  /** `weak`: a seal that protects nobody (`basic_text`). `none`: nothing can be sealed. */
  readonly strength: 'strong' | 'weak' | 'none';
}

export type SecretsProblem =
  /** The keyring does not answer now (locked, not started): worth another try. */
  | { readonly kind: 'unavailable'; readonly technical: string }
  /** It answered, and cannot open this: another key, another user, damage. */
  | { readonly kind: 'cannotOpen'; readonly technical: string };
