import { useId, useRef, useState, type FormEvent } from 'react';
import { useShell } from '../../../kit/services/shell.ts';
import { VendorBox } from '../../../kit/parts/VendorBox.tsx';
import { messages } from '../../../kit/text/messages.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { Choice } from '../../../kit/ui/Choice.tsx';
import { isUnfinished } from '../../../kit/ui/Field.tsx';
import { flagKinds } from '../../../../bridge/settings.ts';
import { noFilter, type BillFilter } from '../../../core/model/list-choice.ts';
import {
  formOf,
  INCOMPLETE_DATE,
  readForm,
  type FilterForm,
  type FilterOffer,
  type FilterProblems,
} from './filter-form.ts';

export interface FilterFieldsProps {
  readonly filter: BillFilter;
  /** Returns the choices; called when the panel opens. */
  readonly offer: () => FilterOffer;
  readonly onApply: (filter: BillFilter) => void;
}

export function FilterFields({ filter, offer: askOffer, onApply }: FilterFieldsProps) {
  const { locale } = useShell();
  const [offer] = useState(askOffer);
  const [form, setForm] = useState(() => formOf(filter, locale));
  const [problems, setProblems] = useState<FilterProblems>({});
  const element = useRef<HTMLFormElement>(null);
  const text = messages.views.filter;
  const change = (part: Partial<FilterForm>): void => {
    setForm({ ...form, ...part });
    // Clears the problems of changed fields, because they are about the earlier text.
    const changed = Object.fromEntries(Object.keys(part).map((field) => [field, undefined]));
    setProblems({ ...problems, ...changed });
  };

  const apply = (event: FormEvent): void => {
    event.preventDefault();
    const read = readForm(withUnfinishedDates(form, element.current), offer, filter, locale);
    setProblems(read.problems);
    if (read.filter !== null) onApply(read.filter);
    else focusFirst(element.current, read.problems);
  };

  return (
    <form ref={element} className="filter-panel__form" onSubmit={apply} noValidate>
      <VendorBox
        value={form.vendor}
        vendors={offer.vendors}
        problem={problems.vendor ?? null}
        onChange={(vendor) => vendor !== form.vendor && change({ vendor })}
      />
      <div className="filter-panel__line">
        <Choice
          label={text.currency}
          showLabel
          value={form.currency}
          options={[
            { id: '', label: text.anyCurrency },
            ...withChosen(offer.currencies, form.currency).map((id) => ({ id, label: id })),
          ]}
          onChange={(currency) => change({ currency })}
        />
        {problems.currency !== undefined && (
          <p className="field__problem" role="alert">
            {problems.currency}
          </p>
        )}
      </div>
      <Ranges form={form} problems={problems} onChange={change} />
      <Choice
        label={text.flags}
        showLabel
        value={form.flag}
        options={[
          { id: '', label: text.anyBill },
          { id: 'any', label: text.flagged },
          { id: 'routine', label: text.routine },
          { id: 'paidUnapproved', label: messages.views.chips.paidUnapproved },
          ...flagKinds.map((id) => ({ id, label: messages.flags.badges[id] })),
        ]}
        onChange={(flag) => change({ flag })}
      />
      <div className="actions">
        <Button
          variant="quiet"
          onPress={() => {
            setForm(formOf(noFilter, locale));
            setProblems({});
          }}
        >
          {text.reset}
        </Button>
        <Button variant="primary" type="submit">
          {text.apply}
        </Button>
      </div>
    </form>
  );
}

function Ranges(props: Pick<FilterRangeProps, 'form' | 'problems' | 'onChange'>) {
  const text = messages.views.filter;
  return (
    <>
      <FilterRange
        legend={text.amount}
        type="text"
        from={{ name: 'amountFrom', label: text.amountFrom, short: text.from }}
        to={{ name: 'amountTo', label: text.amountTo, short: text.to }}
        {...props}
      />
      <FilterRange
        legend={text.due}
        type="date"
        from={{ name: 'dueFrom', label: text.dueFrom, short: text.from }}
        to={{ name: 'dueTo', label: text.dueTo, short: text.until }}
        {...props}
      />
    </>
  );
}

function withUnfinishedDates(form: FilterForm, element: HTMLFormElement | null): FilterForm {
  return {
    ...form,
    ...(isUnfinished(element, 'dueFrom') ? { dueFrom: INCOMPLETE_DATE } : {}),
    ...(isUnfinished(element, 'dueTo') ? { dueTo: INCOMPLETE_DATE } : {}),
  };
}

/** Focuses the first field with a problem, in the order of the panel. */
function focusFirst(element: HTMLFormElement | null, problems: FilterProblems): void {
  for (const field of element?.elements ?? []) {
    if (!(field instanceof HTMLInputElement) || !Object.hasOwn(problems, field.name)) continue;
    return field.focus();
  }
}

/** The currency in use stays a choice even if no bill has it. */
function withChosen(currencies: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || currencies.includes(chosen) ? currencies : [...currencies, chosen];
}

interface Bound {
  readonly name: 'amountFrom' | 'amountTo' | 'dueFrom' | 'dueTo';
  /** Full label, for users who don't see the field's surroundings. */
  readonly label: string;
  readonly short: string;
}

interface FilterRangeProps {
  readonly legend: string;
  readonly type: 'text' | 'date';
  readonly from: Bound;
  readonly to: Bound;
  readonly form: FilterForm;
  readonly problems: FilterProblems;
  readonly onChange: (part: Partial<FilterForm>) => void;
}

/** From and to, side by side. Either may be empty. */
function FilterRange(props: FilterRangeProps) {
  const { legend, type, from, to, form, problems, onChange } = props;
  const problemId = useId();
  const mistakes = [problems[from.name], problems[to.name]].filter(
    (message) => message !== undefined,
  );
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
            spellCheck={false}
            value={form[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        </label>
      ))}
      {mistakes.length > 0 && (
        <p className="field__problem" id={problemId} role="alert">
          {mistakes.join(' ')}
        </p>
      )}
    </fieldset>
  );
}
