import { formatCount } from '../count.ts';
import { say } from '../say.ts';
import { searchWords } from './search-words.ts';
import { plural } from './plural.ts';
import type { Messages } from '../message-types.ts';

const bills = (count: number): string => plural(count, 'Rechnung', 'Rechnungen');

export const statuses = {
  open: 'Offen',
  overdue: 'Überfällig',
  partially_paid: 'Teilweise bezahlt',
  paid: 'Bezahlt',
  void: 'Storniert',
} as const satisfies Messages['statuses'];

export const review = {
  menu: {
    select: 'Auswählen',
    deselect: 'Auswahl aufheben',
    addNote: 'Notiz hinzufügen',
    editNote: 'Notiz bearbeiten',
  },
  copy: {
    number: 'Nummer kopieren',
    amount: 'Betrag kopieren',
    row: 'Zeile kopieren',
    done: 'Kopiert',
  },
  grid: 'Rechnungen',
  search: 'Rechnungen suchen',
  searchHint: 'Lieferant, Rechnungsnr., Vermerk oder Betrag suchen',
  searchWords,
  clearSearch: 'Suche löschen',
  show: 'Anzeigen',
  lists: {
    inbox: 'Freizugeben',
    snoozed: 'Auf Wiedervorlage',
    hidden: 'Ausgeblendet',
    approved: 'Von mir freigegeben',
    payable: 'Unbezahlt',
    all: 'Alle Rechnungen',
    open: 'Status: Offen',
    overdue: 'Status: Überfällig',
    partially_paid: 'Status: Teilweise bezahlt',
    paid: 'Status: Bezahlt',
    void: 'Status: Storniert',
  },
  columns: {
    vendor: 'Lieferant',
    organization: 'Organisation',
    number: 'Rechnungsnr.',
    memo: 'Vermerk',
    due: 'Fällig am',
    flags: 'Hinweise',
    dueIn: 'Fällig',
    status: 'Status',
    amount: 'Offener Betrag',
  },
  amountKinds: { due: 'Offener Betrag', total: 'Gesamtbetrag', mixed: 'Betrag' },
  dueIn: (days: number) =>
    days === 0
      ? 'heute'
      : days < 0
        ? say`seit ${plural(-days, 'Tag', 'Tagen')}`
        : say`in ${plural(days, 'Tag', 'Tagen')}`,
  dueInWords: (days: number) =>
    days === 0
      ? 'heute fällig'
      : days < 0
        ? say`${plural(-days, 'Tag', 'Tage')} überfällig`
        : say`fällig in ${plural(days, 'Tag', 'Tagen')}`,
  resize: (column: string) => say`Breite von ${column}`,
  print: 'Diese Rechnung drucken',
  selectGroup: 'Alle auswählen',
  selectThisGroup: 'Alle Rechnungen dieser Gruppe auswählen',
  groups: {
    past: 'Überfällig',
    today: 'Heute fällig',
    thisWeek: 'Diese Woche',
    later: 'Später',
    none: 'Ohne Fälligkeit',
  },
  pastInHistory: 'Vergangen',
  similar: 'Ähnlich',
  similarBills: (count: number) => plural(count, 'ähnliche Rechnung', 'ähnliche Rechnungen'),
  selectionCleared: 'Auswahl aufgehoben',
  bills: (count: number) => bills(count),
  left: (count: number) => say`noch ${formatCount(count)}`,
  leftIn: (count: number, group: string) =>
    count === 0
      ? say`Keine mehr unter „${group}“`
      : say`Noch ${formatCount(count)} unter „${group}“`,
  dueTotal: 'Offen gesamt',
  /** Total of credits, beside the total of the bills. */
  credits: (amount: string) => say`Gutschriften ${amount}`,
  moreCurrencies: (count: number) => say`+${formatCount(count)}`,
  noVendor: 'Kein Lieferant',
  noNumber: 'Keine Nummer',
  loadingList: 'Rechnungen werden geladen\u00a0…',
  searching: 'Suche läuft\u00a0…',
  empty: {
    inbox: {
      title: 'Alles erledigt',
      body: 'Neue Rechnungen erscheinen automatisch.',
    },
    unread: {
      title: 'Keine weiteren Rechnungen zu prüfen',
      body: 'Rechnungen, die sich nicht laden ließen oder einen unbekannten Status haben, warten vielleicht noch auf Freigabe.',
    },
    day: {
      title: 'Heute',
      approved: 'Heute freigegeben',
      dueNextWeek: 'Nächste Woche fällig',
    },
    bulk: {
      title: (count: number) => say`${formatCount(count)} freigegeben`,
      body: 'In dieser Liste ist nichts mehr offen.',
      showAll: 'Alle zu prüfenden Rechnungen anzeigen',
    },
    noBills: (service: string) => ({
      title: 'Noch keine Rechnungen',
      body: say`Diese Organisation hat in ${service} keine Rechnungen. Neue erscheinen automatisch.`,
    }),
    filter: {
      title: 'Keine Rechnungen',
      body: 'Wählen Sie eine andere Ansicht.',
    },
    search: (search: string) => ({
      title: say`Keine Treffer für „${search}“`,
      body: 'Prüfen Sie die Schreibweise, oder versuchen Sie weniger Wörter, ein Datum wie „fällig Freitag“ oder einen Betrag wie „über 500“.',
    }),
    inNoBill: (words: string) => say`Keine Rechnung enthält ${words}.`,
    searchDone: (search: string) => say`Hier ist nichts mehr zu „${search}“`,
    approvedOfSearch: (count: number) => say`Heute von Ihnen freigegeben: ${formatCount(count)}.`,
    inOtherLists: 'Andere Listen enthalten Treffer.',
    clearSearch: 'Suche löschen',
    elsewhere: (count: number) =>
      say`${plural(count, 'Treffer', 'Treffer')} in allen Rechnungen anzeigen`,
    showAll: 'Alle Rechnungen anzeigen',
    notWhole: 'Noch sind nicht alle Rechnungen synchronisiert; hier fehlen vielleicht welche.',
    notOpened: {
      title: 'Rechnungen nicht geladen',
      body: 'Sie erscheinen, sobald Billfold seine Daten auf diesem Computer öffnen kann.',
    },
    notSynced: {
      title: 'Noch nicht synchronisiert',
      body: 'Rechnungen erscheinen nach der ersten Synchronisierung.',
    },
    organizations: {
      title: 'Keine Organisationen',
      body: 'Bitten Sie Ihre Administration um Zugriff und aktualisieren Sie dann.',
    },
    tryAgain: 'Aktualisieren',
  },
  firstPull: {
    title: 'Ihre Rechnungen werden synchronisiert',
    progress: (count: number, pages: number) => (pages === 0 ? 'Beginnt\u00a0…' : bills(count)),
    expected: (count: number) => say`von etwa ${formatCount(count)}`,
    timeLeft: (duration: string) => say`noch etwa ${duration}`,
    usable: 'Sie können schon mit dem Prüfen beginnen.',
    bar: 'Rechnungen werden synchronisiert',
  },
  cuts: {
    title: (service: string, lists: string) => say`${service} liefert nur die ersten ${lists}`,
    list: (count: number, status: string | null) =>
      status === null
        ? plural(count, 'Rechnung', 'Rechnungen')
        : say`${formatCount(count)} ${status} ${count === 1 ? 'Rechnung' : 'Rechnungen'}`,
    statuses: {
      open: 'offenen',
      overdue: 'überfälligen',
      partially_paid: 'teilweise bezahlten',
      paid: 'bezahlten',
      void: 'stornierten',
    },
    elsewhere: (service: string) =>
      say`Weitere Rechnungen können hier weder angezeigt noch freigegeben werden. Suchen Sie sie in ${service}.`,
    why: {
      silent: 'Ob es weitere gibt, ist nicht bekannt.',
      noCursor: 'Es gibt weitere, aber keine Angabe, wie man zu ihnen kommt.',
      repeats: 'Statt der nächsten Seiten kommen wiederholte oder leere.',
      byNumber: 'Die Seiten sind so nummeriert, dass Billfold ihnen nicht folgen kann.',
      tooLarge: 'Die nächste Rechnung ist zu groß, um gelesen zu werden.',
    },
    unordered: (service: string) => ({
      title: 'Vielleicht fehlen Rechnungen',
      whatToDo: say`${service} listet Rechnungen in wechselnder Reihenfolge: Einige kamen doppelt, andere gar nicht. Synchronisieren Sie erneut. Bleibt es dabei, wenden Sie sich an ${service}.`,
    }),
    notFound: (service: string, names: string) => ({
      title: say`${service} hat keine Liste der ${names} Rechnungen gesendet`,
      whatToDo: say`Die Anfrage wurde abgelehnt, oder die Antwort enthielt keine Liste. Rechnungen mit diesem Status können fehlen oder veraltet sein. Suchen Sie sie in ${service}.`,
    }),
    organizations: (count: number) => plural(count, 'Organisation', 'Organisationen'),
    otherOrganizations: (service: string) =>
      say`Rechnungen weiterer Organisationen können hier weder angezeigt noch freigegeben werden. Suchen Sie sie in ${service}.`,
    cached: (service: string) => ({
      title: say`${service} hat aus einem Zwischenspeicher geantwortet`,
      whatToDo:
        'Rechnungen können veraltet sein, und Freigaben warten, bis sie geprüft werden können. Wenden Sie sich an Ihre Netzwerkadministration, falls es andauert.',
    }),
  },
  partial: 'Hier fehlen vielleicht Rechnungen.',
  pullFailed: 'Die letzte Synchronisierung wurde nicht abgeschlossen',
  malformed: {
    banner: (count: number) =>
      count === 1
        ? '1 Rechnung ließ sich nicht laden und kann hier nicht freigegeben werden.'
        : say`${bills(count)} ließen sich nicht laden und können hier nicht freigegeben werden.`,
    show: 'Ansehen',
    all: { title: 'Keine Rechnungen', body: 'Keine der Rechnungen ließ sich laden.' },
    title: 'Rechnungen, die sich nicht laden ließen',
    lead: (service: string) =>
      say`Sie enthalten ungültige Daten. Prüfen Sie sie in ${service}; andere Rechnungen sind nicht betroffen.`,
    noId: 'Ohne ID',
    wrong: 'Problem',
    raw: 'Rohdaten',
    problem: {
      kinds: {
        string: 'Text',
        number: 'eine Zahl',
        int: 'eine ganze Zahl',
        boolean: 'wahr oder falsch',
        object: 'ein Objekt',
        record: 'ein Objekt',
        array: 'eine Liste',
        null: 'nichts',
      },
      instead: (field: string, wanted: string, found: string) =>
        say`${field}: ${wanted} erwartet, ${found} erhalten`,
      missing: (field: string) => say`${field}: fehlt`,
      whole: 'Eintrag',
      forms: {
        tooLong: (field: string, most: string) => say`${field}: länger als ${most} Zeichen`,
        empty: (field: string, _size: string) => say`${field}: leer`,
        tooLarge: (field: string, _size: string) => say`${field}: Zahl zu groß, um genau zu sein`,
        notText: (field: string, _size: string) => say`${field}: kein Text`,
        notBill: (field: string, _size: string) => say`${field}: keine Rechnung`,
        notId: (field: string, _size: string) => say`${field}: keine gültige ID`,
        proto: (_field: string, _size: string) =>
          'Ein Feld heißt „__proto__“: Änderungen daran blieben unbemerkt.',
        deep: (_field: string, levels: string) => say`Sie ist ${levels} Ebenen tief verschachtelt.`,
        large: (_field: string, size: string) => say`Sie ist größer als ${size} KB.`,
      },
      known: {
        noDueDate: 'Das Fälligkeitsdatum ist nicht lesbar.',
        creditSign: 'Der Betrag hat das falsche Vorzeichen für eine Gutschrift.',
        otherTotal: 'Zwei Felder nennen verschiedene Gesamtbeträge.',
        notCurrency: 'Die Währung ist kein Code aus drei Buchstaben.',
        unknownCurrency: 'Der Währungscode ist unbekannt.',
        otherVendors: 'Sie nennt verschiedene Lieferanten.',
        twice: 'Sie ist doppelt aufgeführt, mit verschiedenem Inhalt.',
      },
    },
  },
  detail: {
    names: { number: 'Rechnungsnummer:', amountDue: 'Offener Betrag:', total: 'Gesamtbetrag:' },
    region: 'Rechnung',
    none: 'Keine Rechnung ausgewählt',
    nothing: 'Wählen Sie eine Rechnung',
    keys: 'j / k zum Blättern, a zum Freigeben',
    back: 'Zurück zur Liste',
    approve: 'Freigeben',
    ofTotal: (total: string) => say`von ${total}`,
    due: (relative: string) => say`Fällig: ${relative}`,
    overdue: (days: number) => say`${plural(days, 'Tag', 'Tage')} überfällig`,
    paymentTerms: (days: number) =>
      days === 0 ? 'sofort fällig' : say`${plural(days, 'Tag', 'Tage')} netto`,
    noDue: 'Ohne Fälligkeit',
    notPayable: (status: string) => say`${status}. Keine Freigabe nötig.`,
    selecting: 'Tasten und Schaltflächen gelten für die ausgewählten Rechnungen.',
    unknownStatus: (service: string) =>
      say`Unbekannter Status. Geben Sie die Rechnung in ${service} frei.`,
    fields: 'Angaben',
    alsoSent: 'Weitere Felder',
    seen: (when: string) => say`Stand: ${when}`,
    approvals: 'Freigabe',
    earlier: 'Frühere Freigaben',
    openApprovals: 'In „Freigaben“ öffnen',
    notGiven: '–',
    copyId: 'ID kopieren',
    idCopied: 'ID kopiert',
    gone: 'Diese Rechnung ist nicht mehr verfügbar.',
  },
  fields: {
    memo: 'Vermerk',
    date: 'Rechnungsdatum',
    dueDate: 'Fälligkeit',
    createdAt: 'Erfasst',
  },
  selection: {
    bar: 'Ausgewählte Rechnungen',
    count: (count: number) => say`${bills(count)} ausgewählt`,
    approve: (count: number) => say`${bills(count)} freigeben\u00a0…`,
    clear: 'Auswahl aufheben',
  },
  bulk: {
    title: (count: number) =>
      count === 0 ? 'Keine Rechnungen gemeinsam freizugeben' : say`${bills(count)} freigeben?`,
    approve: (count: number) => say`${bills(count)} freigeben`,
    approveSome: (count: number, leftOut: string) =>
      say`${formatCount(count)} freigeben, ${leftOut} auslassen`,
    flagged: (count: number) => say`${bills(count)} zu prüfen`,
    kind: (name: string, count: number) => say`${name}:\u00A0${formatCount(count)}`,
    others: (count: number, flagged: number) =>
      flagged === 0 ? bills(count) : plural(count, 'weitere Rechnung', 'weitere Rechnungen'),
    leaveOutFlagged: 'Diese auslassen',
    includeFlagged: 'Diese einschließen',
    flaggedLeftOut: 'Sie werden ausgelassen, wenn Sie sie nicht einschließen.',
    secondCopies: (count: number) =>
      say`${bills(count)} wie eine schon bezahlte, freigegebene oder ausgewählte`,
    held: (count: number) => say`${bills(count)} in Klärung`,
    aboveLimit: (count: number) => say`${bills(count)} über Ihrer Grenze „Nur einzeln über“`,
    askedAlone: (count: number) =>
      count === 1
        ? 'Ausgelassen. Um sie trotzdem freizugeben, geben Sie sie einzeln frei.'
        : 'Ausgelassen. Um eine trotzdem freizugeben, geben Sie sie einzeln frei.',
    showMore: (count: number, left: number) =>
      say`${formatCount(count)} von ${formatCount(left)} weiteren anzeigen`,
    skipped: (count: number) =>
      say`${bills(count)} übersprungen (schon freigegeben oder nicht freizugeben).`,
    approved: (count: number) => say`${bills(count)} freigegeben`,
    notApproved: (count: number, notSaved: boolean) => ({
      title: say`${bills(count)} nicht freigegeben`,
      whatToDo: notSaved
        ? 'Die Freigaben ließen sich auf diesem Computer nicht speichern, deshalb wurde nichts gesendet. Prüfen Sie den Speicherplatz und geben Sie erneut frei.'
        : count === 1
          ? 'Sie wurde inzwischen geändert. Prüfen Sie sie und geben Sie sie erneut frei.'
          : 'Sie wurden inzwischen geändert. Prüfen Sie sie und geben Sie sie erneut frei.',
    }),
  },
  /** Reasons why a press approved nothing. */
  pace: {
    tooEarly:
      'Noch nicht freigegeben. Diese Rechnung ist eben erst erschienen oder hat sich eben geändert.',
    tooMany:
      'Nicht freigegeben. Einzeln können Sie bis zu 60 Rechnungen pro Minute freigeben. Wählen Sie für mehr mehrere zugleich aus.',
  },
  approving: 'Wird freigegeben\u00a0…',
  stillSaving: {
    title: 'Noch nicht freigegeben: Dieser Computer speichert noch',
    whatToDo:
      'Die Rechnung verlässt die Liste, sobald sie freigegeben ist. Dauert das lange, starten Sie Billfold neu.',
  },
  notApproved: {
    notPayable: {
      title: 'Nicht freigegeben: Diese Rechnung lässt sich nicht freigeben',
      whatToDo: 'Nur offene, überfällige und teilweise bezahlte Rechnungen lassen sich freigeben.',
    },
    alreadyApproved: {
      title: 'Schon freigegeben',
      whatToDo: 'Siehe „Freigaben“.',
    },
    unknownBill: {
      title: 'Nicht freigegeben: Rechnung nicht gefunden',
      whatToDo: 'Aktualisieren Sie die Liste.',
    },
    notSaved: {
      title: 'Nicht freigegeben: Die Freigabe ließ sich auf diesem Computer nicht speichern',
      whatToDo: 'Es wurde nichts gesendet. Prüfen Sie den Speicherplatz und geben Sie erneut frei.',
    },
  },
} as const satisfies Messages['review'];

export const snapshotFields = {
  billId: 'Rechnungs-ID',
  billNumber: 'Rechnungsnummer',
  vendorName: 'Lieferant',
  currency: 'Währung',
  totalCents: 'Gesamtbetrag',
  amountDueCents: 'Offener Betrag',
  dueDate: 'Fälligkeit',
  status: 'Status',
  date: 'Rechnungsdatum',
  memo: 'Vermerk',
  createdAt: 'Erfasst',
  vendorId: 'Lieferanten-ID',
} as const satisfies Messages['snapshotFields'];
