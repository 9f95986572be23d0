import type { UpdateProblem, UpdateState } from '../../../../bridge/updates.ts';
import { say } from '../say.ts';

const problems = {
  unreachable: 'The update server can’t be reached.',
  notFound: 'The update server doesn’t have it.',
  insecure: 'The update server uses an unsafe address.',
  malformed: 'The update server’s answer can’t be read.',
  badSignature: 'The release isn’t signed by Billfold’s makers.',
  older: 'The update server’s list is older than one seen before.',
  expired: 'The update server’s list has expired. Check the clock of this computer.',
  interrupted: 'The download was interrupted. It continues at the next check.',
  badFile: 'The downloaded file isn’t the signed one. It was deleted.',
  noRoom: 'The disk is full. Free up space, then check again.',
  notWritten: 'The download can’t be saved on this computer.',
  notInstalled: 'It couldn’t replace this version.',
} as const satisfies Record<UpdateProblem, string>;

export const updates = {
  title: 'Updates',
  check: 'Check for updates automatically',
  checkHint: 'Updates are downloaded in the background. You choose when to install them.',
  checkNow: 'Check now',
  off: {
    policy: 'Managed by your organization.',
    setting: 'Off',
    noFeed: 'This build doesn’t receive updates.',
  } satisfies Record<Extract<UpdateState, { kind: 'off' }>['why'], string>,
  notChecked: 'Not checked yet',
  upToDate: (ago: string) => say`Up to date. Checked ${ago}.`,
  checkFailed: (problem: UpdateProblem) => say`Couldn’t check for updates. ${problems[problem]}`,
  checking: 'Checking…',
  downloading: (version: string, percent: number) => say`Downloading ${version} (${percent}%)`,
  available: (version: string) => ({
    title: say`Billfold ${version} is available`,
    whatToDo: 'Install it with your package manager, or ask your administrator.',
  }),
  ready: (version: string) => ({
    title: say`Billfold ${version} is ready to install`,
    whatToDo: 'Approvals being sent are finished first.',
  }),
  atQuit: (version: string) => ({
    title: say`Billfold ${version} will be installed when you quit`,
    whatToDo: 'Approvals being sent are finished first.',
  }),
  installing: (version: string) => ({
    title: say`Updating to Billfold ${version}`,
    whatToDo: 'Waiting for approvals being sent. Billfold restarts afterward.',
  }),
  failed: (version: string, problem: UpdateProblem) => ({
    title: say`Billfold ${version} wasn’t installed`,
    whatToDo: say`${problems[problem]} You can keep using this version.`,
  }),
  restart: 'Restart to update',
  whenQuitting: 'Update when I quit',
  notWhenQuitting: 'Don’t update when I quit',
  later: 'Later',
  whatsNew: 'What’s new',
  whatsNewIn: (version: string) => say`What’s new in ${version}`,
  page: 'Download page',
} as const;
