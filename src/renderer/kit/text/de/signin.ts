import { say } from '../say.ts';
import { plural } from './plural.ts';
import type { Messages } from '../message-types.ts';

const missingField = {
  serviceUrl: 'Geben Sie die Dienst-URL ein.',
  authUrl: 'Geben Sie die Autorisierungs-URL ein.',
  clientId: 'Geben Sie die Client-ID ein.',
  clientSecret: 'Geben Sie das Client-Secret ein.',
  redirectUri: 'Geben Sie die Redirect-URI ein.',
} as const;

export const signin = {
  purpose: 'Rechnungsfreigabe',
  title: 'Rechnungen überall freigeben, auch offline',
  lead: 'Billfold synchronisiert Rechnungen aus Ihrem Buchhaltungsdienst und sendet Ihre Freigaben, sobald Sie online sind.',
  trySample: 'Mit Beispieldaten ausprobieren',
  trySampleHint: 'Keine Einrichtung. Nichts verlässt diesen Computer.',
  seeSignIn: 'So funktioniert die Anmeldung',
  connect: 'Ihren Buchhaltungsdienst verbinden',
  connectHint: 'Sie brauchen seine URL, eine Client-ID und ein Client-Secret.',
  connectManagedHint: 'Von Ihrer Organisation eingerichtet. Sie brauchen das Client-Secret.',
  startingSample: 'Beispieldaten werden geladen\u00a0…',
  sampleFailed: {
    title: 'Die Beispieldaten ließen sich nicht laden',
    whatToDo: 'Versuchen Sie es erneut. Tritt der Fehler wieder auf, starten Sie Billfold neu.',
  },
  noneAllowed:
    'Ihre Organisation erlaubt hier keinen Dienst. Wenden Sie sich an Ihre Administration.',
  promises: [
    'Freigaben überstehen Abstürze und Verbindungsabbrüche',
    'Keine Rechnung wird ungewollt zweimal freigegeben',
    'Geänderte Rechnungen werden zur erneuten Prüfung angehalten',
  ],
  form: {
    title: 'Ihren Buchhaltungsdienst verbinden',
    editTitle: 'Verbindung bearbeiten',
    lead: 'Registrieren Sie Billfold im Entwicklerportal Ihres Dienstes und geben Sie dann die Werte ein, die es anzeigt.',
    managedLead:
      'Von Ihrer Organisation verwaltet. Geben Sie das Client-Secret ein, das Sie erhalten haben.',
    register: 'Für das Entwicklerportal',
    scopeName: 'Scope',
    redirectUriHint:
      'Registrieren Sie diese Adresse oder geben Sie die registrierte ein. Führt sie nicht auf diesen Computer, fügen Sie bei der Anmeldung eine Adresse oder einen Code ein.',
    copy: 'Redirect-URI kopieren',
    copied: 'Kopiert',
    notCopied: 'Nicht kopiert. Prüfen Sie die Redirect-URI.',
    serviceUrlHint: 'Basis-URL der API, z.\u00a0B. https://books.example.com',
    sameUrl: 'Die Autorisierungs-URL ist dieselbe wie die Dienst-URL',
    authUrlHint: 'Wo sich Benutzer anmelden, z.\u00a0B. https://login.example.com',
    secretHint:
      'Wird im Schlüsselbund Ihres Systems gespeichert, falls es einen gibt. Sie können es später nicht mehr ansehen.',
    showSecret: 'Secret anzeigen',
    name: 'Anzeigename (optional)',
    nameHint: 'Steht in den Meldungen von Billfold. Leer: der Name des Hosts.',
    submit: 'Speichern und anmelden',
    back: 'Zurück',
    saving: 'Wird gespeichert\u00a0…',
    problems: (count: number) =>
      say`${plural(count, 'Feld muss', 'Felder müssen')} korrigiert werden.`,
  },
  starting: { title: 'Ihr Browser wird geöffnet\u00a0…' },
  continueAnyway: 'Trotzdem fortfahren',
  finishing: {
    title: 'Anmeldung wird abgeschlossen\u00a0…',
    lead: (host: string) =>
      say`Der Zugriff wurde erlaubt. Billfold wartet bis zu 30 Sekunden auf ${host}.`,
    cancel: 'Abbrechen',
  },
  waiting: {
    title: 'Weiter in Ihrem Browser',
    lead: (host: string) =>
      say`Erlauben Sie den Zugriff bei ${host}. Danach geht es in diesem Fenster automatisch weiter.`,
    pasteLead: (host: string) =>
      say`Erlauben Sie den Zugriff bei ${host} und kommen Sie dann hierher zurück.`,
    paste: {
      label: 'Fügen Sie die Adresse der Seite ein, auf der Sie gelandet sind, oder den Code',
      hint: 'Auch wenn die Seite nicht lädt: Kopieren Sie ihre vollständige Adresse.',
      submit: 'Anmeldung abschließen',
      finishing: 'Anmeldung läuft\u00a0…',
      problems: {
        missing: 'Fügen Sie die Adresse oder den Code ein.',
        noAnswer:
          'Diese Adresse enthält keinen Code. Erlauben Sie zuerst den Zugriff und fügen Sie dann die Adresse der nächsten Seite ein, oder den Code, den sie zeigt.',
        otherSignIn:
          'Diese Adresse gehört zu einer anderen Anmeldung. Wählen Sie „Browser erneut öffnen“ und fügen Sie dann die neue Adresse vollständig ein.',
        otherAddress:
          'Diese Adresse gehört zu einer anderen Website. Fügen Sie die Adresse der Seite ein, auf der Sie nach dem Erlauben gelandet sind.',
        invalid: 'Fügen Sie nur die vollständige Adresse oder nur den Code ein.',
        notWaiting: 'Diese Anmeldung ist beendet. Beginnen Sie von vorn.',
      },
    },
    left: 'Läuft ab in',
    openAgain: 'Browser erneut öffnen',
    copyLink: 'Link kopieren',
    copied: 'Link kopiert. Fügen Sie ihn in einen Browser auf diesem Computer ein.',
    cancel: 'Abbrechen',
  },
  signedOut: {
    earlierApprovals: (waiting: number, attention: number) => {
      const saved = say`${plural(waiting, 'ausstehende Freigabe ist', 'ausstehende Freigaben sind')} gespeichert`;
      if (attention === 0) return say`${saved}.`;
      return waiting === 0
        ? say`${plural(attention, 'Freigabe braucht', 'Freigaben brauchen')} eine Entscheidung.`
        : say`${saved}; ${plural(attention, 'braucht', 'brauchen')} eine Entscheidung.`;
    },
    signIn: 'Anmelden',
    connection: 'Verbindung',
    sampleConnection: 'Beispieldaten auf diesem Computer',
    redirectUri: 'Redirect-URI',
    change: 'Verbindung bearbeiten',
    startOver: 'Anderen Dienst verbinden',
    startOverTitle: 'Anderen Dienst verbinden?',
    startOverBody: 'Entfernt diese Verbindung und ihr Client-Secret.',
    startOverKept: (count: number) =>
      count === 1
        ? '1 Freigabe bleibt erhalten und kann nur über diese Verbindung gesendet werden.'
        : say`${plural(count, 'Freigabe bleibt', 'Freigaben bleiben')} erhalten und können nur über diese Verbindung gesendet werden.`,
    startOverConfirm: 'Verbindung entfernen',
  },
  connectionFields: {
    serviceUrl: 'Dienst-URL',
    authUrl: 'Autorisierungs-URL',
    clientId: 'Client-ID',
    clientSecret: 'Client-Secret',
    redirectUri: 'Redirect-URI',
  },
  connectionProblems: {
    missing: (field: keyof typeof missingField) => missingField[field],
    notAUrl: (field: keyof typeof missingField) =>
      field === 'redirectUri'
        ? 'Geben Sie die Redirect-URI so ein, wie sie registriert ist, z.\u00a0B. http://127.0.0.1:8765/callback.'
        : 'Geben Sie eine vollständige URL ein, z.\u00a0B. https://books.example.com.',
    notHttps: () => 'Verwenden Sie https:// (http ist nur für localhost erlaubt).',
    hasUser: () => 'Entfernen Sie Benutzernamen und Passwort vor dem „@“.',
    badPort: () => 'Verwenden Sie einen Port bis 65535.',
    hasQuery: () => 'Entfernen Sie alles ab „?“ oder „#“.',
    notConfirmed: () =>
      'Wählen Sie erneut „Speichern und anmelden“ und dann „Verbinden“, um diese Adresse zu bestätigen.',
    unknownClient: () =>
      'Unbekannte Client-ID oder falsches Secret. Geben Sie beide so ein, wie das Entwicklerportal sie zeigt.',
    hasFragment: () => 'Entfernen Sie alles ab „#“.',
  },
} as const satisfies Messages['signin'];

export const moreScopes = {
  title: (grants: string) => say`Berechtigung nötig: ${grants}`,
  invoicesTitle: 'Zugriff auf Ausgangsrechnungen erlauben',
  invoicesNote: 'Billfold ändert nie Ausgangsrechnungen.',
  grants: 'Zugriff:',
  lead: 'Sie erlauben das in Ihrem Browser. Sonst ändert sich nichts.',
  waiting: (count: number) =>
    count === 1
      ? '1 Freigabe steht aus. Sie bestätigen sie nach der Anmeldung.'
      : say`${plural(count, 'Freigabe steht', 'Freigaben stehen')} aus. Sie bestätigen sie nach der Anmeldung.`,
  signIn: 'Erneut anmelden',
  inBrowser: 'Weiter in Ihrem Browser',
  inBrowserLead: 'Sie können hier weiterarbeiten.',
  notGranted: {
    title: 'Berechtigung nicht erteilt',
    whatToDo: 'Fragen Sie Ihre Administration und melden Sie sich dann erneut an.',
  },
  opening: 'Ihr Browser wird geöffnet\u00a0…',
} as const satisfies Messages['moreScopes'];
