import type { Result } from '../base/result.ts';
import type { ServiceError } from '../contract/service-error.ts';

/**
 * Ports of main's core. The real implementations are in `desktop/` and beside their users as
 * adapters. Tests and the simulation use their own, which pass the same contract suites.
 */

/** HTTP. The app uses undici's (docs/adr/0005-node-fetch.md explains why not Chromium's). */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Log, one line per call. Implementations remove secrets, but callers must not pass a token. */
export interface Log {
  info(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
  error(message: string, facts?: Record<string, unknown>): void;
}

/** A failed disk operation: error code (ENOSPC, EACCES, …), and a line for the log. */
export interface FileProblem {
  readonly code: string;
  readonly technical: string;
}

/** A file that only grows. */
export interface AppendFile {
  /** Adds bytes at the end. After a failure the end of the file is undefined: see `truncate`. */
  append(bytes: Uint8Array): Promise<Result<void, FileProblem>>;
  /** Makes appended bytes durable: when it returns `ok`, they survive a power cut (fsync). */
  sync(): Promise<Result<void, FileProblem>>;
  /** Cuts the file to `length` bytes. */
  truncate(length: number): Promise<Result<void, FileProblem>>;
  close(): Promise<void>;
}

/** Files by absolute path. */
export interface Files {
  /** Reads the whole file; null when there is none. */
  read(path: string): Promise<Result<Uint8Array | null, FileProblem>>;
  /** Opens for appending; creates a missing file with `mode` (such as 0o600). */
  openAppend(path: string, mode: number): Promise<Result<AppendFile, FileProblem>>;
  /** Replaces the file. After a crash at any point the file is either the old or the new one. */
  writeAtomic(path: string, bytes: Uint8Array, mode: number): Promise<Result<void, FileProblem>>;
  /** Removes the file, durably; succeeds when there is none. */
  remove(path: string): Promise<Result<void, FileProblem>>;
  /** Lists the names in a folder, sorted; none when the folder is missing. */
  list(folder: string): Promise<Result<readonly string[], FileProblem>>;
}

/** Identities of files that no copy shares. */
export interface FileIdentities {
  /**
   * Makes an empty file, durably.
   * @returns identity that distinguishes it from every other file, including copies
   */
  make(name: string): Promise<Result<string, FileProblem>>;
  /**
   * Identity of the file, equal to the one from `make` as long as it is the same file under its only name; null when
   * there is none.
   */
  find(name: string): Promise<Result<string | null, FileProblem>>;
  /** Removes the other files made here. A file that cannot be removed does no harm. */
  keepOnly(name: string): Promise<void>;
}

/** An access token as main's api layer sees it. `generation` grows with each refresh or sign-in. */
export interface AccessToken {
  readonly value: string;
  readonly generation: number;
}

/**
 * Only source of access tokens. Errors are `unauthenticated` (session over) or the reason why the
 * refresh failed.
 */
export interface AccessTokens {
  /** A token that is valid for at least some minutes; refreshes it when needed. */
  current(): Promise<Result<AccessToken, ServiceError>>;
  /**
   * Renews after a 401 to the token of `generation`. Returns a newer token, and refreshes only if
   * no other call has since.
   */
  renew(generation: number): Promise<Result<AccessToken, ServiceError>>;
}

/** A small JSON document on disk, replaced as a whole (electron-store in the app). */
export interface DocumentStore {
  /**
   * Reads the stored value; null when there is none. `unreadable`: it was quarantined under
   * `quarantinedAs`.
   */
  read(): Result<unknown, DocumentProblem>;
  /** Writes durably and atomically: after a crash there is the old value or the new one. */
  write(value: unknown): Result<void, DocumentProblem>;
  /**
   * Renames the document, never over another file; the document is empty afterwards.
   * @returns its new name, or null when nothing was stored
   */
  quarantine(): Result<string | null, DocumentProblem>;
  /**
   * Deletes the document, even a damaged one, durably and without free space. When it returns `ok`,
   * nothing of it is on disk; the document is empty afterwards.
   */
  remove(): Result<void, DocumentProblem>;
}

export type DocumentProblem =
  | { readonly kind: 'unreadable'; readonly quarantinedAs: string; readonly technical: string }
  | { readonly kind: 'unwritable'; readonly technical: string };

/** The system's keyring, as far as Billfold needs it (`safeStorage` in the app). */
export interface Secrets {
  /**
   * Describes the keyring and the strength of its seal. Ask each time, since it can be locked for a
   * while.
   */
  describe(): Promise<SecretsStrength>;
  seal(plain: string): Promise<Result<Uint8Array, SecretsProblem>>;
  /** Opens a sealed secret. `reseal`: the key has changed, so seal the secret again. */
  open(sealed: Uint8Array): Promise<Result<{ plain: string; reseal: boolean }, SecretsProblem>>;
  /** Whether this seal protects against no one. */
  isWeak(sealed: Uint8Array): boolean;
}

export interface SecretsStrength {
  /** Name of the backend: `keychain`, `dpapi`, `gnome_libsecret`, `basic_text`, `unknown`, … */
  readonly backend: string;
  /** `weak`: the seal protects against no one (`basic_text`). `none`: the keyring cannot seal. */
  readonly strength: 'strong' | 'weak' | 'none';
}

export type SecretsProblem =
  /** The keyring does not answer now (locked, not started): try again later. */
  | { readonly kind: 'unavailable'; readonly technical: string }
  /** The keyring answered, but cannot open this secret: another key, another user, or damage. */
  | { readonly kind: 'cannotOpen'; readonly technical: string };
