import { formatCount } from '../count.ts';
import { say } from '../say.ts';
import { plural } from './plural.ts';
import type { Messages } from '../message-types.ts';

const onHold =
  'Die Freigabe ist angehalten. Wird die Änderung zurückgenommen, fragt Billfold vor dem Senden.';
const confirmOrDiscard =
  'Prüfen Sie die Rechnung. Bestätigen und senden Sie dann oder verwerfen Sie die Freigabe.';
const over = {
  meaning: 'Keine Freigabe nötig. Nimmt jemand die Änderung zurück, fragt Billfold vorher.',
  nextStep: 'Verwerfen Sie diese Freigabe.',
};

const changes = {
  changed: () => ({
    happened: 'Die Rechnung weicht von dem ab, was Sie freigegeben haben.',
    meaning: onHold,
    nextStep:
      'Prüfen Sie die Änderungen. Geben Sie dann die neue Fassung frei oder verwerfen Sie die Freigabe.',
  }),
  paid: () => ({ happened: 'Die Rechnung ist bezahlt.', ...over }),
  void: () => ({ happened: 'Die Rechnung ist storniert.', ...over }),
  notPayable: (service: string) => ({
    happened: 'Die Rechnung hat einen Status, der hier nicht freigegeben werden kann.',
    meaning: onHold,
    nextStep: say`Prüfen Sie die Rechnung in ${service}. Verwerfen Sie dann diese Freigabe.`,
  }),
  notFound: (service: string) => ({
    happened: say`Billfold hat diese Rechnung in ${service} nicht gefunden.`,
    meaning:
      'Die Freigabe ist angehalten. Sie wird automatisch gesendet, wenn die Rechnung unverändert wieder auftaucht.',
    nextStep: say`Suchen Sie die Rechnung in ${service}. Verwerfen Sie dann die Freigabe oder lassen Sie sie angehalten.`,
  }),
  unreadable: (service: string) => ({
    happened: say`Billfold kann diese Rechnung so, wie ${service} sie jetzt sendet, nicht lesen.`,
    meaning: 'Die Freigabe wartet, bis die Rechnung lesbar und unverändert ist.',
    nextStep: say`Prüfen Sie die Rechnung in ${service}. Verwerfen Sie dann die Freigabe oder lassen Sie sie angehalten.`,
  }),
} as const;

const heldBack = {
  otherSignIn: {
    happened: 'In einer anderen Sitzung freigegeben.',
    meaning: 'Vielleicht hat eine andere Person sie an diesem Computer freigegeben.',
    nextStep: 'Senden Sie sie unter Ihrem Konto oder verwerfen Sie sie.',
  },
  restored: {
    happened:
      'Billfold endete vor dem Speichern, oder lokale Daten gingen verloren; die Freigabe stammt aus dem Prüfprotokoll.',
    meaning: 'Vielleicht haben Sie sie inzwischen abgebrochen, darum fragt Billfold.',
    nextStep: 'Senden oder verwerfen Sie sie.',
  },
  overLimit: {
    happened: 'Der Betrag liegt über Ihrer Grenze, und Sie haben ihn nicht bestätigt.',
    meaning: 'Die Freigabe ist angehalten.',
    nextStep: 'Bestätigen und senden Sie sie oder verwerfen Sie sie.',
  },
  twice: {
    happened: 'Diese Rechnung wurde schon einmal freigegeben.',
    meaning: 'Vielleicht gilt das noch. Diese Freigabe könnte sie zweimal freigeben.',
    nextStep: confirmOrDiscard,
  },
  changedBack: {
    happened: 'Die Rechnung hatte sich geändert und entspricht jetzt wieder Ihrer Freigabe.',
    meaning: 'Vielleicht ist das eine alte Kopie. Die Freigabe ist angehalten.',
    nextStep: confirmOrDiscard,
  },
  noOrganization: {
    happened: 'Ihr Konto hat keinen Zugriff auf die Organisation dieser Rechnung.',
    meaning: 'Sie ist angehalten und wird gesendet, sobald Sie wieder Zugriff haben.',
    nextStep: 'Melden Sie sich mit einem anderen Konto an oder verwerfen Sie die Freigabe.',
  },
} as const;

