import type { AppInfo } from '../../../../bridge/app.ts';
import type { MessageText } from '../message-text.ts';
import { say } from '../say.ts';
import { plural } from './plural.ts';

const mayLack =
  'Approvals may be missing here: look them up in the service before you approve their bills again.';

export const notices = {
  settingsQuarantined: (file: string): MessageText => ({
    title: 'Settings were reset',
    whatToDo: say`Your limits and other protections are kept. Review all in Settings. The unreadable file was saved as ${file}.`,
  }),
  settingsUnread: (): MessageText => ({
    title: 'Couldn’t read your settings',
    whatToDo:
      'Billfold uses the defaults and asks before every approval. Restore Billfold’s access to its data folder, then restart Billfold.',
  }),
  limitsUnread: (currencies: string): MessageText => ({
    title:
      currencies === ''
        ? 'Your approval limits couldn’t be read'
        : say`Your approval limits for ${currencies} couldn’t be read`,
    whatToDo:
      'Billfold asks before approvals that they may concern. Set your limits again in Settings, then choose “My limits are set”.',
  }),
  settingsWeakened: (): MessageText => ({
    title: 'Another program had weakened your settings',
    whatToDo: 'Billfold put the protections back. Review them in Settings.',
  }),
  settingsUnsealed: (): MessageText => ({
    title: 'Couldn’t check your settings for changes by other programs',
    whatToDo:
      'Billfold uses the strictest settings and asks before every approval. If the keyring is locked, unlock it and restart Billfold: until then, other programs can take new approvals out of the audit log unseen. Otherwise review your settings.',
  }),
  settingsNotSaved: (): MessageText => ({
    title: 'Couldn’t save your settings',
    whatToDo:
      'Your last change is lost when Billfold closes. Free up space or restore Billfold’s access to its data folder, then change it again.',
  }),
  connectionQuarantined: (file: string): MessageText => ({
    title: 'The connection was reset',
    whatToDo: say`Connect to your service again. The old file was saved as ${file}.`,
  }),
  connectionForbidden: (count: string): MessageText => ({
    title: 'Your organization removed the saved connection',
    whatToDo: say`${plural(Number(count), 'unfinished approval is', 'unfinished approvals are')} kept and can be sent only through that connection, once it is set up again.`,
  }),
  connectionEdited: (): MessageText => ({
    title: 'Another program had changed your connection',
    whatToDo: 'Billfold put its name and redirect URI back.',
  }),
  keysQuarantined: (file: string): MessageText => ({
    title: 'Couldn’t open your notes and holds',
    whatToDo: say`Bills on hold are no longer held. The keys are damaged, or this computer’s keyring has changed. Bills are downloaded again; your approvals are kept. The old keys were saved as ${file}.`,
  }),
  keysLost: (): MessageText => ({
    title: 'Couldn’t open your notes and holds',
    whatToDo:
      'Bills on hold are no longer held. Their keys are missing: if you have a backup of keys.json, put it back in Billfold’s data folder and restart. Bills are downloaded again; your approvals are kept.',
  }),
  notesLost: (): MessageText => ({
    title: 'Your notes and holds are missing',
    whatToDo:
      'Bills on hold are no longer held. Billfold’s database on this computer was damaged or deleted. Bills are downloaded again, and approvals are recovered from the audit log.',
  }),
  journalRepaired: (file: string): MessageText => ({
    title: 'Audit log repaired',
    whatToDo: say`The incomplete last entry was saved as ${file}. Affected approvals are listed under Needs attention.`,
  }),
  journalBroken: (file: string): MessageText => ({
    title: 'Audit log was altered',
    whatToDo: say`The file ${file} failed verification. Nothing was deleted. Keep a copy and contact your administrator.`,
  }),
  journalGone: (): MessageText => ({
    title: 'Audit log is missing',
    whatToDo: say`Its files were deleted or emptied while Billfold was closed. A new log was started; contact your administrator. Review pending approvals before you send them. ${mayLack}`,
  }),
  journalCut: (): MessageText => ({
    title: 'Entries are missing from the audit log',
    whatToDo: say`They were removed, or the files were replaced with older ones, while Billfold was closed. Contact your administrator. Review pending approvals before you send them. ${mayLack}`,
  }),
  journalKeyLost: (): MessageText => ({
    title: 'Couldn’t check the audit log',
    whatToDo:
      'Its key in this computer’s keyring is missing or has changed, so changes to earlier entries would go unnoticed. If nobody changed the keyring, contact your administrator. Review pending approvals before you send them.',
  }),
  journalFull: (): MessageText => ({
    title: 'Disk full',
    whatToDo:
      'The audit log can’t be written, so nothing can be approved or sent. Free up space, then refresh.',
  }),
  journalUnwritable: (): MessageText => ({
    title: 'Can’t write the audit log',
    whatToDo:
      'Nothing can be approved or sent until it can be written. Restore Billfold’s access to its data folder, then refresh or restart Billfold.',
  }),
  profileRestored: (): MessageText => ({
    title: 'Billfold’s data was restored or copied',
    whatToDo:
      'Pending approvals may have been sent already. Review them under Approvals before you send them. Approvals made after the copy are not listed there: look them up in the service before you approve their bills again.',
  }),
  profileStale: (): MessageText => ({
    title: 'Billfold’s data may be out of date',
    whatToDo:
      'Billfold was last used more than a week ago, or the clock was changed. Review pending approvals before you send them.',
  }),
  sampleOnly: (): MessageText => ({
    title: 'Sample data only',
    whatToDo:
      'Billfold runs in a browser here, without a keyring. Install Electron to connect to your service.',
  }),
  signInLinkUsedAgain: (): MessageText => ({
    title: 'Sign-in link opened twice',
    whatToDo:
      'If that wasn’t you, someone else on this computer may have signed in instead. Cancel or sign out, then sign in again.',
  }),
  openingsPaused: (): MessageText => ({
    title: 'No questions, pages or email drafts for a minute',
    whatToDo:
      'There were too many, so the last one was canceled. Try again in a minute. If you didn’t open them, restart Billfold.',
  }),
  policyFileIgnored: (file: string): MessageText => ({
    title: 'A policy file was ignored',
    whatToDo: say`Any user of this computer could have created ${file}. Ask your administrator to set the policy in the registry.`,
  }),
  updatesStale: (): MessageText => ({
    title: 'No update information for 60 days',
    whatToDo:
      'Someone may be holding updates back. Check for updates in Settings, or ask your administrator.',
  }),
  versionRevoked: (): MessageText => ({
    title: 'This version was recalled',
    whatToDo: 'Its makers advise against using it. Install an update, or ask your administrator.',
  }),
} as const satisfies Record<AppInfo['notices'][number]['kind'], (file: string) => MessageText>;
