import type { Messages } from '../message-types.ts';
import { say } from '../say.ts';
import { plural } from './plural.ts';

const reviewPending = 'Prüfen Sie ausstehende Freigaben, bevor Sie sie senden.';
const mayLack =
  'Hier können Freigaben fehlen: Sehen Sie im Dienst nach, bevor Sie deren Rechnungen erneut freigeben.';

export const notices = {
  settingsQuarantined: (file: string) => ({
    title: 'Einstellungen zurückgesetzt',
    whatToDo: say`Ihre Grenzen und anderer Schutz bleiben erhalten. Prüfen Sie alles in den Einstellungen. Die unlesbare Datei wurde als ${file} gespeichert.`,
  }),
  settingsUnread: () => ({
    title: 'Ihre Einstellungen ließen sich nicht lesen',
    whatToDo:
      'Es gelten die Voreinstellungen, und Billfold fragt bei jeder Freigabe nach. Geben Sie Billfold wieder Zugriff auf seinen Datenordner und starten Sie Billfold neu.',
  }),
  limitsUnread: (currencies: string) => ({
    title:
      currencies === ''
        ? 'Ihre Freigabegrenzen ließen sich nicht lesen'
        : say`Ihre Freigabegrenzen für ${currencies} ließen sich nicht lesen`,
    whatToDo:
      'Bei Freigaben, die sie betreffen könnten, fragt Billfold nach. Setzen Sie Ihre Grenzen in den Einstellungen neu und wählen Sie dann „Meine Grenzen sind gesetzt“.',
  }),
  settingsWeakened: () => ({
    title: 'Ein anderes Programm hatte Ihre Einstellungen abgeschwächt',
    whatToDo: 'Billfold hat den Schutz wiederhergestellt. Prüfen Sie ihn in den Einstellungen.',
  }),
  settingsUnsealed: () => ({
    title: 'Ihre Einstellungen ließen sich nicht auf Änderungen durch andere Programme prüfen',
    whatToDo:
      'Billfold nimmt die strengsten Werte und fragt vor jeder Freigabe. Ist der Schlüsselbund gesperrt, entsperren Sie ihn und starten Sie Billfold neu: Bis dahin können andere Programme neue Freigaben unbemerkt aus dem Prüfprotokoll nehmen. Sonst prüfen Sie Ihre Einstellungen.',
  }),
  settingsNotSaved: () => ({
    title: 'Ihre Einstellungen ließen sich nicht speichern',
    whatToDo:
      'Ihre letzte Änderung geht verloren, wenn Billfold beendet wird. Schaffen Sie Speicherplatz oder geben Sie Billfold wieder Zugriff auf seinen Datenordner, und ändern Sie sie noch einmal.',
  }),
  connectionQuarantined: (file: string) => ({
    title: 'Verbindung zurückgesetzt',
    whatToDo: say`Verbinden Sie Ihren Dienst erneut. Die alte Datei wurde als ${file} gespeichert.`,
  }),
  connectionForbidden: (count: string) => ({
    title: 'Ihre Organisation hat die gespeicherte Verbindung entfernt',
    whatToDo: say`${plural(Number(count), 'unerledigte Freigabe bleibt', 'unerledigte Freigaben bleiben')} gespeichert und lässt sich nur über diese Verbindung senden, sobald sie wieder eingerichtet ist.`,
  }),
  connectionEdited: () => ({
    title: 'Ein anderes Programm hatte Ihre Verbindung geändert',
    whatToDo: 'Billfold hat Namen und Redirect-URI zurückgesetzt.',
  }),
  keysQuarantined: (file: string) => ({
    title: 'Notizen und Klärungen ließen sich nicht öffnen',
    whatToDo: say`Rechnungen in Klärung werden nicht mehr zurückgehalten. Die Schlüssel dazu sind beschädigt, oder der Schlüsselbund dieses Computers hat sich geändert. Rechnungen werden erneut heruntergeladen; Ihre Freigaben bleiben erhalten. Die alten Schlüssel wurden als ${file} gespeichert.`,
  }),
  keysLost: () => ({
    title: 'Notizen und Klärungen ließen sich nicht öffnen',
    whatToDo:
      'Rechnungen in Klärung werden nicht mehr zurückgehalten. Die Schlüssel fehlen: Haben Sie keys.json gesichert, legen Sie die Datei in den Datenordner von Billfold zurück und starten Sie neu. Rechnungen werden erneut heruntergeladen; Ihre Freigaben bleiben erhalten.',
  }),
  notesLost: () => ({
    title: 'Ihre Notizen und Klärungen fehlen',
    whatToDo:
      'Rechnungen in Klärung werden nicht mehr zurückgehalten. Die Datenbank von Billfold auf diesem Computer war beschädigt oder wurde gelöscht. Rechnungen werden erneut heruntergeladen, und Freigaben werden aus dem Prüfprotokoll wiederhergestellt.',
  }),
  journalRepaired: (file: string) => ({
    title: 'Prüfprotokoll repariert',
    whatToDo: say`Der unvollständige letzte Eintrag wurde als ${file} beiseitegelegt. Betroffene Freigaben stehen unter „Zu entscheiden“.`,
  }),
  journalBroken: (file: string) => ({
    title: 'Das Prüfprotokoll wurde verändert',
    whatToDo: say`Die Datei ${file} ist nicht verifizierbar. Nichts wurde gelöscht. Bewahren Sie eine Kopie auf und wenden Sie sich an Ihre Administration.`,
  }),
  journalGone: () => ({
    title: 'Das Prüfprotokoll fehlt',
    whatToDo: say`Seine Dateien wurden gelöscht oder geleert, während Billfold geschlossen war. Ein neues Protokoll wurde begonnen; wenden Sie sich an Ihre Administration. ${reviewPending} ${mayLack}`,
  }),
  journalCut: () => ({
    title: 'Im Prüfprotokoll fehlen Einträge',
    whatToDo: say`Sie wurden entfernt, oder ältere Dateien wurden zurückgespielt, während Billfold geschlossen war. Wenden Sie sich an Ihre Administration. ${reviewPending} ${mayLack}`,
  }),
  journalKeyLost: () => ({
    title: 'Das Prüfprotokoll ließ sich nicht prüfen',
    whatToDo: say`Sein Schlüssel fehlt im Schlüsselbund dieses Computers oder ist ein anderer. Änderungen an früheren Einträgen blieben daher unbemerkt. Hat niemand den Schlüsselbund geändert, wenden Sie sich an Ihre Administration. ${reviewPending}`,
  }),
  journalFull: () => ({
    title: 'Datenträger voll',
    whatToDo:
      'Das Prüfprotokoll ist nicht beschreibbar, deshalb kann nichts freigegeben oder gesendet werden. Geben Sie Speicherplatz frei und aktualisieren Sie dann.',
  }),
  journalUnwritable: () => ({
    title: 'Prüfprotokoll nicht beschreibbar',
    whatToDo:
      'Bis es wieder beschreibbar ist, kann nichts freigegeben oder gesendet werden. Geben Sie Billfold wieder Zugriff auf seinen Datenordner, und aktualisieren Sie dann oder starten Sie Billfold neu.',
  }),
  profileRestored: () => ({
    title: 'Die Daten von Billfold wurden zurückgespielt oder kopiert',
    whatToDo:
      'Ausstehende Freigaben wurden vielleicht schon gesendet. Prüfen Sie sie unter „Freigaben“, bevor Sie sie senden. Freigaben, die nach der Kopie entstanden, stehen dort nicht: Sehen Sie im Dienst nach, bevor Sie deren Rechnungen erneut freigeben.',
  }),
  profileStale: () => ({
    title: 'Die Daten von Billfold sind vielleicht veraltet',
    whatToDo: say`Billfold wurde zuletzt vor mehr als einer Woche benutzt, oder die Uhr wurde verstellt. ${reviewPending}`,
  }),
  sampleOnly: () => ({
    title: 'Nur Beispieldaten',
    whatToDo:
      'Billfold läuft hier in einem Browser, ohne Schlüsselbund. Installieren Sie Electron, um Ihren Dienst zu verbinden.',
  }),
  signInLinkUsedAgain: () => ({
    title: 'Anmelde-Link zweimal geöffnet',
    whatToDo:
      'Waren Sie das nicht, hat sich vielleicht jemand anderes an diesem Computer angemeldet. Brechen Sie ab oder melden Sie sich ab, und melden Sie sich dann erneut an.',
  }),
  openingsPaused: () => ({
    title: 'Eine Minute lang keine Fragen, Seiten oder E-Mail-Entwürfe',
    whatToDo:
      'Es waren zu viele, darum wurde der letzte Vorgang abgebrochen. Versuchen Sie es in einer Minute erneut. Waren Sie es nicht, starten Sie Billfold neu.',
  }),
  policyFileIgnored: (file: string) => ({
    title: 'Eine Richtliniendatei wurde nicht beachtet',
    whatToDo: say`Alle, die diesen Computer benutzen, könnten ${file} angelegt haben. Bitten Sie Ihre Administration, die Richtlinie in der Registry zu setzen.`,
  }),
  updatesStale: () => ({
    title: 'Seit 60 Tagen keine Nachricht über Updates',
    whatToDo:
      'Vielleicht hält jemand Updates zurück. Suchen Sie in den Einstellungen nach Updates, oder fragen Sie Ihre Administration.',
  }),
  versionRevoked: () => ({
    title: 'Diese Version wurde zurückgezogen',
    whatToDo:
      'Ihre Hersteller raten von ihr ab. Installieren Sie ein Update, oder fragen Sie Ihre Administration.',
  }),
} as const satisfies Messages['problems']['notices'];
