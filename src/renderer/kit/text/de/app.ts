import type { DigestCounts } from '../../../core/bills/figures/unapproved-bills.ts';
import { formatCount } from '../count.ts';
import { say } from '../say.ts';
import { plural } from './plural.ts';
import type { Messages } from '../message-types.ts';

export const app = {
  name: 'Billfold',
  loading: 'Billfold wird geladen\u00a0…',
  loadingLong:
    'Das Laden dauert länger als sonst. Endet es nicht, geben Sie Speicherplatz frei und starten Sie Billfold neu.',
  anyService: 'Buchhaltungsdienst',
  sampleService: 'Beispieldienst',
  locked: {
    title: 'Billfold ist gesperrt',
    hint: 'Solange Billfold gesperrt ist, werden keine Freigaben gesendet.',
    unlock: 'Entsperren',
    outcomes: {
      unlocked: 'Billfold wird geladen\u00a0…',
      refused: 'Billfold ist noch gesperrt. Versuchen Sie es erneut.',
      keyringAway:
        'Der Schlüsselbund ist nicht verfügbar. Entsperren Sie ihn und versuchen Sie es dann erneut.',
    },
  },
  skipToContent: 'Zum Inhalt springen',
  screens: {
    review: 'Prüfen',
    approvals: 'Freigaben',
    reports: 'Berichte',
    invoices: 'Ausgangsrechnungen',
    settings: 'Einstellungen',
  },
  navigation: 'Hauptnavigation',
  organization: 'Organisation',
  needAttention: (count: number) =>
    plural(count, 'braucht eine Entscheidung', 'brauchen eine Entscheidung'),
  toReview: (count: number) => say`${formatCount(count)} zu prüfen`,
  close: 'Schließen',
  cancel: 'Abbrechen',
  dismiss: 'Schließen',
  justNow: 'gerade eben',
  undo: 'Rückgängig',
  undoLeft: (seconds: number) => say`${seconds}\u00a0s`,
  approvedOne: (vendor: string, amount: string) => say`Freigegeben: ${vendor} · ${amount}`,
  approvedMany: (count: number) => say`${plural(count, 'Rechnung', 'Rechnungen')} freigegeben`,
  moreUndoable: (count: number) =>
    count === 1
      ? '+ 1 frühere Freigabe lässt sich rückgängig machen'
      : say`+ ${formatCount(count)} frühere Freigaben lassen sich rückgängig machen`,
  takenBack: (count: number) => say`${plural(count, 'Freigabe', 'Freigaben')} rückgängig gemacht`,
  tooLateToUndo:
    'Nicht mehr rückgängig zu machen. Was noch nicht gesendet ist, können Sie unter „Freigaben“ abbrechen.',
  tooLateToCancel: (count: number, canceled: number) =>
    canceled === 0
      ? say`Zu spät, um ${plural(count, 'Freigabe', 'Freigaben')} abzubrechen. Prüfen Sie den Status.`
      : say`${formatCount(canceled)} abgebrochen. Für ${formatCount(count)} zu spät: Prüfen Sie den Status.`,
  undoOnceSaved: 'Wird rückgängig gemacht, sobald sie gespeichert ist.',
  nothingToUndo: 'Nichts rückgängig zu machen.',
  technicalDetails: 'Technische Details',
  sessionOver: {
    notSignedIn: {
      title: 'Sie sind abgemeldet',
      whatToDo: 'Melden Sie sich an, um dort weiterzumachen, wo Sie waren.',
    },
    meanwhile:
      'Sie können offline weiter prüfen. Freigaben werden gespeichert und erst nach Ihrer Bestätigung gesendet.',
  },
  connectionFaults: {
    storageFull: {
      title: 'Datenträger voll',
      whatToDo:
        'Geben Sie Speicherplatz frei, um Ihre Rechnungen zu laden. Ihre Freigaben sind sicher.',
    },
    notOpened: {
      title: 'Lokale Daten lassen sich nicht öffnen',
      whatToDo:
        'Vielleicht ist der Datenträger voll. Geben Sie Speicherplatz frei; hilft das nicht, starten Sie Billfold neu. Bis dahin versucht Billfold es weiter. Ihre Freigaben sind sicher.',
    },
    keyringAway: {
      title: 'Rechnungen gesperrt',
      whatToDo:
        'Entsperren Sie den Schlüsselbund Ihres Systems. Billfold versucht es erneut; Ihre Freigaben sind sicher.',
    },
    tryAgain: 'Erneut versuchen',
  },
  sample: {
    title: 'Beispieldaten',
    whatToDo: 'Nichts wird wirklich gesendet.',
    connect: 'Eigenen Dienst verbinden',
    leave: 'Beispieldaten verlassen',
    coach: {
      title: 'Drei Tasten zum Ausprobieren',
      steps: { nextBill: 'Nächste Rechnung', approve: 'Freigeben', undo: 'Rückgängig' },
      stepDone: 'Erledigt',
      done: 'Mehr brauchen Sie nicht. ? zeigt alle Tastenkürzel.',
      close: 'Tipps schließen',
    },
  },
  earlierApprovals: {
    title: (count: number) =>
      say`${plural(count, 'nicht gesendete Freigabe', 'nicht gesendete Freigaben')} aus einer früheren Sitzung`,
    body: 'Vor Ihrer Anmeldung freigegeben, möglicherweise von einer anderen Person. Unter Ihrem Konto senden? Jede Rechnung wird vorher erneut geprüft.',
    mayHaveArrived: (count: number, service: string) =>
      count === 1
        ? say`1 Freigabe davon wurde vielleicht schon gesendet. Prüfen Sie das zuerst in ${service}.`
        : say`${formatCount(count)} Freigaben davon wurden vielleicht schon gesendet. Prüfen Sie das zuerst in ${service}.`,
    keepWaitingHint: 'Bis zu Ihrer Entscheidung nicht gesendet. Aufgeführt unter „Freigaben“.',
    adopt: 'Unter meinem Konto senden',
    keepWaiting: 'Später entscheiden',
    withdraw: 'Verwerfen',
  },
  link: {
    copy: 'Link zur Rechnung kopieren',
    copied: 'Link kopiert',
    title: 'Rechnung aus einem Link',
    view: 'Rechnung ansehen',
    notHere: 'Diese Rechnung ist nicht auf diesem Computer.',
    notHereHint:
      'Vielleicht gehört sie zu einer anderen Organisation oder ist noch nicht synchronisiert.',
  },
  resizePane: 'Breite der Details',
  page: (screen: string, name: string) => say`${screen} – ${name}`,
} as const satisfies Messages['app'];

