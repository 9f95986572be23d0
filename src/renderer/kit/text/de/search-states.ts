import { combined, phrases, type SearchWords } from '../../../core/bills/search/search-words.ts';

/** German words of the search for states of a bill. */
export const states: SearchWords['states'] = {
  overdue: phrases(
    'überfällig, überfällige, verspätet, im verzug, in verzug, säumig, zu spät',
    'verspätete, überschritten, über fällig, längst fällig, längst überfällig',
    'überzogen',
  ),
  flagged: phrases(
    'mit hinweis, mit hinweisen, hinweis, hinweise, auffällig, auffällige, markiert',
    'verdächtig, auffälligkeiten, mit auffälligkeiten, warnungen, mit warnungen',
  ),
  unflagged: phrases('ohne hinweis, ohne hinweise, nicht auffällig, unauffällig, keine hinweise'),
  duplicate: phrases(
    'dublette, dubletten, mögliche dublette, mögliche dubletten, doppelt, doppelte',
    'duplikat, duplikate, doppelt bezahlt, doppelt erfasst, doppelzahlung',
    'doppelzahlungen, mögliches duplikat, mögliche duplikate, doppelte rechnung',
    'doppelte rechnungen, doppelter, mehrfach, verdacht auf duplikat, verdacht auf dublette',
    'verdacht auf duplikate, verdacht auf doppelzahlung, mögliche doppelte',
  ),
  unusualAmount: phrases(
    'ungewöhnlich, ungewöhnliche, ungewöhnlicher betrag, ungewöhnliche beträge, ausreißer',
    'ungewöhnlich hoch, ungewöhnlich hohe, ungewöhnlich niedrig, ungewöhnlicher',
    'ungewöhnlich hoher betrag, ungewöhnlich niedriger betrag, ungewöhnlich hohe beträge',
    'auffällig hoch, auffällig hohe, auffällig hoher betrag, auffällig hohe beträge',
  ),
  changed: ['geändert', 'geänderte', 'verändert'],
  returned: ['nach freigabe geändert', 'geändert nach freigabe', 'seit freigabe geändert'],
  reopened: ['nicht mehr freigegeben', 'wieder geöffnet', 'freigabe zurückgenommen'],
  approvedElsewhere: phrases(
    'im dienst freigegeben, anderswo freigegeben, im dienst genehmigt, anderswo genehmigt',
  ),
  stoppedElsewhere: phrases(
    'im dienst gesperrt, anderswo gesperrt, im dienst abgelehnt, anderswo abgelehnt',
    'im dienst strittig, im dienst angehalten, im dienst gestoppt, im dienst gelöscht',
  ),
  dueAboveTotal: ['offen über gesamt', 'fällig über gesamt'],
  fraction: ['bruchteil', 'bruchteile'],
  dueBeforeDate: ['fällig vor rechnungsdatum'],
  firstOfVendor: phrases(
    'neuer lieferant, neue lieferanten, neuen lieferanten, neuer kreditor, erste rechnung',
    'erste rechnung des lieferanten, erste rechnung vom lieferanten',
  ),
  lookAlike: ['ähnlicher lieferant', 'ähnliche lieferanten'],
  otherOrganization: ['auch in anderer organisation', 'in zwei organisationen'],
  splitBills: ['aufgeteilte rechnungen', 'aufgeteilte rechnung', 'aufgeteilt'],
  otherCurrency: ['andere währung', 'anderer währung'],
  onHold: phrases(
    'in klärung, klärung, zu klären, angehalten, angehaltene, zurückgehalten, gesperrt, gesperrte',
    'gestoppt, blockiert, gestoppte, blockierte, zurückgehaltene',
  ),
  asked: phrases(
    'wartet auf antwort, gefragt, rückfrage, wartet auf, warten auf, warte auf, rückfrage bei',
    'rückfrage an, warten auf antwort',
  ),
  newBankDetails: [
    ...phrases('neue bankverbindung, neue bankdaten, neue iban, bankverbindung, neues konto'),
    ...phrases('bankwechsel, kontowechsel, neue bank, neue kontonummer'),
    ...combined(
      'bankverbindung, bankdaten, bank, iban, konto, kontonummer',
      'geändert, gewechselt, änderung',
    ),
    ...combined('geänderte, geändertes', 'bankverbindung, bankdaten, bank, iban, konto'),
  ],
  shorterTerms: ['kürzeres zahlungsziel', 'kürzere zahlungsziele'],
  futureDate: ['datum in der zukunft', 'vordatiert', 'vordatierte'],
  returningVendor: ['lieferant kehrt zurück', 'zurückgekehrter lieferant'],
  open: ['offen', 'offene', 'offenen', 'offener', 'offenes'],
  partially_paid: phrases(
    'teilweise bezahlte, teilbezahlte, teilweise bezahlt, teilbezahlt, teilweise',
    'teilzahlung, teilzahlungen, anbezahlt, angezahlt, teils bezahlt, nicht ganz bezahlt',
    'nicht vollständig bezahlt, halb bezahlt',
  ),
  paid: phrases(
    'bezahlt, bezahlte, schon bezahlt, bereits bezahlt, beglichen, gezahlt, bereits gezahlt',
    'schon gezahlt, überwiesen',
  ),
  void: phrases(
    'storniert, stornierte, storno, ungültig, annulliert, annullierte, stornierung, stornierungen',
  ),
  unpaid: phrases(
    'wartet auf zahlung, warten auf zahlung, noch offen, noch offene, noch offenen, noch offener, unbezahlt, unbezahlte, unbezahl, unbezalt, nicht bezahlt, noch nicht bezahlt, ausstehend, offene posten, offenen posten, offener posten',
    'zu bezahlen, bezahlt werden, gezahlt werden, zu begleichen',
    'zu zahlen, ausständig, op liste, schulden, geschuldet',
  ),
  notYetDue: phrases(
    'noch nicht fällig, noch nicht fällige, nicht fällig, nicht fällige, noch nicht überfällig',
    'noch nicht überfällige',
  ),
  snoozed: phrases(
    'auf wiedervorlage, wiedervorlage, zurückgestellt, zurückgestellte, aufgeschoben, wv',
  ),
  hidden: ['ausgeblendet', 'ausgeblendete', 'versteckt'],
  approved: phrases(
    'freigegeben, freigegebene, von mir freigegeben, von mir, genehmigt, genehmigte, freigaben',
    'frei gegeben, bewilligt, visiert',
  ),
  unapproved: phrases(
    'nicht freigegeben, noch nicht freigegeben, nicht freigegebene, freizugeben',
    'freizugebende, zur freigabe, noch freizugeben, wartet auf freigabe',
    'warten auf freigabe, zu erledigen, nicht genehmigt, noch nicht genehmigt',
    'ungenehmigt, zu genehmigen, noch zu genehmigen, muss ich noch freigeben, muss ich freigeben',
    'von mir nicht freigegeben, von mir noch nicht freigegeben',
    'keine freigabe, noch keine freigabe, ohne freigabe, ohne jede freigabe, freigabe fehlt',
    'fehlende freigabe, bisher nicht freigegeben, nicht von jemandem freigegeben',
    'zu prüfen, noch zu prüfen, muss ich prüfen, muss ich noch prüfen',
  ),
  credit: phrases('gutschrift, gutschriften, negativ, negative beträge, unter 0, minusbeträge'),
  noted: phrases(
    'mit notiz, mit notizen, notiz, notizen, mit einer notiz, mit bemerkung, mit bemerkungen',
    'mit anmerkung, mit anmerkungen, mit kommentar, mit kommentaren, kommentar',
  ),
  noDueDate: phrases(
    'ohne fälligkeit, ohne fälligkeitsdatum, kein fälligkeitsdatum, keine fälligkeit',
    'ohne zahlungsziel, ohne zahlungstermin',
    'fälligkeit fehlt',
  ),
  noVendor: ['ohne lieferant', 'ohne lieferanten', 'kein lieferant'],
  noNumber: phrases(
    'ohne nummer, ohne rechnungsnummer, keine nummer, keine rechnungsnummer, ohne nr',
    'ohne rechnungsnr, rechnungsnummer fehlt',
  ),
  noMemo: [
    ...['ohne vermerk', 'ohne text', 'kein vermerk', 'vermerk fehlt', 'ohne memo', 'kein memo'],
    ...['ohne verwendungszweck', 'ohne betreff', 'ohne beschreibung'],
  ],
  routine: ['routine', 'routinerechnungen'],
  paidUnapproved: phrases(
    'ohne mich bezahlt, ohne freigabe bezahlt, ohne meine freigabe bezahlt',
    'bezahlt ohne freigabe, bezahlt ohne mich',
  ),
};
