import { say, sayAll } from '../say.ts';
import { notices } from './notices.ts';
import type { Messages } from '../message-types.ts';

const serviceErrors = {
  unauthenticated: () => ({
    title: 'Ihre Sitzung ist abgelaufen',
    whatToDo: 'Melden Sie sich erneut an. Ihre Freigaben bleiben erhalten.',
  }),
  forbidden: (scope: string | null) => ({
    title: 'Ihnen fehlt die Berechtigung',
    whatToDo: scope
      ? say`Melden Sie sich erneut an und erlauben Sie „${scope}“, oder bitten Sie Ihre Administration um Zugriff.`
      : 'Bitten Sie Ihre Administration um Zugriff und melden Sie sich dann erneut an.',
  }),
  notFound: (service: string) => ({
    title: say`In ${service} nicht gefunden`,
    whatToDo: 'Aktualisieren Sie die Liste.',
  }),
  invalid: (service: string) => ({
    title: say`${service} konnte die Anfrage nicht verarbeiten`,
    whatToDo:
      'Versuchen Sie es erneut. Tritt der Fehler wieder auf, melden Sie ihn mit den technischen Details.',
  }),
  validationFailed: (service: string) => ({
    title: say`${service} hat die Anfrage abgelehnt`,
    whatToDo:
      'Versuchen Sie es erneut. Tritt der Fehler wieder auf, melden Sie ihn mit den technischen Details.',
  }),
  conflict: (service: string) => ({
    title: say`${service} meldet einen Konflikt`,
    whatToDo: say`Die Rechnung ist vielleicht schon freigegeben. Prüfen Sie sie in ${service}, bevor Sie erneut senden.`,
  }),
  rateLimitedByService: (service: string, time: string) => ({
    title: say`${service} begrenzt die Anfragen`,
    whatToDo: say`Geht um ${time} automatisch weiter.`,
  }),
  rateLimitedByBillfold: (time: string) => ({
    title: 'API-Limit erreicht',
    whatToDo: say`Die Synchronisierung geht um ${time} weiter. Sie können weiter prüfen.`,
  }),
  serverFailed: (service: string) => ({
    title: say`Störung bei ${service}`,
    whatToDo:
      'Billfold versucht es automatisch erneut. Dauert es an, wenden Sie sich an den Support des Dienstes.',
  }),
  signInNotAccepted: (service: string) => ({
    title: say`${service} nimmt Ihre Anmeldung gerade nicht an`,
    whatToDo:
      'Billfold versucht es automatisch erneut. Dauert es an, prüfen Sie Client-ID und Client-Secret, oder melden Sie sich ab und wieder an.',
  }),
  malformedResponse: () => ({
    title: 'Unerwartete Antwort',
    whatToDo:
      'In einem Gäste-WLAN melden Sie sich zuerst beim Netzwerk an. Sonst prüfen Sie die Dienst-URL.',
  }),
  tooLarge: (service: string) => ({
    title: 'Die Liste ist zu groß zum Lesen',
    whatToDo: say`Billfold versucht es mit kleineren Seiten erneut. Dauert es an, wenden Sie sich an den Support von ${service}.`,
  }),
  cached: (service: string) => ({
    title: say`${service} hat aus einem Cache geantwortet`,
    whatToDo:
      'Freigaben lassen sich nicht mit einer alten Kopie abgleichen. Billfold versucht es automatisch erneut. Dauert es an, wenden Sie sich an Ihre Netzwerkadministration.',
  }),
  unreachable: (service: string) => ({
    title: say`${service} ist nicht erreichbar`,
    whatToDo:
      'Sie können weiter prüfen. Freigaben werden gesendet, sobald die Verbindung wieder besteht.',
  }),
  answerLost: () => ({
    title: 'Keine Antwort erhalten',
    whatToDo: 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  }),
  cancelled: () => ({
    title: 'Abgebrochen',
    whatToDo: 'Versuchen Sie es erneut, wenn Sie so weit sind.',
  }),
} as const;