const these = (count: number, one: string, many: string): string => (count === 1 ? one : many);

export const approvals = {
  title: 'Freigaben',
  sections: {
    waiting: 'Ausstehend',
    attention: 'Zu entscheiden',
    sent: 'Gesendet',
    withdrawn: 'Abgebrochen',
  },
  statuses: {
    held: 'Noch rückgängig zu machen',
    queued: 'Vorgemerkt',
    checking: 'Wird auf Änderungen geprüft',
    sending: 'Wird gesendet',
    changed: 'Rechnung geändert',
    paid: 'Rechnung bezahlt',
    void: 'Rechnung storniert',
    notPayable: 'Keine Freigabe möglich',
    notFound: 'Rechnung nicht gefunden',
    unreadable: 'Rechnung nicht lesbar',
    unknown: 'Unbestätigt',
    rejected: 'Abgelehnt',
    confirmed: 'Gesendet',
    differs: 'Freigegeben, aber geändert',
    foundPaid: 'Als bezahlt gefunden',
    byHand: 'Von Hand bestätigt',
    undone: 'Rückgängig gemacht',
    canceled: 'Abgebrochen',
    discarded: 'Verworfen',
    otherSignIn: 'Andere Sitzung',
    restored: 'Wiederhergestellt',
    dataRestored: 'Erst prüfen',
    noOrganization: 'Kein Zugriff',
    overLimit: 'Über Ihrer Grenze',
    twice: 'Schon freigegeben?',
    changedBack: 'Wieder gleich?',
  },
  quarantined: (count: number, service: string) => ({
    title: say`${plural(count, 'Freigabe ließ', 'Freigaben ließen')} sich nicht laden`,
    whatToDo: say`${these(count, 'Sie wurde möglicherweise gesendet. Prüfen Sie diese Rechnung', 'Sie wurden möglicherweise gesendet. Prüfen Sie diese Rechnungen')} in ${service} und geben Sie bei Bedarf erneut frei.`,
  }),
  columns: {
    vendor: 'Lieferant',
    number: 'Rechnungsnr.',
    due: 'Fälligkeit',
    approved: 'Freigegeben',
    amount: 'Offener Betrag',
  },
  detail: {
    region: 'Freigabe',
    back: 'Zurück zur Liste',
    nothing: 'Wählen Sie eine Freigabe',
    keys: 'j / k zum Blättern',
    none: 'Wählen Sie eine Freigabe, um ihren Stand und den nächsten Schritt zu sehen.',
  },
  today: 'Heute',
  search: 'Freigaben durchsuchen',
  searchHint: 'Lieferant, Rechnungsnr., Vermerk, Betrag oder Tag suchen',
  sort: 'Sortierung',
  sorts: {
    approved: 'Neueste zuerst',
    dueDate: 'Fälligkeit',
    vendor: 'Lieferant',
    amount: 'Größter Betrag',
  },
  record: {
    title: 'Freigabenachweis',
    one: 'Freigabenachweis (PDF)',
    menu: 'Freigabenachweise (PDF)\u00a0…',
    many: 'Freigabenachweise',
    lead: 'Jede in diesem Zeitraum gesendete Freigabe beginnt auf einer neuen Seite.',
    from: 'Von',
    to: 'Bis',
    save: 'PDF speichern',
    tooMany: (count: number) =>
      say`Zu viele für ein PDF: ${plural(count, 'Freigabe', 'Freigaben')}. Wählen Sie einen kürzeren Zeitraum.`,
    source: (service: string) => say`${service}, aus dem Prüfprotokoll auf diesem Computer`,
    approval: 'Freigabe',
    approvedAt: 'Freigegeben',
    by: 'Von',
    version: 'Billfold-Version',
    organization: 'Organisation',
    answer: 'Ergebnis',
    flags: 'Hinweise bei der Freigabe',
    reason: 'Grund der Freigabe',
    id: 'Freigabe-ID',
    unknown: 'Nicht festgehalten',
    entries: 'Einträge',
    entry: (kind: string, file: string, entryNumber: string | number) =>
      say`${kind} (${file}, Eintrag ${entryNumber})`,
    kinds: {
      approved: 'Freigegeben',
      attempt: 'Senden begonnen',
      outcome: 'Antwort festgehalten',
      ended: 'Abgeschlossen',
    },
    logUnreadable: 'Das Prüfprotokoll ließ sich nicht laden.',
    notInLog: 'Auf diesem Computer keine gefunden.',
  },
  openIn: (service: string) => say`In ${service} öffnen`,
  notOpened: 'Der Browser ließ sich nicht öffnen.',
  approvedAt: (when: string) => say`Freigegeben: ${when}`,
  confirmedBy: {
    service: (service: string) => say`Bestätigt von ${service}.`,
    seen: (service: string) => say`In ${service} bereits bezahlt.`,
    user: () => 'Von Hand als bestätigt markiert.',
  },
  why: {
    heldOffline: (seconds: number) =>
      say`Noch ${plural(seconds, 'Sekunde', 'Sekunden')} rückgängig zu machen. Wird gesendet, sobald Sie online sind.`,
    held: (seconds: number) => say`Wird in ${plural(seconds, 'Sekunde', 'Sekunden')} gesendet.`,
    queued: 'Wird als Nächstes gesendet.',
    checking: 'Wird vor dem Senden auf Änderungen geprüft.',
    checkLater: 'Wird auf Änderungen geprüft und dann gesendet.',
    permission: (grants: string) =>
      say`Berechtigung nötig: „${grants}“. Wird gesendet, sobald Sie sich anmelden und sie erteilen.`,
    paused:
      'Das Senden ist pausiert, weil die letzten Antworten nicht sagten, ob die Rechnungen freigegeben wurden. Billfold versucht es innerhalb von fünf Minuten wieder, eine Freigabe nach der anderen.',
    sending: 'Wird auf Änderungen geprüft, dann gesendet\u00a0…',
    refusesSignIn: (service: string) =>
      say`${service} hat Ihre Anmeldung nicht akzeptiert. Bleibt das so, prüfen Sie Client-ID und Client-Secret, oder melden Sie sich ab und wieder an.`,
    retryAt: (time: string) => say`Nächster Versuch um ${time}.`,
    quote: (service: string, message: string) => say`${service}: „${message}“`,
    hadChanged: 'Die Rechnung hatte sich bis dahin geändert; Sie haben die Änderungen geprüft.',
    voidSince: 'Die Rechnung ist jetzt storniert. Sie müssen nichts tun.',
    reopenedSince: (service: string) => say`${service} führt sie nicht mehr als freigegeben.`,
    withdrawn: 'Vor dem Senden abgebrochen.',
    withdrawnUnsure: 'Nicht erneut gesendet, aber ein früherer Versuch ist vielleicht angekommen.',
    withdrawnRefused: 'Nach der Ablehnung verworfen.',
  },
  eachNextStep: 'Wählen Sie eine Freigabe, um den nächsten Schritt zu sehen.',
  attentionParts: {
    happened: 'Was passiert ist',
    meaning: 'Was das bedeutet',
    nextStep: 'Nächster Schritt',
  },
  attention: {
    unknown: {
      replies: {
        nothing: 'Gesendet, aber es kam keine vollständige Antwort an.',
        error: (service: string, status: number) =>
          say`Gesendet, aber ${service} antwortete mit einem Fehler (${status}).`,
        noConfirmation: (service: string) =>
          say`Gesendet, aber die Antwort war keine Bestätigung von ${service}.`,
        lacksHeaders: (service: string, status: number) =>
          say`Gesendet, aber die Antwort (${status}) nennt das Stundenlimit nicht, wie Antworten von ${service} es sonst tun. Vielleicht kam sie von einem anderen Server.`,
        noRecord: 'Vielleicht gesendet: Auf diesem Computer ist keine Antwort verzeichnet.',
      },
      meaning:
        'Die Rechnung ist vielleicht schon freigegeben; durch erneutes Senden könnte sie zweimal freigegeben werden.',
      shownSince: {
        approved: (service: string) =>
          say`${service} führt diese Rechnung jetzt als freigegeben. Erneutes Senden könnte sie zweimal freigeben.`,
        rejected: (service: string) => say`${service} führt diese Rechnung jetzt als abgelehnt.`,
      },
      nextStep: (service: string) =>
        say`Prüfen Sie die Rechnung in ${service}. Markieren Sie die Freigabe dann als bestätigt, senden Sie sie erneut oder verwerfen Sie sie.`,
    },
    rejected: (service: string) => ({
      happened: say`${service} hat die Freigabe abgelehnt.`,
      meaning: 'Soweit Billfold weiß, ist die Rechnung nicht freigegeben.',
      nextStep: say`Prüfen und korrigieren Sie die Rechnung in ${service}. Senden Sie dann erneut oder verwerfen Sie die Freigabe.`,
    }),
    rejectedSaying: (service: string, words: string) =>
      say`${service} hat die Freigabe abgelehnt: „${words}“`,
    differs: (service: string) => ({
      happened: 'Freigegeben, aber die Rechnung hatte sich geändert.',
      meaning: say`${service} antwortete mit einer anderen Rechnung. Die Änderungen stehen unten.`,
      nextStep: say`Prüfen Sie die Rechnung in ${service}. Wählen Sie dann „Als geprüft markieren“.`,
    }),
    uncompared: (service: string) => ({
      happened: 'Freigegeben; bitte prüfen.',
      meaning: say`${service} bestätigte die Freigabe mit einer Rechnung, die Billfold nicht mit der freigegebenen vergleichen konnte.`,
      nextStep: say`Prüfen Sie die Rechnung in ${service}. Wählen Sie dann „Als geprüft markieren“.`,
    }),
    changes,
    ...heldBack,
    dataRestored: (service: string) => ({
      happened:
        'Die Daten von Billfold wurden aus einer Kopie zurückgespielt, auf einem anderen Computer geöffnet oder von einem anderen Programm geändert.',
      meaning: 'Diese Freigabe wurde vielleicht schon gesendet.',
      nextStep: say`Prüfen Sie die Rechnung in ${service}. Senden oder verwerfen Sie dann die Freigabe.`,
    }),
    longAway: (service: string) => ({
      happened: 'Billfold wurde über eine Woche nicht benutzt, oder die Uhr wurde verstellt.',
      meaning:
        'Falls dieser Computer seither auf einen früheren Stand zurückgesetzt wurde, wurde diese Freigabe vielleicht schon gesendet.',
      nextStep: say`Prüfen Sie die Rechnung in ${service}. Senden oder verwerfen Sie dann die Freigabe.`,
    }),
    askedFirst:
      'Die Freigabe ist angehalten. Sie gehört nicht zur aktuellen Sitzung; vor dem Senden werden Sie gefragt.',
    orDiscard: 'Oder verwerfen Sie die Freigabe.',
    sentNothing: 'Nichts wurde gesendet.',
    wasRejected: 'Frühere Versuche wurden abgelehnt.',
    earlierAttempt: 'Ein früherer Versuch ist vielleicht angekommen.',
  },
  actions: {
    sendAgain: 'Erneut senden',
    approveAsChanged: 'Neue Fassung freigeben',
    withdraw: 'Verwerfen',
    markConfirmed: 'Als bestätigt markieren',
    acknowledge: 'Als geprüft markieren',
    adopt: 'Unter meinem Konto senden',
    sendRestored: 'Senden',
    confirmAndSend: 'Bestätigen und senden\u00a0…',
  },
  cancelPending: 'Freigabe abbrechen',
  actionsForAll: {
    sendAgain: (count: number) =>
      say`${formatCount(count)} abgelehnte oder unbestätigte erneut senden`,
    approveAsChanged: (count: number) =>
      say`${plural(count, 'neue Fassung', 'neue Fassungen')} freigeben`,
    withdraw: (count: number) => say`${formatCount(count)} verwerfen`,
    markConfirmed: (count: number) => say`${formatCount(count)} als bestätigt markieren`,
    acknowledge: (count: number) => say`${formatCount(count)} als geprüft markieren`,
    adopt: (count: number) => say`${formatCount(count)} unter meinem Konto senden`,
    sendRestored: (count: number) => say`${formatCount(count)} wiederhergestellte senden`,
    confirmAndSend: (count: number) => say`${formatCount(count)} bestätigen und senden\u00a0…`,
  },
  cancelAllPending: (count: number) => say`${plural(count, 'Freigabe', 'Freigaben')} abbrechen`,
  confirm: {
    approveAsChanged: (count: number) => ({
      title: these(
        count,
        'Die geänderte Rechnung freigeben?',
        'Die geänderten Rechnungen freigeben?',
      ),
      body: say`${these(count, 'Sie wird', 'Sie werden')} mit ihren jetzigen Werten freigegeben, nicht mit denen, die Sie zuvor freigegeben hatten.`,
    }),
    withdraw: (count: number) => ({
      title: say`${plural(count, 'Freigabe', 'Freigaben')} verwerfen?`,
      body: say`${these(count, 'Sie wird', 'Sie werden')} nicht gesendet. Schon angekommene Freigaben bleiben bestehen. ${these(count, 'Lässt sich die Rechnung noch freigeben, kommt sie', 'Rechnungen, die sich noch freigeben lassen, kommen')} in den Eingang zurück.`,
    }),
    markConfirmed: (count: number, service: string) => ({
      title: say`${plural(count, 'Freigabe', 'Freigaben')} als bestätigt markieren?`,
      body: say`Nur wenn Sie geprüft haben, dass ${these(count, 'die Rechnung', 'die Rechnungen')} in ${service} freigegeben ${these(count, 'ist', 'sind')}. Es wird nichts gesendet.`,
    }),
    acknowledge: (count: number) => ({
      title: these(
        count,
        'Haben Sie diese Rechnung geprüft?',
        'Haben Sie diese Rechnungen geprüft?',
      ),
      body: say`${these(count, 'Sie wurde freigegeben, hatte sich aber geändert. Von jetzt an steht sie', 'Sie wurden freigegeben, hatten sich aber geändert. Von jetzt an stehen sie')} unter „Gesendet“.`,
    }),
    adopt: (count: number) => ({
      title: say`${plural(count, 'Freigabe', 'Freigaben')} unter Ihrem Konto senden?`,
      body: say`${these(count, 'Sie stammt', 'Sie stammen')} aus einer anderen Sitzung.`,
    }),
    sendRestored: (count: number, service: string) => ({
      title: say`${plural(count, 'wiederhergestellte Freigabe', 'wiederhergestellte Freigaben')} senden?`,
      body: say`${these(count, 'Die Rechnung', 'Jede Rechnung')} wird erneut geprüft; gesendet wird nur, wenn sich nichts geändert hat. Wurde eine Freigabe schon gesendet, könnte die Rechnung zweimal freigegeben werden. Prüfen Sie das zuerst in ${service}.`,
    }),
  },
  askedAlone: (count: number) =>
    say`${plural(count, 'Rechnung bleibt', 'Rechnungen bleiben')} außen vor: wahrscheinlich doppelt, in Klärung oder jetzt mit anderem Lieferanten, Konto oder anderer Währung. Geben Sie sie einzeln frei.`,
  confirmCancel: (count: number) => ({
    title: say`${plural(count, 'Freigabe', 'Freigaben')} abbrechen?`,
    body: these(
      count,
      'Sie wird nicht gesendet. Die Rechnung kommt in den Eingang zurück.',
      'Sie werden nicht gesendet. Die Rechnungen kommen in den Eingang zurück.',
    ),
  }),
  approvalsCount: (count: number) => plural(count, 'Freigabe', 'Freigaben'),
  forAll: 'Sammelaktionen',
  uncheck: {
    lead: (service: string, fields: string) =>
      say`${service} hat zweimal hintereinander nur „${fields}“ geändert. Falls das jedes Mal geschieht, nehmen Sie das von der Prüfung aus.`,
    action: (fields: number) =>
      fields === 1 ? 'Dieses Feld nicht prüfen' : 'Diese Felder nicht prüfen',
  },
  difference: {
    caption: 'Änderungen',
    field: 'Feld',
    before: 'Freigegeben',
    after: { changed: 'Jetzt', confirmed: 'In der Antwort', paid: 'Bezahlt' },
    paidOtherwise: 'Die Rechnung wurde inzwischen bezahlt, aber nicht wie freigegeben.',
  },
  snapshot: 'Rechnung, wie Sie sie freigegeben haben',
  history: 'Verlauf',
  events: {
    approve: 'In Billfold freigegeben',
    windowPassed: 'Frist zum Rückgängigmachen abgelaufen',
    foundSame: 'Rechnung entspricht wieder der Freigabe',
    noOrganization: 'Angehalten: kein Zugriff auf die Organisation',
    dataRestored: 'Angehalten: vor dem Senden prüfen',
    acknowledge: 'Änderungen geprüft',
    recheckNeeded: 'Wartet auf Prüfung auf Änderungen',
    recheckMissed: 'Rechnung nicht gefunden; erneut geprüft',
    foundChanged: 'Angehalten: Rechnung geändert',
    notFound: 'Angehalten: Rechnung nicht gefunden',
    otherSignIn: 'Angehalten: andere Sitzung',
    send: 'Prüfung vor dem Senden begonnen',
    confirmed: 'Bestätigt',
    rejected: 'Abgelehnt',
    answerLost: 'Keine Bestätigung erhalten',
    notSent: 'Nicht gesendet; wieder vorgemerkt',
    rejectedForNow: 'Vorerst abgelehnt; wieder vorgemerkt',
    neverLeft: 'Nicht gesendet; wieder vorgemerkt',
    sendAgain: 'Erneutes Senden veranlasst',
    sendAgainByItself: 'Automatisch zum erneuten Senden vorgemerkt',
    approveAsChanged: 'Neue Fassung freigegeben',
    markConfirmed: 'Als bestätigt markiert',
    observedPaid: 'Rechnung bereits bezahlt',
    paidOtherwise: 'Bezahlt, aber nicht wie freigegeben',
    listedApproved: 'Rechnung als freigegeben gelistet',
    adopt: 'Unter Ihrem Konto vorgemerkt',
    restored: 'Aus dem Prüfprotokoll wiederhergestellt',
  },
  confirmedDiffering: 'Freigegeben, aber die Rechnung hatte sich geändert',
  empty: {
    waiting: {
      title: 'Keine ausstehenden Freigaben',
      body: 'Freigaben stehen hier, bis sie gesendet sind.',
    },
    attention: {
      title: 'Nichts zu entscheiden',
      body: 'Abgelehnte, unbestätigte und angehaltene Freigaben stehen hier.',
    },
    sent: { title: 'Noch keine Freigaben gesendet', body: 'Bestätigte Freigaben stehen hier.' },
    withdrawn: {
      title: 'Keine abgebrochenen Freigaben',
      body: 'Abgebrochene und verworfene Freigaben stehen hier.',
    },
  },
  toReview: 'Rechnungen prüfen',
  openBill: 'Rechnung öffnen',
} as const satisfies Messages['approvals'];
