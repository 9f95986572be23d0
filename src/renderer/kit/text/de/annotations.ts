import { formatCount } from '../count.ts';
import { say } from '../say.ts';
import { plural } from './plural.ts';
import type { Messages } from '../message-types.ts';

const bills = (count: number): string => plural(count, 'Rechnung', 'Rechnungen');

export const annotations = {
  here: 'Private Notiz',
  hereHint: 'Bleibt auf diesem Computer.',
  note: 'Notiz',
  notePlaceholder: 'Notiz oder #Schlagwort hinzufügen',
  tags: 'Schlagwörter',
  showTag: (tag: string) => say`Rechnungen mit #${tag} zeigen`,
  noteLength: (length: number, most: number) =>
    say`${formatCount(length)} von ${formatCount(most)} Zeichen`,
  noteNotSaved: {
    title: 'Notiz nicht gespeichert',
    whatToDo:
      'Der Datenträger ist voll. Geben Sie Speicherplatz frei und versuchen Sie es erneut; die Notiz bleibt erhalten, solange Billfold offen ist.',
  },
  tryAgain: 'Erneut versuchen',
  snooze: 'Wiedervorlage\u00a0…',
  placeOnHold: 'In Klärung\u00a0…',
  hide: 'Ausblenden',
  hideTip: (service: string) => say`Aus dem Eingang ausblenden. In ${service} ändert sich nichts.`,
  returnToInbox: 'Zurück in den Eingang',
  hiddenGroup: 'Wiedervorlegen, ausblenden oder überspringen',
  undoRegion: 'Letzte Änderung rückgängig machen',
  noteForOne: 'Wählen Sie für eine Notiz eine einzelne Rechnung aus.',
  hasNote: 'Hat eine Notiz',
  snoozedUntil: (day: string) => say`Wiedervorlage am ${day}`,
  backSince: (day: string) => say`Wiedervorlage seit ${day}`,
  hidden: 'Ausgeblendet',
  stop: (sentence: string) => say`${sentence}.`,
  hiddenHint: 'Erscheint wieder, wenn sich die Rechnung ändert.',
  snoozedHint: 'Erscheint an diesem Tag wieder oder wenn sich die Rechnung ändert.',
  hold: {
    title: (count: number) =>
      count === 1 ? 'Diese Rechnung in Klärung geben' : say`${bills(count)} in Klärung geben`,
    lead: 'Rechnungen in Klärung bleiben im Eingang, aber außerhalb von Sammelfreigaben und Routine.',
    kept: (count: number) =>
      count === 1
        ? '1 ausgewählte Rechnung ist schon in Klärung und bleibt, wie sie ist.'
        : say`${formatCount(count)} ausgewählte Rechnungen sind schon in Klärung und bleiben, wie sie sind.`,
    reason: 'Grund',
    usual: 'Übliche Gründe',
    given: {
      notReceived: 'Ware nicht erhalten',
      price: 'Preis weicht von Bestellung ab',
      quantity: 'Menge weicht ab',
      account: 'Bankverbindung zu bestätigen',
    },
    whom: 'Gefragte Person (optional)',
    whomHint: 'Name oder E-Mail-Adresse',
    answerBy: 'Antwort erwartet bis (optional)',
    problems: {
      noReason: 'Nennen Sie einen Grund oder die gefragte Person.',
      noWhom: 'Nennen Sie die gefragte Person oder löschen Sie das Datum.',
      noDate: 'Geben Sie ein vollständiges Datum ein.',
      pastDay: 'Wählen Sie heute oder einen späteren Tag.',
    },
    hold: 'In Klärung geben',
    andMail: 'Per E-Mail klären',
    approve: {
      title: (count: number) =>
        count === 1 ? 'Diese Rechnung ist in Klärung' : say`${bills(count)} sind in Klärung`,
      body: 'Trotzdem freigeben?',
      approve: 'Trotzdem freigeben',
    },
    mail: {
      subject: (bill: string) => say`Frage zu einer Rechnung: ${bill}`,
      answerBy: (day: string) => say`Bitte antworten Sie bis ${day}.`,
    },
  },
  dialog: {
    title: (count: number) =>
      count === 1
        ? 'Diese Rechnung auf Wiedervorlage legen'
        : say`${bills(count)} auf Wiedervorlage legen`,
    lead: (count: number) =>
      count === 1
        ? 'Diese Rechnung verlässt den Eingang bis zum gewählten Tag oder bis sie sich ändert.'
        : 'Diese Rechnungen verlassen den Eingang bis zum gewählten Tag. Ändert sich eine, kommt sie früher zurück.',
    choices: {
      tomorrow: 'Morgen',
      nextMonday: 'Nächsten Montag',
      inAWeek: 'In einer Woche',
      dueDate: 'Am Fälligkeitstag',
    },
    ownDate: 'Tag wählen',
    snooze: 'Auf Wiedervorlage legen',
    noDate: 'Wählen Sie einen Tag.',
    pastDate: 'Wählen Sie einen Tag in der Zukunft.',
  },
  done: {
    snoozed: (what: string, day: string) => say`Wiedervorlage am ${day} · ${what}`,
    hidden: (what: string) => say`Ausgeblendet · ${what}`,
    returnToInbox: (what: string) => say`Zurück im Eingang · ${what}`,
    held: (what: string) => say`In Klärung · ${what}`,
    released: (what: string) => say`Klärung beendet · ${what}`,
    many: (count: number) => bills(count),
    noted: (what: string) => say`Notiz geändert · ${what}`,
    undone: (what: string) => say`Rückgängig gemacht: ${what}`,
  },
  nothingToHide:
    'Nur nicht freigegebene Rechnungen lassen sich ausblenden oder auf Wiedervorlage legen.',
  alreadyHidden: 'Bereits ausgeblendet.',
  nothingToHold: 'Nur nicht freigegebene Rechnungen lassen sich in Klärung geben.',
  nothingToReturn: 'Diese Rechnung ist schon im Eingang.',
  noMail: {
    title: 'Das E-Mail-Programm ließ sich nicht öffnen',
    whatToDo:
      'Die Rechnung ist in Klärung. Prüfen Sie, welches Programm auf diesem Computer E-Mail-Links öffnet.',
  },
  notSaved: {
    title: 'Nicht gespeichert: Datenträger voll',
    whatToDo: 'Geben Sie Speicherplatz frei und versuchen Sie es erneut.',
  },
  bulk: {
    snooze: 'Wiedervorlage\u00a0…',
    hide: 'Ausblenden',
    returnToInbox: 'Zurück in den Eingang',
  },
  signOut: {
    stays:
      'Ihre Notizen, Klärungen, Wiedervorlagen, ausgeblendeten Rechnungen, gespeicherten Ansichten und Ihr Zahlungsplan bleiben auf diesem Computer.',
    goes: 'Ihre Notizen, Klärungen, Wiedervorlagen, ausgeblendeten Rechnungen, gespeicherten Ansichten und Ihr Zahlungsplan werden gelöscht. Das lässt sich nicht rückgängig machen.',
    remove:
      'Auch Notizen, Klärungen, Wiedervorlagen, ausgeblendete Rechnungen, gespeicherte Ansichten und den Zahlungsplan löschen',
  },
} as const satisfies Messages['annotations'];
