import { useId } from 'react';
import type { FilterForm, FilterProblems } from './filter-form.ts';

type RangeField = 'amountFrom' | 'amountTo' | 'dueFrom' | 'dueTo';

interface Bound {
  readonly name: RangeField;
  /** In full, for who does not see what it stands beside. */
  readonly label: string;
  readonly short: string;
}

export interface FilterRangeProps {
  readonly legend: string;
  readonly type: 'text' | 'date';
  readonly from: Bound;
  readonly to: Bound;
  readonly form: FilterForm;
  readonly problems: FilterProblems;
  readonly onChange: (part: Partial<FilterForm>) => void;
}

/** From and to, side by side; either may be left empty. */
export function FilterRange(props: FilterRangeProps) {
  const { legend, type, from, to, form, problems, onChange } = props;
  const problemId = useId();
  const said = [problems[from.name], problems[to.name]].filter((words) => words !== undefined);
  return (
    <fieldset className="filter-range">
      <legend className="choice__label">{legend}</legend>
      {[from, to].map(({ name, label, short }) => (
        <label key={name} className="filter-range__bound">
          <span className="faint" aria-hidden="true">
            {short}
          </span>
          <input
            name={name}
            type={type}
            inputMode={type === 'text' ? 'decimal' : undefined}
            aria-label={label}
            aria-invalid={problems[name] !== undefined}
            aria-describedby={problems[name] === undefined ? undefined : problemId}
            autoComplete="off"
            value={form[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        </label>
      ))}
      {said.length > 0 && (
        <p className="field__problem" id={problemId} role="alert">
          {said.join(' ')}
        </p>
      )}
    </fieldset>
  );
}
