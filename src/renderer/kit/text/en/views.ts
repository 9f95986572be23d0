import type { AgeGroup } from '../../../core/bills/list-groups.ts';
import type { Grouping } from '../../../core/bills/review-view.ts';
import type { BillQuery } from '../../../core/bills/bill-row.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';
import type { MessageText } from './problems.ts';

/** Sorting, grouping, filters and saved views of the list of bills. */
export const views = {
  sorts: {
    dueDate: 'Due date',
    vendor: 'Vendor',
    amount: 'Amount due',
    age: 'Age',
  } satisfies Record<BillQuery['sort'], string>,
  groupings: {
    dueDate: 'Due date',
    vendor: 'Vendor',
    amount: 'Amount due',
    age: 'Age',
    organization: 'Organization',
    none: 'No groups',
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
      say`Sort and group: ${sort}, ${direction}, ${grouping}`,
    menu: 'Sort and group',
    sort: 'Sort by',
    direction: 'Order',
    group: 'Group by',
    groupedBy: (grouping: string) => say`grouped by ${grouping}`,
    notGrouped: 'not grouped',
    currencies: 'in each currency',
  },
  ages: {
    week: 'Up to 7 days old',
    month: '8–30 days old',
    quarter: '31–90 days old',
    older: 'Over 90 days old',
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
    dueTo: 'Due until',
    from: 'From',
    to: 'To',
    until: 'Until',
    flagged: 'Only bills with flags',
    apply: 'Apply',
    reset: 'Reset',
    problems: {
      vendor: (text: string) => say`No bill in the list is from a vendor called “${text}”.`,
      notAmount: (text: string, example: string) =>
        say`“${text}” is not an amount. Write it like ${example}.`,
      amountOrder: 'The first amount is larger than the second. Exchange them.',
      noCurrency:
        'Choose the currency of the amount: amounts of different currencies are not compared.',
      notDate: 'This date is not complete. Enter day, month and year, or clear it.',
      dateOrder: 'The first date is later than the second. Exchange them.',
    },
  },
  chips: {
    list: 'Filters in use',
    remove: (what: string) => say`Remove filter: ${what}`,
    clear: 'Clear all',
    status: (name: string) => say`Show ${name}`,
    vendor: (name: string) => say`Vendor ${name}`,
    noVendor: 'Without a vendor',
    currency: (code: string) => say`Currency ${code}`,
    amountFrom: (from: string) => say`From ${from}`,
    amountTo: (to: string) => say`Up to ${to}`,
    amountBetween: (from: string, to: string) => say`${from} – ${to}`,
    amountIs: (amount: string) => say`Exactly ${amount}`,
    dueFrom: (from: string) => say`Due from ${from}`,
    dueTo: (to: string) => say`Due until ${to}`,
    dueBetween: (from: string, to: string) => say`Due ${from} – ${to}`,
    dueOn: (date: string) => say`Due ${date}`,
    flagged: 'With flags',
  },
  nothingFits: {
    title: 'The filters hide every bill',
    body: (filters: string) =>
      say`No bill fits all of them: ${filters}. Take one away, or clear them all.`,
    clear: 'Clear filters',
  },
  nothingHidden: {
    snoozed: {
      title: 'Nothing is snoozed',
      body: 'Bills you snooze on this computer wait here until their day.',
    },
    dismissed: {
      title: 'Nothing is dismissed',
      body: 'Bills you dismiss on this computer stay here. They are not changed on the service.',
    },
  },
  saved: {
    button: 'Views',
    menu: 'Saved views',
    local: 'Saved views, on this computer',
    none: 'No saved views yet',
    standard: 'Standard view',
    save: 'Save this view…',
    manage: 'Rename or delete views…',
    saveTitle: 'Save this view',
    saveLead: 'Keeps filters, search, sorting and groups under a name, on this computer.',
    name: 'Name',
    saveButton: 'Save view',
    replaceButton: 'Replace view',
    replaces: (name: string) => say`There is a view called “${name}”. Saving replaces it.`,
    noName: 'Give the view a name.',
    nameTaken: (name: string) => say`Another view is called “${name}”. Choose another name.`,
    manageTitle: 'Saved views',
    manageLead: 'Kept on this computer for this connection.',
    nameOf: (name: string) => say`Name of view ${name}`,
    rename: (name: string) => say`Rename view ${name}`,
    renameButton: 'Rename',
    delete: (name: string) => say`Delete view ${name}`,
    deleteButton: 'Delete',
    applied: (name: string) => say`Showing view ${name}`,
    kept: (name: string) => say`Saved view ${name}`,
    deleted: (name: string) => say`Deleted view ${name}`,
    palette: (name: string) => say`Show view ${name}`,
    notKept: {
      title: 'The view was not saved',
      whatToDo: 'This computer has no room to keep it. Make room on the disk, then save it again.',
    } satisfies MessageText,
  },
  skip: {
    skipped: (number: string) => say`Skipped ${number}`,
    last: (skipped: number): MessageText => ({
      title: 'That was the last bill of the list',
      whatToDo: say`${plural(skipped, 'skipped bill stays', 'skipped bills stay')} in the list, not approved. Press Home to start again at the top.`,
    }),
  },
} as const;
