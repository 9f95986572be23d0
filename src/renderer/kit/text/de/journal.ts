import { formatCount } from '../count.ts';
import { say } from '../say.ts';
import { plural } from './plural.ts';
import type { Messages } from '../message-types.ts';

interface Counts {
  readonly lines: number;
  readonly attempts: number;
}

const toSend = (attempts: number): string =>
  say`${plural(attempts, 'Versuch', 'Versuche')}, eine Freigabe zu senden, abgelehnte und Beispieldaten eingeschlossen`;
const holds = ({ lines, attempts }: Counts): string =>
  say`${plural(lines, 'Eintrag', 'Einträge')}, ${toSend(attempts)}.`;

export const journal = {
  tools: 'Prüfprotokoll',
  verify: 'Prüfprotokoll verifizieren',
  busy: { verifying: 'Wird verifiziert\u00a0…', exporting: 'Wird exportiert\u00a0…' },
  exportKey: 'Prüfschlüssel exportieren',
  limits:
    'Die Verifizierung erkennt kein Protokoll, das andere Software unter Ihrem Benutzerkonto von Anfang an gefälscht hat.',
  export: {
    csv: 'Prüfprotokoll exportieren (CSV)',
    json: 'Prüfprotokoll exportieren (JSON)',
  },
  empty: {
    title: 'Prüfprotokoll verifiziert: noch keine Einträge',
    whatToDo: 'Einträge entstehen, wenn von diesem Computer Freigaben gesendet werden.',
  },
  whole: (counts: Counts) => ({
    title: 'Prüfprotokoll verifiziert',
    whatToDo: say`${holds(counts)} Keine Änderungen erkannt. Bewahren Sie den letzten Hash auf: Mit ihm beweisen Sie später, dass keine Einträge entfernt wurden.`,
  }),
  keyUnread: {
    title: 'Prüfprotokoll ohne seinen Schlüssel verifiziert',
    whatToDo:
      'Der Schlüssel, der Einträge authentifiziert, ist nicht lesbar. Änderungen durch Software mit Zugriff auf die Dateien fielen nicht auf. Entsperren Sie den Schlüsselbund, starten Sie Billfold neu, und verifizieren Sie noch einmal.',
  },
  checked: (lines: number) =>
    say`${plural(lines, 'Eintrag wurde', 'Einträge wurden')} mit einem Schlüssel authentifiziert.`,
  chainedOnly: (lines: number) =>
    say`${plural(lines, 'älterer Eintrag hat', 'ältere Einträge haben')} keinen Schlüssel: Geschrieben haben könnte sie jeder, der in die Dateien schreiben darf.`,
  chainedLater: (lines: number) =>
    say`${plural(lines, 'späterer Eintrag hat', 'spätere Einträge haben')} keinen Schlüssel: Der Schlüsselbund war nicht verfügbar, oder andere Software hat geschrieben.`,
  retired: (lines: number) =>
    say`${plural(lines, 'Eintrag wurde', 'Einträge wurden')} nach der Aufbewahrungsfrist Ihrer Organisation entfernt.`,
  torn: (counts: Counts) => ({
    title: 'Prüfprotokoll verifiziert, bis auf einen unvollständigen letzten Eintrag',
    whatToDo: say`${holds(counts)} Der unvollständige Eintrag wird beiseitegelegt, bevor der nächste geschrieben wird. Eine betroffene Freigabe steht unter „Zu entscheiden“.`,
  }),
  broken: (problems: number) => ({
    title: 'Das Prüfprotokoll wurde verändert',
    whatToDo: say`${plural(problems, 'Eintrag ist', 'Einträge sind')} nicht verifizierbar. Bewahren Sie eine Kopie der Dateien auf und wenden Sie sich an Ihre Administration.`,
  }),
  incomplete: {
    title: 'Im Prüfprotokoll fehlen Einträge',
    whatToDo:
      'Sie wurden entfernt, oder ältere Dateien wurden zurückgespielt. Bewahren Sie eine Kopie der Dateien auf und wenden Sie sich an Ihre Administration.',
  },
  keyLost: {
    title: 'Das Prüfprotokoll ist nicht vollständig prüfbar',
    whatToDo:
      'Sein Schlüssel fehlte im Schlüsselbund dieses Computers oder war ein anderer, als Billfold startete. Änderungen an früheren Einträgen blieben daher unbemerkt. Die Einträge folgen aufeinander. Hat niemand den Schlüsselbund geändert, wenden Sie sich an Ihre Administration.',
  },
  unreadable: {
    title: 'Das Prüfprotokoll ist nicht lesbar',
    whatToDo:
      'Geben Sie Billfold wieder Zugriff auf seinen Datenordner. Bis dahin bleiben Freigaben vorgemerkt.',
  },
  problems: {
    unreadable: 'nicht lesbar',
    newerVersion: 'von einer neueren Version von Billfold geschrieben',
    wrongHash: 'falscher Hash',
    wrongNumber: 'falsche Reihenfolge',
    changed: 'nach dem Schreiben geändert',
    invented: 'nicht von Billfold geschrieben',
    removed: 'Einträge davor wurden entfernt',
    moved: 'von anderer Stelle im Protokoll verschoben',
    cutEnd: 'Einträge danach wurden entfernt',
    emptied: 'alle Einträge wurden entfernt',
    otherKey:
      'ab hier ein anderer Schlüssel: Ein anderes Protokoll wurde angefügt, oder der Schlüssel ging verloren',
    wrongKey: 'kein Eintrag wurde mit dem Schlüssel dieses Computers geschrieben',
    remade: 'bis hierher wurde das Protokoll neu geschrieben',
    notAsLeft: 'der letzte Eintrag fehlte oder war geändert, als Billfold startete',
    keyLost: 'ab hier ein neuer Schlüssel: Der vorige fehlte oder war ein anderer',
  },
  problemAt: (file: string, line: number, problem: string) =>
    say`${file}, Zeile ${line}: ${problem}`,
  moreProblems: (count: number) => say`und ${formatCount(count)} weitere`,
  lastHash: (hash: string) => say`Letzter Hash: ${hash}`,
  keySaved: (file: string) => ({
    title: say`${file} exportiert`,
    whatToDo:
      'Geben Sie ihn Ihrer Administration und behalten Sie hier keine Kopie. Er verifiziert das Protokoll und könnte auch Einträge fälschen. Er lässt sich nicht noch einmal exportieren.',
  }),
  keyGiven: {
    title: 'Prüfschlüssel schon exportiert',
    whatToDo: 'Billfold hat ihn nicht mehr. Fragen Sie, wer ihn exportiert hat.',
  },
  noKey: {
    title: 'Kein Prüfschlüssel',
    whatToDo:
      'Dieser Computer hat keinen Schlüsselbund, der ihn schützt. Einträge sind nur durch Hashes verkettet.',
  },
  saved: (file: string, attempts: number) => ({
    title: say`${file} exportiert`,
    whatToDo: say`${toSend(attempts)}, mit Rechnungsdaten und Antworten.`,
  }),
  failed: {
    journalUnreadable: {
      title: 'Export fehlgeschlagen: Prüfprotokoll nicht lesbar',
      whatToDo:
        'Geben Sie Billfold wieder Zugriff auf seinen Datenordner und versuchen Sie es erneut.',
    },
    noRoom: {
      title: 'Export fehlgeschlagen: Datenträger voll',
      whatToDo: 'Geben Sie Speicherplatz frei oder wählen Sie einen anderen Ort.',
    },
    notAllowed: {
      title: 'Export fehlgeschlagen: kein Schreibrecht',
      whatToDo: 'Wählen Sie einen anderen Ordner oder erlauben Sie Billfold, dort zu schreiben.',
    },
    notWritten: {
      title: 'Export fehlgeschlagen: Die Datei ließ sich nicht schreiben',
      whatToDo: 'Wählen Sie einen anderen Ort und versuchen Sie es erneut.',
    },
  },
} as const satisfies Messages['journal'];
