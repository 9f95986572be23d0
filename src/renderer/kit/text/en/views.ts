import type { BuiltInView } from '../../../core/bills/built-in-views.ts';
import type { AgeGroup } from '../../../core/bills/list-groups.ts';
import type { Grouping } from '../../../core/bills/review-view.ts';
import type { BillQuery } from '../../../core/bills/bill-row.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';
import type { MessageText } from './problems.ts';

/** Sorting, grouping, filters and saved views of the list of bills. */
export const views = {
  sorts: {
    dueDate: 'Due date',
    vendor: 'Vendor',
    amount: 'Amount due',
    age: 'Bill age',
  } satisfies Record<BillQuery['sort'], string>,
  groupings: {
    dueDate: 'Due date',
    vendor: 'Vendor',
    amount: 'Amount due',
    age: 'Bill age',
    organization: 'Organization',
    none: 'None',
  } satisfies Record<Grouping, string>,
  /** What the first of the list is, by the sort and its direction. */
  directions: {
    dueDate: { up: 'Earliest first', down: 'Latest first' },
    vendor: { up: 'A to Z', down: 'Z to A' },
    amount: { up: 'Smallest first', down: 'Largest first' },
    age: { up: 'Newest first', down: 'Oldest first' },
  } satisfies Record<BillQuery['sort'], { up: string; down: string }>,
  sortGroup: {
    button: (sort: string, direction: string, grouping: string) =>
      say`Sort: ${sort}, ${direction}, ${grouping}`,
    label: (sort: string) => say`Sort: ${sort}`,
    menu: 'Sort',
    sort: 'Sort by',
    direction: 'Order',
    group: 'Group by',
    groupedBy: (grouping: string) => say`grouped by ${grouping.toLowerCase()}`,
    notGrouped: 'not grouped',
    currencies: 'per currency',
    columns: 'Columns',
    resetColumns: 'Reset columns',
  },
  ages: {
    week: '0–7 days',
    month: '8–30 days',
    quarter: '31–90 days',
    older: '90+ days',
    none: 'No bill date',
  } satisfies Record<AgeGroup, string>,
  bands: {
    credits: (currency: string) => say`Credits, ${currency}`,
    between: (from: string, to: string) => say`${from} – ${to}`,
  },
  filter: {
    button: 'Filter',
    /** After the word of the button. */
    inUse: (count: number) => say`, ${plural(count, 'filter', 'filters')} in use`,
    panel: 'Filter bills',
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
  chips: {
    list: 'Filters in use',
    remove: (what: string) => say`Remove filter: ${what}`,
    clear: 'Clear all',
    status: (name: string) => say`${name}`,
    vendor: (name: string) => say`Vendor: ${name}`,
    noVendor: 'No vendor',
    currency: (code: string) => say`${code}`,
    amountFrom: (from: string) => say`≥ ${from}`,
    amountTo: (to: string) => say`≤ ${to}`,
    amountBetween: (from: string, to: string) => say`${from} – ${to}`,
    amountIs: (amount: string) => say`= ${amount}`,
    dueFrom: (from: string) => say`Due from ${from}`,
    dueTo: (to: string) => say`Due by ${to}`,
    dueBetween: (from: string, to: string) => say`Due ${from} – ${to}`,
    dueOn: (date: string) => say`Due ${date}`,
    flagged: 'Flagged',
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
  sidebar: {
    title: 'Views',
    names: {
      overdue: 'Overdue',
      dueThisWeek: 'Due this week',
      flagged: 'Flagged',
      snoozed: 'Snoozed',
      dismissed: 'Hidden',
      approved: 'Approved by me',
    } satisfies Record<Exclude<BuiltInView, 'overAmount'>, string>,
    overAmount: (amount: string) => say`Over ${amount}`,
    approvedToday: (count: number) => say`Approved today: ${formatCount(count)}`,
  },
  saved: {
    button: 'Views',
    menu: 'Saved views',
    local: 'Saved views',
    none: 'No saved views',
    standard: 'Default',
    save: 'Save this view…',
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
    applied: (name: string) => say`View: ${name}`,
    kept: (name: string) => say`View saved: ${name}`,
    deleted: (name: string) => say`View deleted: ${name}`,
    palette: (name: string) => say`Show view ${name}`,
    notKept: {
      title: 'View not saved: disk is full',
      whatToDo: 'Free up space and try again.',
    } satisfies MessageText,
  },
  skip: {
    skipped: (number: string) => say`Skipped ${number}`,
    last: (skipped: number): MessageText => ({
      title: 'End of list',
      whatToDo: say`${formatCount(skipped)} skipped. Press Home to start over.`,
    }),
  },
} as const;
