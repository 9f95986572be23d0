import type { Page } from '@playwright/test';

export interface LaunchOptions {
  readonly serviceUrl?: string;
  readonly authUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly redirectPort?: number;
  /** Kept afterwards if given. Otherwise a temporary one, which is deleted at the end. */
  readonly profileDir?: string;
  /** Command that opens the authorization link instead of the system browser. */
  readonly browser?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Moves the clock of the app and its page ahead by this many milliseconds. */
  readonly clockOffsetMs?: number;
  /** Replaces the computer's language and region, such as `ar-EG`. */
  readonly locale?: string;
  /** Uses the stand-in, because all screenshots are made with it: no menu bar, the same scroll bars. */
  readonly standInOnly?: boolean;
  /** A second start comes as early as Billfold can notice one. */
  readonly knocksEarly?: boolean;
  /** File for every message between page and main. */
  readonly recordIpcTo?: string;
}

export interface ShownNotification {
  readonly title: string;
  readonly body: string;
}

export type PowerEvent = 'suspend' | 'resume' | 'on-battery' | 'on-ac';

/** Billfold outside its window. */
export interface OnDesktop {
  /** Count on its icon; 0 for none. */
  readonly badge: number;
  /** Labels of the tray menu; null while there is no icon. */
  readonly tray: readonly string[] | null;
  readonly isVisible: boolean;
}

/** The built app, running. */
export interface LaunchedApp {
  readonly page: Page;
  /** Real Electron, or Chromium through the stand-in. */
  readonly host: 'electron' | 'chromium';
  /** Description of the host: its version, and whether the system's sandbox is on. */
  readonly runsIn: string;
  readonly profileDir: string;
  /** Main's log from this start and earlier ones with the same profile. */
  mainLog(): string;
  power(event: PowerEvent): Promise<void>;
  /** Main's output since this start. */
  output(): string;
  /** Throws an exception in main that no code catches, and waits for the end. */
  crash(): Promise<void>;
  /** Chooses an entry of the application menu by id. */
  chooseMenu(id: string): Promise<void>;
  /** Chooses an entry of the tray menu by id. */
  chooseTray(id: string): Promise<void>;
  /** Closes the window by its own button. */
  closeWindow(): Promise<void>;
  /** Text on the clipboard. */
  copied(): Promise<string>;
  onDesktop(): Promise<OnDesktop>;
  /** Answers every later save dialog; null cancels. */
  saveTo(path: string | null): Promise<void>;
  /**
   * Chooses this button in every later message box that has it, instead of the default. An empty text leaves them open
   * until the next choice, or until Billfold closes them; not in real Electron.
   */
  choose(button: string): Promise<void>;
  /** Answers every later print dialog with Electron's reason for not printing; an empty one prints. */
  printing(failureReason: string): Promise<void>;
  /** System notifications shown so far, oldest first. */
  notifications(): Promise<readonly ShownNotification[]>;
  /** Clicks the notification with this title. */
  clickNotification(title: string): Promise<void>;
  /** Quits as a user does, and waits for the end. */
  close(): Promise<void>;
  /** Sends SIGKILL to main, windows and the sample company. */
  kill(): Promise<void>;
}

/** Functions that a host has to provide. The rest is common to both. */
export type HostedApp = Omit<LaunchedApp, 'host' | 'mainLog' | 'profileDir'>;