export const status = {
  region: 'Status',
  connectivity: {
    unknown: 'Verbinden\u00a0…',
    online: 'Online',
    offline: 'Offline',
    limited: 'Wartet auf das API-Limit',
  },
  signedOut: 'Abgemeldet',
  offlineCalm: 'Freigaben werden später gesendet',
  reading: 'Wird synchronisiert\u00a0…',
  synced: (ago: string) => say`Stand: ${ago}`,
  neverRead: 'Noch nicht synchronisiert',
  waiting: (count: number) => plural(count, 'Freigabe ausstehend', 'Freigaben ausstehend'),
  nothingWaiting: 'Keine ausstehenden Freigaben',
  sendingPaused: 'Senden pausiert',
  storageSilent: 'Speicher antwortet nicht',
  cutShort: 'Vielleicht fehlen Rechnungen',
  quota: (remaining: number, limit: number) =>
    say`API-Aufrufe: ${formatCount(remaining)} von ${formatCount(limit)} übrig`,
  quotaPaused: 'API-Aufrufe: pausiert',
  quotaName: 'API-Aufrufe, die in dieser Stunde übrig sind',
  resets: (time: string) => say`neu ab ${time}`,
  pausedUntil: (time: string) => say`bis ${time}`,
  refresh: 'Aktualisieren',
} as const satisfies Messages['status'];