const signInProblems = {
  cancelled: () => ({
    title: 'Anmeldung abgebrochen',
    whatToDo: 'Wählen Sie „Anmelden“, um neu zu beginnen.',
  }),
  timedOut: () => ({
    title: 'Zeit für die Anmeldung abgelaufen',
    whatToDo:
      'Wählen Sie „Anmelden“ und schließen Sie die Anmeldung innerhalb von fünf Minuten im Browser ab.',
  }),
  denied: () => ({
    title: 'Zugriff verweigert',
    whatToDo:
      'Wählen Sie „Anmelden“ und erlauben Sie den Zugriff. Billfold braucht ihn, um Rechnungen zu synchronisieren und freizugeben.',
  }),
  refused: (service: string) => ({
    title: 'Die Anmeldung konnte nicht beginnen',
    whatToDo: say`Prüfen Sie die Client-ID und ob die in ${service} registrierte Redirect-URI genau die hier gezeigte ist. Melden Sie sich dann erneut an.`,
  }),
  scopeRefused: (service: string) => ({
    title: 'Berechtigung nicht verfügbar',
    whatToDo: say`Geben Sie dieser App im Entwicklerportal von ${service} die Berechtigung, Rechnungen zu verwalten. Melden Sie sich dann erneut an.`,
  }),
  wrongClient: () => ({
    title: 'Client-ID oder Client-Secret ungültig',
    whatToDo:
      'Wählen Sie „Verbindung bearbeiten“ und geben Sie beide so ein, wie das Entwicklerportal Ihres Dienstes sie zeigt.',
  }),
  keyringAway: () => ({
    title: 'Der Schlüsselbund ist nicht verfügbar',
    whatToDo: 'Entsperren Sie den Schlüsselbund Ihres Systems und melden Sie sich dann erneut an.',
  }),
  exchangeFailed: () => ({
    title: 'Anmeldung fehlgeschlagen',
    whatToDo:
      'Melden Sie sich erneut an. Schlägt es wieder fehl, prüfen Sie die Autorisierungs-URL und die registrierte Redirect-URI.',
  }),
  portTaken: (port: number) => ({
    title: say`Port ${port} ist belegt`,
    whatToDo:
      'Schließen Sie das andere Programm und melden Sie sich erneut an. Oder wählen Sie „Verbindung bearbeiten“, nehmen Sie einen anderen Port und registrieren Sie die Redirect-URI dazu.',
  }),
  hostUnreachable: (host: string, isOffline: boolean) => ({
    title: say`${host} ist nicht erreichbar`,
    whatToDo: isOffline
      ? 'Sie sind offline. Stellen Sie eine Internetverbindung her und melden Sie sich dann an.'
      : 'Prüfen Sie Ihre Verbindung und die Autorisierungs-URL. Fahren Sie trotzdem fort, wenn Ihr Browser sie öffnen kann.',
  }),
  serviceUnreachable: (service: string) => ({
    title: say`${service} ist nicht erreichbar`,
    whatToDo:
      'Prüfen Sie Ihre Verbindung und die Autorisierungs-URL und melden Sie sich dann erneut an.',
  }),
  serviceFailed: (service: string) => ({
    title: say`Störung bei ${service}`,
    whatToDo:
      'Melden Sie sich in einigen Minuten erneut an. Dauert es an, prüfen Sie die Autorisierungs-URL oder wenden Sie sich an den Support des Dienstes.',
  }),
  limited: (service: string, minutes: number) => ({
    title: say`${service} begrenzt gerade Anmeldungen`,
    whatToDo:
      minutes === 0
        ? 'Melden Sie sich in einigen Minuten erneut an.'
        : minutes === 1
          ? 'Melden Sie sich in einer Minute erneut an.'
          : say`Melden Sie sich in ${minutes} Minuten erneut an.`,
  }),
  malformedAnswer: () => ({
    title: 'Unerwartete Antwort auf die Anmeldung',
    whatToDo:
      'In einem Gäste-WLAN melden Sie sich zuerst beim Netzwerk an. Sonst prüfen Sie die Autorisierungs-URL und melden sich dann erneut an.',
  }),
  browserNotOpened: () => ({
    title: 'Der Browser ließ sich nicht öffnen',
    whatToDo:
      'Wählen Sie „Anmelden“, dann „Link kopieren“, und fügen Sie ihn in einen Browser auf diesem Computer ein.',
  }),
  noConnection: () => ({
    title: 'Nicht verbunden',
    whatToDo: 'Verbinden Sie Ihren Buchhaltungsdienst oder probieren Sie die Beispieldaten.',
  }),
} as const;

