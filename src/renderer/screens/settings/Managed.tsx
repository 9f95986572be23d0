import type { Policy } from '../../../bridge/policy.ts';
import { useData } from '../../kit/services/data.ts';
import { messages } from '../../kit/text/messages.ts';
import { Section } from './Section.tsx';

/** Settings decided by the organization's policy, shown where the user would look for them. */
export function Managed() {
  const { policy } = useData();
  const text = messages.settings.managed;
  const facts = managedFacts(policy);
  if (facts.length === 0) return null;
  return (
    <Section title={text.title}>
      <p className="setting__hint">{text.lead}</p>
      <dl className="facts">
        {facts.map(([name, value]) => [
          <dt key={name}>{text.facts[name]}</dt>,
          <dd key={`${name} is`}>{value}</dd>,
        ])}
      </dl>
    </Section>
  );
}

function managedFacts(policy: Policy): readonly (readonly [keyof Policy, string])[] {
  const text = messages.settings.managed;
  const { connection, lockAfterMinutes, journalRetentionDays, logRetentionDays, logFiles } = policy;
  const facts: Readonly<Record<keyof Policy, string | null>> = {
    connection: connection?.serviceUrl ?? null,
    ownService: policy.ownService ? null : text.off,
    sampleCompany: policy.sampleCompany ? null : text.off,
    weakTokenStorage: policy.weakTokenStorage ? null : text.weakOff,
    updates: policy.updates ? null : text.off,
    certificateFile: policy.certificateFile,
    lockAfterMinutes:
      lockAfterMinutes === null ? null : messages.settings.locking.after.other(lockAfterMinutes),
    journalRetentionDays: journalRetentionDays === null ? null : text.days(journalRetentionDays),
    logRetentionDays: logRetentionDays === null ? null : text.days(logRetentionDays),
    logFiles: logFiles === null ? null : text.files(logFiles),
  };
  return (Object.keys(facts) as (keyof Policy)[]).flatMap((name) => {
    const value = facts[name];
    return value === null ? [] : [[name, value] as const];
  });
}