export const help = {
  title: 'Tastenkürzel',
  groups: { review: 'Prüfen', anywhere: 'Überall', go: 'Navigation' },
  between: 'dann',
  keyNames: { Ctrl: 'Strg', Shift: 'Umschalt', Space: 'Leer' },
  commands: {
    nextBill: 'Nächste Rechnung',
    previousBill: 'Vorherige Rechnung',
    approve: 'Freigeben (oder Auswahl freigeben)',
    selectBill: 'Auswählen / abwählen',
    firstBill: 'Erste Rechnung',
    lastBill: 'Letzte Rechnung',
    clearSelection: 'Auswahl oder Suche aufheben, Rechnung schließen',
    skip: 'Überspringen',
    snooze: 'Wiedervorlage\u00a0…',
    hide: 'Aus dem Eingang ausblenden',
    hold: 'In Klärung geben\u00a0…',
    note: 'Notiz hinzufügen',
    filters: 'Filtern',
    sort: 'Sortieren und gruppieren',
    views: 'Ansichten',
    palette: 'Befehlsmenü',
    undo: 'Rückgängig',
    search: 'Suchen',
    refresh: 'Aktualisieren',
    scrollDown: 'In der Rechnung nach unten blättern',
    scrollUp: 'In der Rechnung nach oben blättern',
    back: 'Zurück zur vorigen Rechnung',
    help: 'Tastenkürzel',
    goReview: 'Prüfen',
    goApprovals: 'Freigaben',
    goReports: 'Berichte',
    goInvoices: 'Ausgangsrechnungen',
    goSettings: 'Einstellungen',
  },
  list: 'In der Liste',
  search: 'In der Suche',
  searchWords: [
    { keys: 'über 1000', what: 'Betrag' },
    { keys: 'fällig Freitag', what: 'Fälligkeit' },
    { keys: 'überfällig', what: 'Zustand (auch bezahlt, Hinweise)' },
    { keys: 'von Wasser', what: 'Lieferant' },
    { keys: 'Gas oder Wasser', what: 'Eines von beiden' },
    { keys: '-Gas', what: 'Ohne ein Wort' },
  ],
  keyNeedsList: 'Nichts geändert: Diese Taste wirkt nur in der Liste. Mit ↓ gelangen Sie dorthin.',
  singleKeys: {
    on: 'Tasten ohne Strg oder Alt wirken außerhalb von Textfeldern; a, d, h und z nur in der Liste.',
    list: 'Tasten ohne Strg oder Alt wirken nur, solange eine Liste den Fokus hat.',
    off: 'Tasten ohne Strg oder Alt sind abgeschaltet.',
  },
  changeKeys: 'In den Einstellungen ändern',
  listKeys: (control: string) => [
    { keys: '↑ ↓', what: 'Blättern' },
    { keys: 'Pos1 Ende', what: 'Erste / letzte' },
    { keys: 'Bild↑ Bild↓', what: 'Seitenweise blättern' },
    { keys: 'Umschalt+↑ ↓', what: 'Auswahl erweitern (oder Umschalt+Klick)' },
    { keys: say`${control}+A`, what: 'Alle auswählen' },
    { keys: say`${control}+Klick`, what: 'Zur Auswahl hinzufügen' },
    { keys: 'Umschalt+F10', what: 'Menü (oder Rechtsklick)' },
  ],
} as const satisfies Messages['help'];

