/** Roles of the columns of a vendor's statement. */
export const columnRoles = ['number', 'date', 'amount', 'debit', 'credit', 'currency'] as const;
export type ColumnRole = (typeof columnRoles)[number];