const obstacles = {
  untrustedCertificate: (host: string, issuer: string | null) => ({
    title: say`${host} lässt sich nicht überprüfen`,
    whatToDo:
      issuer === null
        ? say`Dieser Computer vertraut dem Zertifikat von ${host} nicht, das keinen Aussteller nennt. Wenden Sie sich an Ihre Administration. Es wurde nichts gesendet.`
        : say`Dieser Computer vertraut dem Zertifikat von ${host} nicht, ausgestellt von ${issuer}. Wenden Sie sich an Ihre Administration. Es wurde nichts gesendet.`,
  }),
  proxySignIn: (schemes: readonly string[]) => ({
    title: 'Anmeldung am Proxy nicht unterstützt',
    whatToDo: say`Der Proxy Ihres Netzwerks verlangt ${schemes.length === 0 ? 'eine Anmeldung' : sayAll(' oder ', schemes)}, was Billfold nicht unterstützt. Wenden Sie sich an Ihre Administration. Es wurde nichts gesendet.`,
  }),
} as const;

const sessionEnds = {
  signedOut: {
    title: 'Sie sind abgemeldet',
    whatToDo: 'Melden Sie sich an, um Ihre Rechnungen wieder zu sehen.',
  },
  tokensLeft: {
    title: 'Abgemeldet, aber die gespeicherte Sitzung ließ sich nicht löschen',
    whatToDo:
      'Prüfen Sie die Rechte auf dem Datenträger. Billfold versucht es weiter, solange es offen ist.',
  },
  refused: {
    title: 'Ihre Sitzung ist abgelaufen',
    whatToDo: 'Melden Sie sich an, um fortzufahren.',
  },
  notSaved: {
    title: 'Sitzung nicht gespeichert',
    whatToDo:
      'Ein sicherer Speicher (Schlüsselbund) ist nicht verfügbar. Melden Sie sich erneut an oder erlauben Sie in den Einstellungen weniger sichere Speicherung.',
  },
  keyringChanged: {
    title: 'Gespeicherte Sitzung nicht mehr gültig',
    whatToDo: 'Der Schlüsselbund dieses Computers hat sich geändert. Melden Sie sich erneut an.',
  },
  storeUnreadable: { title: 'Sitzung nicht lesbar', whatToDo: 'Melden Sie sich erneut an.' },
} as const;

const notSentReasons = {
  unreachable: { title: 'Wartet auf Verbindung', whatToDo: 'Wird automatisch gesendet.' },
  serviceFailed: { title: 'Letzte Prüfung fehlgeschlagen', whatToDo: 'Wird automatisch gesendet.' },
  quota: {
    title: 'Wartet auf das API-Limit',
    whatToDo: 'Wird automatisch gesendet.',
  },
  unavailable: { title: 'Dienst nicht verfügbar', whatToDo: 'Wird automatisch gesendet.' },
  signedOut: { title: 'Abgemeldet', whatToDo: 'Melden Sie sich an, um zu senden.' },
  otherSignIn: {
    title: 'Aus einer anderen Sitzung',
    whatToDo: 'Entscheiden Sie, ob sie unter Ihrem Konto gesendet wird.',
  },
  journalUnwritable: {
    title: 'Angehalten: Prüfprotokoll nicht beschreibbar',
    whatToDo: 'Schaffen Sie Platz oder stellen Sie die Rechte wieder her, dann aktualisieren Sie.',
  },
  recheck: {
    title: 'Wird vor dem Senden auf Änderungen geprüft',
    whatToDo: 'Wird gesendet, wenn die Rechnung unverändert ist.',
  },
  notOnPage: { title: 'Rechnung wird gesucht', whatToDo: 'Wird gesendet, wenn unverändert.' },
  dataRestored: {
    title: 'Angehalten: vor dem Senden prüfen',
    whatToDo: 'Prüfen Sie die Rechnung. Senden oder verwerfen Sie dann die Freigabe.',
  },
  overLimit: {
    title: 'Angehalten: über Ihrer Grenze',
    whatToDo: 'Bestätigen und senden Sie die Freigabe oder verwerfen Sie sie.',
  },
  twice: {
    title: 'Angehalten: Rechnung schon einmal freigegeben',
    whatToDo:
      'Prüfen Sie die Rechnung. Bestätigen und senden Sie dann oder verwerfen Sie die Freigabe.',
  },
  closing: { title: 'Beim Schließen gespeichert', whatToDo: 'Wird automatisch gesendet.' },
} as const;

