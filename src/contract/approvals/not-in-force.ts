import { isNested } from '../../base/is-object.ts';
import { fieldsIn } from '../body/answer.ts';
import { APPROVED_ELSEWHERE, isNever, isNoFlag, isSet, isYesFlag } from './approved-fields.ts';
import { dayOf, momentOf } from '../items/bill-forms.ts';
import { beforeAt, isUnrelated, isOtherThing, isPartOfCount, isSkipped } from './decision.ts';
import {
  deniesAt,
  isBadStatus,
  lacksApprovals,
  nextStep,
  openSteps,
  undone,
  type Denial,
} from './denials.ts';
import type { Fields } from '../party.ts';
import { isTooDeep, MAX_LEVELS } from '../body/read-item.ts';
import { fieldNamed, plainEntries, plainKey } from '../body/read-party.ts';
import { CALL_NAME } from './without-wrappers.ts';

// Finds fields, anywhere in an answer, that say that the approval is not in force: more approvals must follow, it was
// withdrawn, it begins on a later day, or the request was only a trial.

const APPROVER = 'approv|reviewer|signator|signer|signature|signoff';
const APPROVER_ELSEWHERE =
  'genehmig|freigeb|freigab|prüf|pruef|valid|approb|aprob|aprov|goedkeur|étape|etap|schritt|stufe|paso|passo|stap';
const NEXT_ELSEWHERE =
  'n(?:ä|ae|a)chste[rnms]?|prochaine?|suivante?|siguiente|pr[óo]xim[oa]|prossim[oa]|volgende';
const LEFT = 'remaining|left|pending|open|outstanding|missing|unsigned|undecided|togo';

/** Row for any object: its keys name a further approval, or another person to approve. */
const furtherApprovals: Denial = {
  key: new RegExp(
    `^(?:next|${LEFT}|await\\w*|wait(?:s|ing)(?:for|on))(?:${APPROVER})(?!\\w*(?:status|state|decision)$)|` +
      `^(?:another|further|additional)(?:approver|reviewer|signator|signer|signature)s?(?:id|name|required|needed)?$|` +
      `^(?:${APPROVER})\\w*(?:${LEFT})$|^(?:${NEXT_ELSEWHERE})(?:${APPROVER_ELSEWHERE})`,
  ),
  denies: isSet,
};

/** Row for a step that is not the last: `{ index: 1, count: 2 }`. */
const earlyStep: Denial = {
  key: /^(?:current|approval|workflow)*(?:step|stage|level|round|tier)$/,
  denies: (value) => {
    const numberUnder = (keys: readonly string[]): number =>
      Number(keys.map((key) => fieldNamed(value, key)).find((each) => each !== undefined));
    const place = numberUnder(['index', 'number', 'position', 'current']);
    return place < numberUnder(['count', 'total', 'of', 'size', 'max']);
  },
};

const DRY_RUN = 'dryrun|simulat(?:e|ed|ion)|validat(?:e|ion)only|whatif|noop';
const TEST = 'test|sandbox|preview|mock';
const TRIAL_MODE = new RegExp(`^(?:${DRY_RUN}|${TEST})`);
/**
 * Rows for a trial run. A field that the bill had before its approval does not count: then the whole service is a test
 * system.
 */
const trials: readonly Denial[] = [
  { key: new RegExp(`^(?:is|was)?(?:${DRY_RUN})$`), denies: isSet, mayBeOld: true },
  {
    key: new RegExp(`^(?:is|was)?(?:${TEST})(?:mode|run|only|ed)?$`),
    denies: isYesFlag,
    mayBeOld: true,
  },
  { key: /^(?:is)?(?:live|production)(?:mode)?$/, denies: isNoFlag, mayBeOld: true },
  {
    key: /^(?:run|execution|request|processing|operation|approval)?mode$/,
    denies: (value) => typeof value === 'string' && TRIAL_MODE.test(plainKey(value)),
    mayBeOld: true,
  },
  { key: /^would(?!like)/, denies: (value) => value !== null, mayBeOld: true },
];

