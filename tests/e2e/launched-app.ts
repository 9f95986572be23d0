import type { Page } from '@playwright/test';

export interface LaunchOptions {
  readonly serviceUrl?: string;
  readonly authUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly redirectPort?: number;
  /** Kept afterwards when given; otherwise a temporary one, removed at the end. */
  readonly profileDir?: string;
  /** Command run with the authorization link in place of the system browser. */
  readonly browser?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Moves the clock of the app and its page so many milliseconds ahead. */
  readonly clockOffsetMs?: number;
  /** Language and region in place of the computer's, such as `ar-EG`. */
  readonly locale?: string;
  /** Pictures are the stand-in's wherever they are taken: no menu bar, the same scroll bars. */
  readonly standInOnly?: boolean;
  /** A second start comes as early as Billfold can hear of one. */
  readonly knocksEarly?: boolean;
  /** A file that gets every message between page and main. */
  readonly recordIpcTo?: string;
}

export interface ShownNotification {
  readonly title: string;
  readonly body: string;
}

/** What the system tells a computer's programs. */
export type PowerEvent = 'suspend' | 'resume' | 'on-battery' | 'on-ac';

/** What stands for Billfold beside its window. */
export interface OnDesktop {
  /** The count on its icon; 0 for none. */
  readonly badge: number;
  /** What the menu in the tray says; null while there is no icon. */
  readonly tray: readonly string[] | null;
  readonly isVisible: boolean;
}

/** The built app, running. */
export interface LaunchedApp {
  readonly page: Page;
  /** Real Electron, or Chromium through the stand-in. */
  readonly host: 'electron' | 'chromium';
  /** The host for people: its version, and whether the system's sandbox is on. */
  readonly runsIn: string;
  readonly profileDir: string;
  /** Main's log so far, from this start and earlier ones in the same profile. */
  mainLog(): string;
  /** Plays a power event to main. */
  power(event: PowerEvent): Promise<void>;
  /** What main has printed so far, in this start. */
  output(): string;
  /** Throws in main where nobody catches it, and waits for the end. */
  crash(): Promise<void>;
  /** Chooses an entry of the application menu by its id. */
  chooseMenu(id: string): Promise<void>;
  /** Chooses an entry of the menu in the tray by its id. */
  chooseTray(id: string): Promise<void>;
  /** Closes the window by its own button. */
  closeWindow(): Promise<void>;
  /** What is on the clipboard, as text. */
  copied(): Promise<string>;
  onDesktop(): Promise<OnDesktop>;
  /** Answers every save dialog from now on, in place of the user; null cancels. */
  saveTo(path: string | null): Promise<void>;
  /** Chooses this button in every message box that has it, from now on, in place of the default one. */
  choose(button: string): Promise<void>;
  /** Answers every print dialog from now on with Electron's reason for not printing; an empty one prints. */
  printing(failureReason: string): Promise<void>;
  /** The system notifications shown so far, oldest first. */
  notifications(): Promise<readonly ShownNotification[]>;
  /** Clicks the notification with this title. */
  clickNotification(title: string): Promise<void>;
  /** Quits as the user does, and waits until it is over. */
  close(): Promise<void>;
  /** SIGKILL to all of it: main, windows, sample company. */
  kill(): Promise<void>;
}

/** What a host has to provide; the rest is the same for both. */
export type HostedApp = Omit<LaunchedApp, 'host' | 'mainLog' | 'profileDir'>;