const pauses = {
  offline: 'Offline. Synchronisierung geht automatisch weiter.',
  signedOut: 'Melden Sie sich an, um weiter zu synchronisieren.',
  quota: 'Synchronisierung pausiert (API-Limit)',
  unavailable: 'Synchronisierung pausiert (Dienst nicht verfügbar)',
  asleep: 'Synchronisierung wird fortgesetzt\u00a0…',
  storageFull: 'Datenträger voll. Geben Sie Speicherplatz frei und aktualisieren Sie.',
  discarding: 'Angehalten',
  closing: 'Wird geschlossen\u00a0…',
} as const;

/** Texts of every problem, as in English. */
export const problems = {
  resending: {
    later: 'Senden Sie später erneut oder verwerfen Sie die Freigabe.',
    cleared: (service: string) =>
      say`Klären Sie das in ${service} oder mit Ihrer Administration. Senden Sie dann erneut oder verwerfen Sie die Freigabe.`,
    otherForm: (service: string) =>
      say`Senden Sie erneut: Billfold sendet die Freigabe dann in der Form, die ${service} verlangt. Oder verwerfen Sie sie.`,
    never: (service: string) =>
      say`Erneutes Senden hilft nicht. Geben Sie die Rechnung in ${service} frei und verwerfen Sie die Freigabe hier.`,
  },
  serviceErrors,
  obstacles,
  quote: (service: string, message: string) => say`${service}: „${message}“`,
  signInProblems,
  notYetSignedIn: {
    title: 'Anmelden',
    whatToDo: 'Sie melden sich sicher in Ihrem Browser an. Billfold sieht Ihr Passwort nie.',
  },
  sessionEnds,
  notSentReasons,
  pauses,
  notices,
  startFailed: {
    title: 'Lokale Daten lassen sich nicht öffnen',
    whatToDo:
      'Nichts wurde gelöscht. Schließen Sie andere Fenster von Billfold, prüfen Sie den Speicherplatz und starten Sie Billfold neu.',
  },
  diskFull: {
    title: 'Nicht gespeichert: Datenträger voll',
    whatToDo:
      'Geben Sie auf diesem Computer Speicherplatz frei und versuchen Sie es erneut. Lassen Sie Billfold so lange geöffnet: Was Sie zurückgenommen oder abgebrochen haben, wird nicht gesendet.',
  },
  storageRefused: {
    title: 'Nicht gespeichert: Speicherfehler',
    whatToDo:
      'Prüfen Sie, ob auf diesem Computer Speicherplatz frei ist, und versuchen Sie es erneut. Lassen Sie Billfold so lange geöffnet: Was Sie zurückgenommen oder abgebrochen haben, wird nicht gesendet.',
  },
  storageSilent: {
    title: 'Der Speicher dieses Computers antwortet nicht',
    whatToDo:
      'Speichern und Senden gehen weiter, sobald er antwortet. Sonst prüfen Sie den Datenträger und starten Sie Billfold neu.',
  },
  broken: {
    title: 'Etwas ist schiefgegangen',
    whatToDo: 'Ihre Freigaben sind sicher. Versuchen Sie es erneut oder starten Sie Billfold neu.',
    tryAgain: 'Erneut versuchen',
  },
} as const satisfies Messages['problems'];