/** Rows for objects about the approval, its steps and its votes. */
const insideApproval: readonly Denial[] = [
  {
    ...undone,
    // A deadline for withdrawing the approval is no withdrawal.
    key: new RegExp(`^(?!.*(?:until|deadline|window|before)$)(?:${undone.key.source})`),
  },
  {
    key: /^(?:is|was)?(?:undone|overruled|overridden|lapsed|invalidated|widerrufen|zur(?:ü|ue)ckgezogen|r[ée]voqu|anulad|ingetrokken|herroepen)/,
    denies: isSet,
    mayBeOld: true,
  },
  nextStep,
  { key: /^next(?:level|round|tier|user|person|inline|inchain)?$/, denies: isSet },
  {
    key: new RegExp(
      `^(?:(?:${LEFT}|await(?:ing|s)?|wait(?:s|ing)?(?:for|on)?)(?:count|by|from|steps?|levels?|stages?|persons?|users?|votes?|decisions?)?|(?:steps?|levels?|stages?|votes?)(?:${LEFT}))$`,
    ),
    denies: isSet,
  },
  {
    key: /^(?:is|was)?(?:applied|executed|effective|inforce|counted|binding|sufficient|enough|met|reached|satisfied|fulfilled)$/,
    denies: isNoFlag,
  },
  { ...openSteps, key: new RegExp(`${openSteps.key.source}|^(?:tasks|route)$`) },
  { key: /^(?:is)?final(?:approval|step)?$|^countersigned$/, denies: isNoFlag },
  { key: /^(?:is)?partial$/, denies: isYesFlag },
  {
    key: /^(?:type|kind|scope)$/,
    denies: (value) =>
      /^(?:partial|provisional|conditional|preliminary|interim|tentative)/i.test(String(value)),
  },
  { key: /^(?:percent(?:age)?|progress|completion|ratio)$/, denies: isPart },
  {
    key: /^todo$|^notyet|^(?:needs|requires)\w*(?:sign|approv|review|vote|second|another)/,
    denies: isSet,
  },
  // The status of a person, such as `away`, is no decision, so only a clearly bad one counts.
  {
    key: /^.+(?:approver|reviewer|signer)$/,
    denies: (value) => ['status', 'state'].some((key) => isBadStatus(fieldsIn(value)[key])),
  },
];

/**
 * Whether a share is less than the whole: `0.5`, `50`, `50%`. 1 does not count: it may be the whole, or one percent.
 */
function isPart(share: unknown): boolean {
  const number = Number(String(share).replace(/\s?%$/, ''));
  return isSet(share) && number < 100 && number !== 1;
}

/** Decisions of a step in a list. */
const DECIDED = /^(?:decision|verdict|vote|response|(?:decided|acted|signed)(?:at|on|by))$/;

const GIVEN = `(?:approv(?:ed|al)|authori[sz](?:ed|ation)|signedoff|decided|decision|freigabe|genehmigung(?:s)?|${APPROVED_ELSEWHERE})`;
const WHEN =
  '(?:at|on|date|time|timestamp|from|since|asof|am|ab|le|el|il|em|op|den|dato|datum|fecha)';
/** Keys of the time of the approval. */
const APPROVAL_TIME = new RegExp(
  `^(?:bill|invoice)?${GIVEN}(?:completed|granted|given|finished|effective|valid|active|starts?|scheduled)?${WHEN}$|^(?:date|time)(?:of)?(?:approved|approval)$|^(?:willbe|tobe)?approves?${WHEN}$`,
);
/** Keys of the time when something takes effect. The bill may have had it before its approval. */
const EFFECTIVE_TIME = new RegExp(
  `^(?:(?:takes|becomes)?effect(?:ive)?|inforce|wirksam|g(?:ü|ue)ltig)${WHEN}$`,
);
const INSIDE_TIME = new RegExp(
  `^${WHEN}$|^(?:scheduled|valid|active|applicable|applies|starts?|activat(?:ed|es|ion)|given|granted|created|completed|recorded)${WHEN}$`,
);
const END_TIME =
  /^(?:approval)?(?:valid(?:until|to|through|till)|expir(?:es|ed|y|ation)(?:at|on|date|time)?)$/;

/** Largest difference of two time zones or clocks, milliseconds. */
const TOLERANCE_MS = 86_400_000;

/** @param nowMs the service's clock; NaN when unknown, so that no time is wrong */
function timeRows(nowMs: number): readonly Denial[] {
  const isLater = (value: unknown): boolean => msOf(value) > nowMs + TOLERANCE_MS;
  return [
    { key: APPROVAL_TIME, denies: isLater },
    { key: EFFECTIVE_TIME, denies: isLater, mayBeOld: true },
  ];
}