export const notices = {
  sent: (count: number) => ({
    title: plural(count, 'Freigabe gesendet', 'Freigaben gesendet'),
    body:
      count === 1
        ? 'Ihre vorgemerkte Freigabe ist angekommen.'
        : 'Ihre vorgemerkten Freigaben sind angekommen.',
  }),
  attention: (count: number) => ({
    title: plural(
      count,
      'Freigabe braucht eine Entscheidung',
      'Freigaben brauchen eine Entscheidung',
    ),
    body: 'Öffnen Sie Billfold, um zu entscheiden.',
  }),
  dueTomorrow: (count: number) => ({
    title: plural(
      count,
      'nicht freigegebene Rechnung morgen fällig',
      'nicht freigegebene Rechnungen morgen fällig',
    ),
    body: 'Öffnen Sie Billfold, um sie zu prüfen.',
  }),
} as const satisfies Messages['notices'];

export const digest = {
  title: 'Offen in Billfold',
  lines: (counts: DigestCounts): readonly string[] =>
    [
      counts.overdue > 0 && plural(counts.overdue, 'Rechnung überfällig', 'Rechnungen überfällig'),
      counts.dueTomorrow > 0 &&
        plural(counts.dueTomorrow, 'Rechnung morgen fällig', 'Rechnungen morgen fällig'),
      counts.answersOverdue > 0 &&
        plural(counts.answersOverdue, 'Antwort überfällig', 'Antworten überfällig'),
      counts.attention > 0 &&
        plural(
          counts.attention,
          'Freigabe braucht eine Entscheidung',
          'Freigaben brauchen eine Entscheidung',
        ),
    ].filter((line) => line !== false),
} as const satisfies Messages['digest'];

export const palette = {
  title: 'Befehlsmenü',
  field: 'Befehl',
  hint: 'Befehle, Lieferanten und Rechnungen suchen',
  list: 'Befehle',
  finds: { recent: 'Zuletzt verwendet', vendors: 'Lieferanten', bills: 'Rechnungen' },
  groups: {
    review: 'Liste',
    bill: 'Rechnung',
    approvals: 'Freigaben',
    go: 'Gehe zu',
    view: 'Ansicht',
    app: 'Allgemein',
  },
  none: (typed: string) => say`Keine Treffer für „${typed}“`,
  count: (count: number) => plural(count, 'Treffer', 'Treffer'),
  also: {
    about: 'Version Lizenzen Electron Chromium Impressum',
    whatsNew: 'Changelog Änderungen Versionshinweise Version',
    copyDiagnostics: 'Support Fehlersuche Version',
    approve: 'genehmigen zustimmen',
    hide: 'ignorieren archivieren Dublette',
    hold: 'sperren Rückfrage fragen Klärung E-Mail',
    filters: 'eingrenzen',
    goApprovals: 'Postausgang ausstehend gesendet Handlungsbedarf abgelehnt unbestätigt',
    goReports: 'Altersstruktur Fälligkeitsstruktur Liquiditätsbedarf Auswertung OP-Liste',
    goInvoices: 'Forderungen Verkauf',
    goSettings: 'Optionen Voreinstellungen',
    help: 'Hilfe Tastatur Kürzel',
    lock: 'Bildschirm Passwort',
    note: 'Kommentar Bemerkung',
    refresh: 'Synchronisieren Neu laden Sync',
    search: 'Finden',
    signIn: 'Einloggen Login',
    signOut: 'Ausloggen Logout',
    snooze: 'Später Erinnern',
    sort: 'Reihenfolge ordnen Spalten',
    undo: 'Zurücknehmen',
    verifyJournal: 'Kontrollieren Verlauf',
    'bills.approveUnflagged': 'Sammelfreigabe Stapel alle',
    'bill.selectGroup': 'Alle freigeben',
    'export.csv': 'Excel Tabelle herunterladen',
    'export.pdf': 'Acrobat herunterladen',
    'language de': 'Deutsch German language',
    'language en': 'Englisch English language',
    'view overdue': 'Verspätet Verzug',
    'view dueThisWeek': 'Dringend bald',
    'view overAmount': 'Groß hoch',
    'view hidden': 'Versteckt ignoriert',
    'flag duplicate': 'Dubletten Kopien doppelt',
    'flag firstOfVendor': 'Erste neu Kreditor',
    'theme dark': 'Nacht Nachtmodus',
    'theme light': 'Tag Tagmodus',
  },
  alsoOrganization: 'Wechseln Firma Mandant Unternehmen Gesellschaft',
  setting: (name: string) => say`Einstellungen: ${name}`,
  language: (name: string) => say`Sprache: ${name}`,
  showFlag: (flag: string) => say`Anzeigen: ${flag}`,
  showAllOrganizations: 'Alle Organisationen anzeigen',
  showOrganization: (name: string) => say`${name} anzeigen`,
  theme: {
    system: 'Design des Systems',
    light: 'Helles Design',
    dark: 'Dunkles Design',
  },
  density: { comfortable: 'Großzügige Zeilen', compact: 'Kompakte Zeilen' },
  verifyJournal: 'Prüfprotokoll verifizieren',
  exportJournal: {
    csv: 'Prüfprotokoll exportieren (CSV)',
    json: 'Prüfprotokoll exportieren (JSON)',
  },
  changeConnection: 'Verbindung bearbeiten',
  account: 'Konto',
  notifications: 'Einstellungen für Mitteilungen',
  copyDiagnostics: 'Diagnosedaten kopieren',
  removeEverything: 'Alle Daten entfernen\u00a0…',
  lock: 'Billfold sperren',
  signIn: 'Anmelden',
  signOut: 'Abmelden\u00a0…',
} as const satisfies Messages['palette'];

