import { type ColumnRole, columnRoles } from '../../core/model/column-role.ts';
import { useState } from 'react';
import {
  bareLayout,
  isComplete,
  type StatementLayout,
} from '../../core/bills/statements/statement-columns.ts';
import type { StatementRecord } from '../../core/bills/statements/statement-records.ts';
import { messages } from '../../kit/text/messages.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Choice } from '../../kit/ui/Choice.tsx';

interface StatementColumnsProps {
  readonly records: readonly StatementRecord[];
  /** The present columns; null when they were not recognized. */
  readonly layout: StatementLayout | null;
  readonly onApply: (layout: StatementLayout) => void;
}

/** Lines of the file shown as an example. */
const EXAMPLES = 4;

/** Asks for the role of each column. Each role belongs to one column at most. */
export function StatementColumns({ records, layout, onApply }: StatementColumnsProps) {
  const [first] = useState(() => layout ?? bareLayout(records));
  const [columns, setColumns] = useState(first.columns);
  const text = messages.reports.statement.columns;
  const headings = records[first.headingAt]?.fields ?? [];
  const examples = records
    .slice(first.headingAt + 1)
    .filter(({ fields }) => fields.length > 1)
    .slice(0, EXAMPLES);
  const roleOf = (column: number): ColumnRole | 'unused' =>
    columnRoles.find((role) => columns[role] === column) ?? 'unused';
  const choose = (column: number, chosen: ColumnRole | 'unused'): void => {
    const others = Object.entries(columns).filter(([role, at]) => at !== column && role !== chosen);
    setColumns(Object.fromEntries(chosen === 'unused' ? others : [...others, [chosen, column]]));
  };
  const nameOf = (column: number): string => headings[column] || text.untitled(column + 1);
  const options = (['unused', ...columnRoles] as const).map((id) => ({
    id,
    label: id === 'unused' ? text.unused : text.roles[id],
  }));
  return (
    <section className="statement__columns" aria-labelledby="statement-columns">
      <h2 id="statement-columns">{text.title}</h2>
      <p className="faint">{text.hint}</p>
      <div className="figures-scroll">
        <table className="figures" aria-labelledby="statement-columns">
          <thead>
            <tr>
              {first.signature.map((_, column) => (
                <th key={column} scope="col">
                  <bdi>{nameOf(column)}</bdi>
                  <Choice
                    label={text.roleOf(nameOf(column))}
                    value={roleOf(column)}
                    options={options}
                    onChange={(role) => choose(column, role)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {examples.map(({ fields, line }) => (
              <tr key={line}>
                {first.signature.map((_, column) => (
                  <td key={column}>
                    <bdi>{fields[column]}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!isComplete(columns) && (
        <p role="status">{columns.number === undefined ? text.noNumber : text.noAmount}</p>
      )}
      <Button
        variant="primary"
        isDisabled={!isComplete(columns)}
        onPress={() => onApply({ ...first, columns })}
      >
        {text.apply}
      </Button>
    </section>
  );
}
