import { fieldsIn } from '../body/answer.ts';
import { unwrapped } from './bill-forms.ts';
import { isUuid } from '../item-id.ts';
import { onlyText, ownName } from '../body/party-name.ts';
import type { Fields, Party } from '../party.ts';
import { fieldNamed, plainEntries, readParty, textOf } from '../body/read-party.ts';
import { innerParts, readNamed } from './read-vendor.ts';

/** Words for an organization in keys, without a plural `s`. */
export const ORGANIZATION_WORD =
  'org(?:ani[sz]ation)?|compan(?:y|ie)|businesse?|tenant|workspace|empresa|entreprise|societe|azienda|unternehmen|mandant(?:en)?|bedrijf|bedrijven|foretag|virksomhed(?:er)?|会社|公司';
/** Keys of the organization in a membership. */
const MEMBERSHIP_OF = new RegExp(`^(?:${ORGANIZATION_WORD}|account)$`, 'i');
const OTHER_UUID = /^(?:public|business|workspace|account)?(?:id|uuid|guid|uid)$/;

/** Whether an object has the id and the name of an organization, or holds one as a membership does. */
function isOrganization(fields: Fields): boolean {
  const { id, name } = readNamed(fields);
  return (
    (id !== null && name !== null) || Object.keys(fields).some((key) => MEMBERSHIP_OF.test(key))
  );
}

/** Keys of texts about an account with the service, not names. */
const ABOUT_ACCOUNT =
  /plan|permission|tier|environment|access|fiscal|licen[sc]e|subscription|edition|package|stat(?:us|ut|o)|estado|etat/i;

/**
 * Reads an organization, a membership that holds one, or a bare UUID. `X-Organization-Id` takes a UUID, so a UUID
 * precedes any other id (service page, *Authentication*).
 */
export function readOrganization(sent: unknown): Pick<Party, 'id' | 'name'> {
  if (isUuid(sent)) return { id: String(sent), name: null };
  const { node = sent } = fieldsIn(sent);
  // An id beside a wrapper is the organization's, and the wrapper then holds something else, such as its plan.
  const row = fieldsIn(node);
  const outer = readParty(row).id === null ? unwrapped(row, isOrganization) : row;
  const key = Object.keys(outer).find((each) => MEMBERSHIP_OF.test(each));
  const { [key ?? '']: inner = null, ...around } = outer;
  const member = fieldsIn(inner);
  const isMembership = readNamed(around).name === null && readParty(member).id !== null;
  const fields = isMembership ? member : outer;
  const { id, name } = readNamed(fields);
  const idsUnder = (names: RegExp): readonly unknown[] =>
    plainEntries(fields).flatMap(([each, value]) => (names.test(each) ? value : []));
  // A membership's own id is not the organization's.
  const named = idsUnder(/^(?:org(?:ani[sz]ation)?|tenant|company)(?:id|uuid|guid)$/).find(isUuid);
  const within = innerParts.map((each) => readParty(fieldsIn(fieldNamed(fields, each))).id);
  const shownName = ownName(fields) ?? name;
  const others = Object.entries(fields).filter(([each]) => !ABOUT_ACCOUNT.test(each));
  const guess = isUuid(id) ? onlyText(Object.fromEntries(others)) : null;
  // A UUID under any key is the id of a named organization: `codice`, `identifiant`.
  const [only, ...more] = idsUnder(shownName === null ? /(?:id|uuid|guid)$/ : /./).filter(isUuid);
  const last = id === null && more.length === 0 ? only : undefined;
  const own = [id, ...idsUnder(OTHER_UUID), ...within, readParty(outer).id, last].find(isUuid);
  // Some services name a resource by its path, or an organization as a tenant.
  const [, inPath] = /^organi[sz]ations\/(.+)$/.exec(textOf(fields['name']) ?? '') ?? [];
  const [label] = idsUnder(
    inPath === undefined ? /^(?:(?:tenant|account)name|butxt)$/ : /^displayname$/,
  );
  const shown = inPath === undefined ? shownName : null;
  return { id: textOf(named ?? own ?? inPath) ?? id, name: shown ?? textOf(label) ?? guess };
}
