import { formatCount } from '../count.ts';
import { say } from '../say.ts';
import { plural } from './plural.ts';
import type { Messages } from '../message-types.ts';

export const settings = {
  title: 'Einstellungen',
  approving: {
    title: 'Freigaben',
    undo: {
      label: 'Frist zum Rückgängigmachen',
      hint: 'So lange wartet Billfold, bevor es eine Freigabe sendet.',
      choices: {
        0: 'Aus',
        5_000: '5 Sekunden',
        10_000: '10 Sekunden',
        30_000: '30 Sekunden',
        60_000: '1 Minute',
      },
      other: (ms: number) => plural(ms / 1_000, 'Sekunde', 'Sekunden'),
    },
    sendAgain: {
      label: 'Unbestätigte Freigaben automatisch erneut senden',
      hint: 'Eine Freigabe könnte zweimal gesendet werden. Ist dies aus, entscheiden Sie jedes Mal.',
    },
    skipCheck: {
      label: 'Ohne Prüfung auf Änderungen senden',
      hint: 'Risiko: Sie könnten eine Rechnung freigeben, die sich nach der letzten Synchronisierung geändert hat.',
      choices: {
        0: 'Aus',
        1: 'Wenn vor weniger als 1 Minute synchronisiert',
        5: 'Wenn vor weniger als 5 Minuten synchronisiert',
        15: 'Wenn vor weniger als 15 Minuten synchronisiert',
      },
      other: (minutes: number) =>
        say`Wenn vor weniger als ${plural(minutes, 'Minute', 'Minuten')} synchronisiert`,
    },
  },
  flags: {
    title: 'Hinweise',
    hint: 'Ein ausgeschalteter Hinweis wird nicht angezeigt. Solche Rechnungen gelten trotzdem nicht als Routine.',
  },
  reading: {
    title: 'Synchronisierung',
    share: 'Limit für die Hintergrundsynchronisierung',
    shareHint:
      'Wie viel vom stündlichen API-Limit die Hintergrundsynchronisierung nutzen darf. Mehr hält Rechnungen aktueller.',
  },
  appearance: {
    title: 'Darstellung',
    theme: { label: 'Design', choices: { system: 'System', light: 'Hell', dark: 'Dunkel' } },
    density: {
      label: 'Zeilenabstand',
      hint: 'Kompakt zeigt etwa ein Drittel mehr Rechnungen.',
      choices: { comfortable: 'Großzügig', compact: 'Kompakt' },
    },
    language: { label: 'Sprache', choices: { system: 'System', en: 'English', de: 'Deutsch' } },
  },
  keyboard: {
    title: 'Tastatur',
    singleKeys: {
      label: 'Tasten ohne Strg oder Alt',
      hint: 'Tasten wie a, j oder /. Schalten Sie sie ab, wenn Sie diktieren oder einen Screenreader benutzen; das Befehlsmenü kann dasselbe. a, d, h und z wirken nie, solange eine Schaltfläche oder ein Link den Fokus hat.',
      choices: { on: 'Ein', list: 'Nur in Listen', off: 'Aus' },
    },
  },
  locking: {
    title: 'Sperre',
    after: {
      label: 'Bei Untätigkeit sperren',
      hint: 'Sperrt auch mit Ihrem Bildschirm. Solange Billfold gesperrt ist, werden keine Freigaben gesendet.',
      choices: {
        0: 'Nie',
        5: 'Nach 5 Minuten',
        15: 'Nach 15 Minuten',
        60: 'Nach 1 Stunde',
      },
      other: (minutes: number) => say`Nach ${plural(minutes, 'Minute', 'Minuten')}`,
    },
  },
  notifications: {
    title: 'Mitteilungen',
    notifySent: {
      label: 'Ausstehende Freigaben gesendet',
      hint: 'Eine Zusammenfassung, wenn ausstehende Freigaben angekommen sind.',
    },
    notifyAttention: {
      label: 'Freigaben, über die zu entscheiden ist',
      hint: 'Abgelehnt, geändert, unbestätigt oder angehalten. Höchstens alle 5 Minuten.',
    },
    notifyDueTomorrow: {
      label: 'Morgen fällige Rechnungen',
      hint: 'Täglich die Zahl der nicht freigegebenen Rechnungen.',
    },
    notifyDigest: {
      label: 'Tagesübersicht',
      hint: 'Sendet jetzt eine Mitteilung, dann täglich eine, über überfällige und morgen fällige Rechnungen, überfällige Antworten und Freigaben, über die zu entscheiden ist.',
    },
    privacy: 'Mitteilungen zeigen nie Lieferanten oder Beträge.',
  },
  desktop: {
    title: 'Desktop',
    keepSending: {
      label: 'Im Hintergrund weiter senden',
      hint: 'Beim Schließen wird das Fenster nur ausgeblendet, und ausstehende Freigaben werden weiter gesendet. Billfold bleibt im Infobereich oder in der Menüleiste, bis Sie es dort beenden.',
    },
    openAtLogin: {
      label: 'Bei der Anmeldung öffnen',
      hint: 'Öffnet Billfold, wenn Sie sich an diesem Computer anmelden; ausgeblendet, wenn „Im Hintergrund weiter senden“ an ist.',
    },
  },
  account: {
    title: 'Konto',
    connection: 'Verbindung',
    sample: 'Beispieldaten auf diesem Computer',
    serviceUrl: 'Dienst-URL',
    authUrl: 'Autorisierungs-URL',
    clientId: 'Client-ID',
    redirectUri: 'Redirect-URI',
    scopes: 'Berechtigungen',
    kept: 'Speicherung der Sitzung',
    storage: {
      sealed: 'Verschlüsselt (Schlüsselbund des Systems)',
      memoryOnly:
        'Nur im Arbeitsspeicher. Sie melden sich bei jedem Start an; Notizen bleiben nicht erhalten.',
      weak: 'Nicht verschlüsselt (Ihre Wahl)',
    },
    allowWeak: 'Ohne Verschlüsselung angemeldet bleiben',
    allowWeakWarning:
      'Nicht empfohlen. Wer Zugriff auf Ihre Dateien hat, könnte Ihre Rechnungen lesen und freigeben.',
    weakOn: 'Unverschlüsselte Speicherung ist an',
    signOut: 'Abmelden',
    overHint:
      'Sitzung abgelaufen. Beim Abmelden werden die Rechnungen von diesem Computer entfernt.',
  },
  scopes: {
    money_in: 'Ausgangsrechnungen und Forderungen',
    money_out: 'Eingangsrechnungen und Verbindlichkeiten',
    banking: 'Bankverbindungen und Kontoumsätze',
    accounting: 'Kontenplan',
    journal_entries: 'Manuelle Buchungen',
    transfers: 'Umbuchungen zwischen Konten',
    taxes: 'Steuersätze und Steuereinstellungen',
    close_books: 'Periodenabschluss',
    reports: 'Finanzberichte',
    settings: 'Einstellungen der Organisation',
    team: 'Teammitglieder',
    payroll_view: 'Lohnabrechnung ansehen',
    payroll_manage: 'Lohnabrechnung verwalten',
    documents: 'Dokumente',
    time_tracking_view: 'Zeiteinträge ansehen',
    time_tracking_manage: 'Zeiteinträge bearbeiten',
    time_tracking_approve: 'Zeiteinträge freigeben',
  },
  managed: {
    title: 'Von Ihrer Organisation verwaltet',
    lead: 'Diese Einstellungen lassen sich hier nicht ändern.',
    facts: {
      connection: 'Verbindung',
      sampleCompany: 'Beispieldaten',
      ownService: 'Ihr eigener Dienst',
      certificateFile: 'Vertrauenswürdige Zertifikate',
      journalRetentionDays: 'Prüfprotokoll',
      lockAfterMinutes: 'Bei Untätigkeit sperren',
      weakTokenStorage: 'Sitzung ohne Schlüsselbund',
      updates: 'Updates',
      logRetentionDays: 'Protokolleinträge',
      logFiles: 'Protokolldateien',
    },
    off: 'Aus',
    weakOff: 'Nur im Arbeitsspeicher. Sie melden sich bei jedem Start an.',
    days: (count: number) => say`${plural(count, 'Tag', 'Tage')} aufbewahrt`,
    files: (count: number) => say`Höchstens ${formatCount(count)}`,
  },
  about: {
    title: 'Über Billfold',
    versions: {
      billfold: 'Version',
      electron: 'Electron',
      chrome: 'Chromium',
      node: 'Node.js',
      system: 'System',
    },
    data: 'Datenordner',
    showData: 'Anzeigen',
    licenses: 'Lizenzen',
  },
  billPage: {
    label: 'URL der Rechnungsseite',
    hint: 'Ergänzt „In\u00a0… öffnen“ bei jeder Rechnung. Mit {id} oder {number}, zum Beispiel https://books.example/bills/{id}',
    problems: {
      notHttps: 'Geben Sie eine https://-Adresse ein, deren Host keinen Platzhalter hat.',
      noPlace: 'Die URL muss {id} oder {number} enthalten.',
    },
    save: 'Speichern',
  },
  saveFailed: 'Die Einstellung ließ sich nicht speichern. Versuchen Sie es erneut.',
  signOut: {
    title: 'Abmelden?',
    nothingWaiting:
      'Rechnungen werden von diesem Computer entfernt. Ihr Prüfprotokoll bleibt erhalten.',
    waiting: (count: number) =>
      say`${plural(count, 'Freigabe ist', 'Freigaben sind')} noch nicht bestätigt.`,
    unsent: (count: number) =>
      say`${plural(count, 'Freigabe ist', 'Freigaben sind')} noch nicht gesendet.`,
    attention: (count: number) =>
      count === 1
        ? '1 Freigabe, über die zu entscheiden ist, bleibt erhalten.'
        : say`${formatCount(count)} Freigaben, über die zu entscheiden ist, bleiben erhalten.`,
    choose: 'Ausstehende Freigaben',
    sendNow: 'Senden, dann abmelden',
    sendNowHint: 'Wenn alle gesendet sind, werden Sie zum Abmelden aufgefordert.',
    sendNowOffline: 'Offline nicht möglich.',
    sendNowOther: 'In dieser Sitzung nicht möglich.',
    othersKept: (count: number) =>
      count === 1
        ? '1 Freigabe kann jetzt nicht gesendet werden und bliebe erhalten.'
        : say`${formatCount(count)} Freigaben können jetzt nicht gesendet werden und blieben erhalten.`,
    underWay: ([first = '', second, ...more]: readonly string[]) => {
      const names = second === undefined ? say`${first}` : say`${first}, ${second}`;
      return more.length === 0
        ? say`Wird gerade gesendet: ${names}. Was schon unterwegs ist, lässt sich nicht aufhalten.`
        : say`Wird gerade gesendet: ${names} und ${formatCount(more.length)} weitere. Was schon unterwegs ist, lässt sich nicht aufhalten.`;
    },
    keep: 'Bis zur nächsten Anmeldung behalten',
    keepHint: 'Auf diesem Computer aufbewahrt, nicht gesendet.',
    discard: 'Verwerfen',
    discardHint: 'Nicht gesendet.',
    typeToDiscard: (word: string) => say`Geben Sie zur Bestätigung „${word}“ ein`,
    discardWord: 'verwerfen',
    sending: (left: number) => say`Wird gesendet\u00a0… noch ${formatCount(left)}`,
    sent: 'Alle gesendet.',
    confirm: 'Abmelden',
    send: 'Jetzt senden',
    busy: 'Abmelden\u00a0…',
  },
} as const satisfies Messages['settings'];