function timeRowsInside(nowMs: number): readonly Denial[] {
  return [
    { key: INSIDE_TIME, denies: (value) => msOf(value) > nowMs + TOLERANCE_MS },
    {
      key: END_TIME,
      denies: (value) => value === true || (!isNever(value) && msOf(value) < nowMs - TOLERANCE_MS),
      mayBeOld: true,
    },
  ];
}

/** Epoch milliseconds of a time in any form; NaN for another value. */
function msOf(sent: unknown): number {
  const text = /^\/Date\((\d{13})/.exec(String(sent))?.[1] ?? sent;
  const [moment, day] = [momentOf(text), dayOf(text)];
  return (
    [moment, day]
      .map((each) => (/^\d{4}-/.test(String(each)) ? Date.parse(String(each)) : NaN))
      .find((ms) => !Number.isNaN(ms)) ?? NaN
  );
}

/** Keys of objects about the approval. The name of a call is not one: its object may be the whole bill. */
const ABOUT = new RegExp(
  `^(?!(?:${CALL_NAME})$|.*(?:bill|invoice|voucher|document)s?$)(?:.*(?:approv|decision|verdict|vote|quorum|(?<!p)review|authori[sz]|sign(?:off|atur)|workflow|genehmig|freigab|freigeb|validation|aprobaci|aprova[cç]|goedkeur)|(?:current)?(?:steps?|stages?|levels?|rounds?|tiers?|progress|release)$)`,
);
/** Keys of objects with times and counts of their own. */
const WITH_OWN_COUNTS =
  /^(?:bill|invoice)?(?:line(?:item)?s?|positions?|products?|discounts?|tax(?:es)?|expenses?|periods?|subscriptions?|contracts?)$|(?:limits?|budgets?|sla|reminders?|rates?|confidence|scores?)$/;
const FIELD_OF_BILL = /^(?:totalcents|amountduecents|billnumber|invoicenumber|duedate|vendor)$/;

interface Known {
  readonly shown: Fields;
  readonly nowMs: number;
}

/**
 * Whether any object of an answer says that the approval is not in force.
 * @param shown the bill's own fields when the user approved it
 * @param nowMs the service's clock; NaN when unknown
 */
export function isNotInForce(body: unknown, shown: Fields, nowMs: number): boolean {
  return !isTooDeep(body) && deniesWithin(body, shown, false, { shown, nowMs }, MAX_LEVELS);
}

/** @param isInside whether the value is about the approval */
function deniesWithin(
  value: unknown,
  before: unknown,
  isInside: boolean,
  known: Known,
  levels: number,
): boolean {
  if (levels === 0) return false;
  if (Array.isArray(value))
    return value.some(
      (each, index) =>
        !isSkipped(each) &&
        ((isInside && value.length > 1 && isUndecided(each)) ||
          deniesWithin(each, beforeAt(before, index), isInside, known, levels - 1)),
    );
  const fields = fieldsIn(value);
  if (isOtherThing(fields)) return false;
  const earlier = fieldsIn(before);
  const isOfApproval =
    isInside && Object.keys(fields).filter((key) => FIELD_OF_BILL.test(plainKey(key))).length < 2;
  if (saysNotInForce(fields, earlier, isOfApproval, known)) return true;
  return Object.entries(fields).some(([sent, each]) => {
    const key = plainKey(sent);
    if (!isNested(each) || isUnrelated(key, each) || WITH_OWN_COUNTS.test(key)) return false;
    const old = fieldNamed(earlier, key) ?? (AROUND.test(key) ? before : undefined);
    return deniesWithin(each, old, isOfApproval || ABOUT.test(key), known, levels - 1);
  });
}
const AROUND = new RegExp(
  `^(?:data|bill|result|response|payload|body|content|value|item|record|d|${CALL_NAME})s?$`,
);

function saysNotInForce(
  fields: Fields,
  earlier: Fields,
  isInside: boolean,
  { shown, nowMs }: Known,
): boolean {
  if (deniesAt(fields, trials, { ...shown, ...earlier })) return true;
  if (deniesAt(fields, [furtherApprovals, earlyStep, ...timeRows(nowMs)], earlier)) return true;
  if (!isInside) return false;
  return (
    deniesAt(fields, [...timeRowsInside(nowMs), ...insideApproval], earlier) ||
    lacksApprovals(fields, /./) ||
    Object.values(fields).some((each) => typeof each === 'string' && isPartOfCount(each))
  );
}

function isUndecided(step: unknown): boolean {
  return plainEntries(step).some(([key, value]) => DECIDED.test(key) && value === null);
}