export const quota = {
  title: 'API-Nutzung in dieser Stunde',
  left: (remaining: number, limit: number) =>
    say`${formatCount(remaining)} von ${formatCount(limit)} übrig`,
  resets: (time: string) => say`Neu ab ${time}`,
  resetUnknown: 'Unbekannt, wann es zurückgesetzt wird',
  reserve: (reserve: number) => say`${formatCount(reserve)} für Freigaben reserviert`,
  used: {
    approval: 'Freigaben',
    recheck: 'Prüfungen auf Änderungen',
    waiting: 'Anfragen für die Anzeige',
    background: 'Synchronisierung im Hintergrund',
  },
  backgroundLeft: (count: number) =>
    say`${formatCount(count)} übrig für die Synchronisierung im Hintergrund`,
  shared:
    'Eine andere Anwendung nutzt dasselbe Limit. Die Synchronisierung im Hintergrund läuft langsamer.',
  paused: {
    refused: (time: string) => say`Anfragen sind bis ${time} begrenzt. Freigaben haben Vorrang.`,
    unavailable: (time: string) => say`Dienst nicht verfügbar. Nächster Versuch um ${time}.`,
    spent: (time: string) =>
      say`Stundenlimit erreicht. Ab ${time} wird wieder gesendet; Freigaben haben Vorrang.`,
  },
  approvalsWaiting: (count: number) =>
    plural(
      count,
      'Freigabe ist als Nächstes an der Reihe.',
      'Freigaben sind als Nächste an der Reihe.',
    ),
  costPaused: {
    refused: (time: string) => say`Wird ab ${time} gesendet (Anfragen sind begrenzt).`,
    unavailable: (time: string) => say`Wird ab ${time} gesendet (Dienst nicht verfügbar).`,
  },
  costBeyond: (now: number, time: string) =>
    now === 0
      ? say`Wird ab ${time} gesendet (Stundenlimit).`
      : say`${plural(now, 'Freigabe wird', 'Freigaben werden')} jetzt gesendet, die übrigen ab ${time} (Stundenlimit).`,
  costBeyondUnknown: (now: number) =>
    now === 0
      ? 'Wird gesendet, sobald das Stundenlimit zurückgesetzt ist.'
      : say`${plural(now, 'Freigabe wird', 'Freigaben werden')} jetzt gesendet, die übrigen, sobald das Stundenlimit zurückgesetzt ist.`,
} as const satisfies Messages['quota'];
