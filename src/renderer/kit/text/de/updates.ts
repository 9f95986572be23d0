import { say } from '../say.ts';
import type { Messages } from '../message-types.ts';

const problems = {
  unreachable: 'Der Update-Server ist nicht erreichbar.',
  notFound: 'Der Update-Server hat das Update nicht.',
  insecure: 'Der Update-Server nennt eine unsichere Adresse.',
  malformed: 'Die Antwort des Update-Servers ist nicht lesbar.',
  badSignature: 'Die Version ist nicht von den Herstellern von Billfold signiert.',
  older: 'Die Liste des Update-Servers ist älter als eine frühere.',
  expired: 'Die Liste des Update-Servers ist abgelaufen. Prüfen Sie die Uhr dieses Computers.',
  interrupted: 'Der Download wurde unterbrochen. Er wird bei der nächsten Suche fortgesetzt.',
  badFile: 'Die geladene Datei ist nicht die signierte. Sie wurde gelöscht.',
  noRoom: 'Der Datenträger ist voll. Geben Sie Speicherplatz frei und suchen Sie dann erneut.',
  notWritten: 'Der Download lässt sich auf diesem Computer nicht speichern.',
  notInstalled: 'Diese Version ließ sich nicht ersetzen.',
} as const;

const finishedFirst = 'Freigaben, die gerade gesendet werden, werden vorher abgeschlossen.';

export const updates = {
  title: 'Updates',
  check: 'Automatisch nach Updates suchen',
  checkHint: 'Updates werden im Hintergrund geladen. Sie entscheiden, wann sie installiert werden.',
  checkNow: 'Jetzt suchen',
  off: {
    policy: 'Von Ihrer Organisation verwaltet.',
    setting: 'Aus',
    noFeed: 'Diese Version erhält keine Updates.',
  },
  notChecked: 'Noch nicht gesucht',
  upToDate: (ago: string) => say`Aktuell. Zuletzt gesucht: ${ago}.`,
  checkFailed: (problem: keyof typeof problems) =>
    say`Die Suche nach Updates ist fehlgeschlagen. ${problems[problem]}`,
  checking: 'Suche läuft\u00a0…',
  downloading: (version: string, percent: number) =>
    say`Version ${version} wird geladen (${percent}\u00a0%)`,
  available: (version: string) => ({
    title: say`Billfold ${version} ist verfügbar`,
    whatToDo: 'Installieren Sie es mit Ihrer Paketverwaltung oder fragen Sie Ihre Administration.',
  }),
  ready: (version: string) => ({
    title: say`Billfold ${version} kann installiert werden`,
    whatToDo: finishedFirst,
  }),
  atQuit: (version: string) => ({
    title: say`Billfold ${version} wird beim Beenden installiert`,
    whatToDo: finishedFirst,
  }),
  installing: (version: string) => ({
    title: say`Update auf Billfold ${version}`,
    whatToDo: 'Wartet auf Freigaben, die gerade gesendet werden. Danach startet Billfold neu.',
  }),
  failed: (version: string, problem: keyof typeof problems) => ({
    title: say`Billfold ${version} wurde nicht installiert`,
    whatToDo: say`${problems[problem]} Sie können diese Version weiter benutzen.`,
  }),
  restart: 'Für das Update neu starten',
  whenQuitting: 'Beim Beenden aktualisieren',
  notWhenQuitting: 'Beim Beenden nicht aktualisieren',
  later: 'Später',
  whatsNew: 'Neuerungen',
  whatsNewIn: (version: string) => say`Neuerungen in ${version}`,
  page: 'Download-Seite',
} as const satisfies Messages['updates'];
