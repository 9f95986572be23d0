import { say } from '../say.ts';
import type { MessageText } from '../message-text.ts';
import { firstScreen } from './first/first.ts';

/** Sorting, grouping, filters and saved views of the list of bills. */
export const views = {
  ...firstScreen.views,
  sortGroup: {
    ...firstScreen.views.sortGroup,
    menu: 'Sort',
    sort: 'Sort by',
    direction: 'Order',
    group: 'Group by',
    currencies: 'per currency',
    columns: 'Columns',
    resetColumns: 'Reset columns',
  },
  filter: {
    ...firstScreen.views.filter,
    vendor: 'Vendor',
    vendorHint: 'Any vendor',
    showVendors: 'Show vendors',
    currency: 'Currency',
    anyCurrency: 'Any currency',
    amount: 'Amount due',
    amountFrom: 'Amount from',
    amountTo: 'Amount to',
    due: 'Due date',
    dueFrom: 'Due from',
    dueTo: 'Due by',
    from: 'From',
    to: 'To',
    until: 'To',
    flags: 'Flags',
    anyBill: 'All bills',
    flagged: 'Flagged only',
    apply: 'Apply',
    reset: 'Reset',
    problems: {
      vendor: (text: string) => say`No vendor named “${text}”.`,
      notAmount: (text: string, example: string) =>
        say`“${text}” is not an amount. Write it like ${example}.`,
      amountOrder: '“From” is greater than “To”.',
      noCurrency: 'Choose a currency for the amount.',
      notDate: 'Enter a full date.',
      dateOrder: '“From” is later than “To”.',
    },
  },
  nothingFits: {
    title: 'No bills match your filters',
    body: 'Remove a filter or clear all.',
    /** Where there is a search as well. */
    bodyWithSearch: 'Remove a filter, clear the search, or clear all.',
    clear: 'Clear filters',
    /** Of a view by its name. */
    done: (name: string) => say`Nothing left in “${name}”`,
  },
  nothingHidden: {
    snoozed: {
      title: 'No snoozed bills',
      body: 'Snoozed bills appear here until their date.',
    },
    dismissed: {
      title: 'No hidden bills',
      body: 'Bills you hide from your inbox appear here.',
    },
  },
  saved: {
    ...firstScreen.views.saved,
    menu: 'Saved views',
    local: 'Saved views',
    none: 'No saved views',
    manage: 'Manage views…',
    saveTitle: 'Save this view',
    saveLead: 'Saves the current filters, search, sort, and grouping.',
    name: 'Name',
    saveButton: 'Save view',
    replaceButton: 'Replace view',
    replaces: (name: string) => say`A view named “${name}” exists. Saving replaces it.`,
    noName: 'Enter a name.',
    nameTaken: (name: string) => say`A view named “${name}” exists. Choose another name.`,
    manageTitle: 'Saved views',
    nameOf: (name: string) => say`Name of view ${name}`,
    rename: (name: string) => say`Rename view ${name}`,
    renameButton: 'Rename',
    delete: (name: string) => say`Delete view ${name}`,
    deleteButton: 'Delete',
    reallyDelete: (name: string) => say`Delete view ${name} now`,
    reallyDeleteButton: 'Delete?',
    kept: (name: string) => say`View saved: ${name}`,
    deleted: (name: string) => say`View deleted: ${name}`,
    notKept: {
      title: 'View not saved: disk is full',
      whatToDo: 'Free up space and try again.',
    } satisfies MessageText,
  },
} as const;
