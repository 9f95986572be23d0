import { useServices } from '../services.ts';
import { en } from '../text/en.ts';
import { Totals } from '../ui/Totals.tsx';
import type { BillRow } from '../../core/bills/bill-row.ts';
import './organizations.css';
import { perOrganization } from './per-organization.ts';
import { useNamesBesideBills } from '../hooks/use-organizations.ts';

/** How many of the bills each organization has, and what they come to there. */
export function PerOrganization({ rows }: { readonly rows: readonly BillRow[] }) {
  const { locale } = useServices();
  const names = useNamesBesideBills();
  if (names === null) return null;
  const words = en.organizations.bulk;
  return (
    <section className="per-organization" aria-label={words.title}>
      <h3>{words.title}</h3>
      <ul>
        {perOrganization(rows).map(({ organizationId, bills, totals }) => (
          <li key={organizationId} className="per-organization__line">
            <span>{names.get(organizationId) ?? organizationId}</span>
            <span className="per-organization__count">{words.count(bills)}</span>
            <Totals totals={totals} locale={locale} />
          </li>
        ))}
      </ul>
    </section>
  );
}
