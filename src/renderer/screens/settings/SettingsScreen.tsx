import { formatScope } from '../../kit/ui/sentences.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { type Settings, type SettingsChange, switchableFlags } from '../../../bridge/settings.ts';
import type { ChangeOfSettings } from '../../core/connection/commands.ts';
import { messages } from '../../kit/text/messages.ts';
import { sayAll } from '../../kit/text/say.ts';
import { Badge } from '../../kit/ui/Badge.tsx';
import { Choice } from '../../kit/ui/Choice.tsx';
import { Toggle } from '../../kit/ui/Toggle.tsx';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { BillPageField } from './BillPageField.tsx';
import { Limits } from './Limits.tsx';
import { Section, Setting } from './Section.tsx';
import { Updates } from './Updates.tsx';
import './settings.css';
import { useLayoutEffect, useRef, useState } from 'react';
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';
import type { Connection } from '../../../bridge/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { SignOutDialog } from './SignOutDialog.tsx';
import type { Policy } from '../../../bridge/policy.ts';

/** The settings. Each change is saved at once. */
export function SettingsScreen() {
  const { workspace } = useData();
  const { announce } = useShell();
  const settings = useObservable(workspace.settings);
  const change = (part: ChangeOfSettings): void => {
    workspace.commands.changeSettings(part).catch(() => announce(messages.settings.saveFailed));
  };
  const part = { settings, change };
  const { approving, reading, desktop, keyboard } = messages.settings;
  return (
    <div className="page">
      <div className="settings">
        <h1 className="page__title">{messages.settings.title}</h1>
        {settings.allowWeakTokenStorage && <WeakStorage {...part} />}
        <Section title={approving.title} part="approving">
          <NumberChoice {...part} name="undoWindowMs" text={approving.undo} />
          <Switch {...part} name="sendAgainByItself" text={approving.sendAgain} />
          <NumberChoice {...part} name="recheckSkipMinutes" text={approving.skipCheck} />
        </Section>
        <Limits limits={settings.limits} limitsUnread={settings.limitsUnread} onChange={change} />
        <FlagSwitches flagsOff={settings.flagsOff} onChange={change} />
        <Section title={reading.title} part="reading">
          <ShareSlider
            share={settings.backgroundShare}
            onChange={(backgroundShare) => change({ backgroundShare })}
          />
        </Section>
        <Notifications {...part} />
        <Section title={desktop.title} part="desktop">
          <Switch {...part} name="keepSending" text={desktop.keepSending} />
          <Switch {...part} name="openAtLogin" text={desktop.openAtLogin} />
        </Section>
        <Locking {...part} />
        <Appearance {...part} />
        <Section title={keyboard.title} part="keyboard">
          <NamedChoice {...part} name="singleKeys" text={keyboard.singleKeys} />
        </Section>
        <Account />
        {!settings.allowWeakTokenStorage && <WeakStorage {...part} />}
        <Updates
          isOn={settings.checkForUpdates}
          onChange={(checkForUpdates) => change({ checkForUpdates })}
        />
        <Managed />
        <About />
      </div>
    </div>
  );
}

interface PartProps {
  readonly settings: Settings;
  readonly change: (part: SettingsChange) => void;
}

interface FlagSwitchesProps extends Pick<Settings, 'flagsOff'> {
  readonly onChange: (next: (now: Settings) => Pick<Settings, 'flagsOff'>) => void;
}

/** A switch for each flag that the user can turn off. */
function FlagSwitches({ flagsOff, onChange }: FlagSwitchesProps) {
  const { flags: text } = messages.settings;
  return (
    <Section title={text.title} part="flags">
      <p className="setting__hint">{text.hint}</p>
      {switchableFlags.map((flag) => (
        <Toggle
          key={flag}
          label={messages.flags.badges[flag]}
          isOn={!flagsOff.includes(flag)}
          onChange={(isOn) =>
            onChange((now) => {
              const others = now.flagsOff.filter((each) => each !== flag);
              return { flagsOff: isOn ? others : [...others, flag] };
            })
          }
        />
      ))}
    </Section>
  );
}

const notificationKinds = [
  'notifySent',
  'notifyAttention',
  'notifyDueTomorrow',
  'notifyDigest',
] as const;

function Notifications(props: PartProps) {
  const text = messages.settings.notifications;
  return (
    <Section title={text.title} part="notifications">
      {notificationKinds.map((kind) => (
        <Switch key={kind} {...props} name={kind} text={text[kind]} />
      ))}
      <p className="setting__hint">{text.privacy}</p>
    </Section>
  );
}

function Locking(props: PartProps) {
  const { policy } = useData();
  const text = messages.settings.locking;
  if (policy.lockAfterMinutes !== null) return null;
  return (
    <Section title={text.title} part="locking">
      <NumberChoice {...props} name="lockAfterMinutes" text={text.after} />
    </Section>
  );
}

/** Whether the language control had the focus, to restore it after a new language has redrawn everything. */
let wasLanguageFocused = false;

/** Theme, language and row density. */
function Appearance(props: PartProps) {
  const text = messages.settings.appearance;
  const language = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const button = language.current?.querySelector('button');
    if (wasLanguageFocused) button?.focus();
    return () => {
      wasLanguageFocused = document.activeElement === button;
    };
  }, []);
  return (
    <Section title={text.title} part="appearance">
      <NamedChoice {...props} name="theme" text={text.theme} />
      <div ref={language}>
        <NamedChoice {...props} name="language" text={text.language} />
      </div>
      <NamedChoice {...props} name="density" text={text.density} />
    </Section>
  );
}

type NameOf<Value> = {
  [Name in keyof Settings]: Settings[Name] extends Value ? Name : never;
}[keyof Settings];

interface SwitchProps extends PartProps {
  readonly name: NameOf<boolean>;
  readonly text: { readonly label: string; readonly hint: string };
}

function Switch({ settings, change, name, text: { label, hint } }: SwitchProps) {
  return (
    <Setting hint={hint}>
      <Toggle label={label} isOn={settings[name]} onChange={(isOn) => change({ [name]: isOn })} />
    </Setting>
  );
}

interface NamedChoiceProps<
  Name extends 'theme' | 'language' | 'density' | 'singleKeys',
> extends PartProps {
  readonly name: Name;
  readonly text: {
    readonly label: string;
    readonly hint?: string;
    /** All values, in display order. */
    readonly choices: Readonly<Record<Settings[Name], string>>;
  };
}

function NamedChoice<Name extends 'theme' | 'language' | 'density' | 'singleKeys'>(
  props: NamedChoiceProps<Name>,
) {
  const { settings, change, name, text } = props;
  const ids = Object.keys(text.choices) as Settings[Name][];
  return (
    <Setting hint={text.hint}>
      <Choice
        label={text.label}
        showLabel
        value={settings[name]}
        options={ids.map((id) => ({ id, label: text.choices[id] }))}
        onChange={(id) => change({ [name]: id })}
      />
    </Setting>
  );
}

interface NumberChoiceProps extends PartProps {
  readonly name: 'undoWindowMs' | 'recheckSkipMinutes' | 'lockAfterMinutes';
  readonly text: NumberText & { readonly label: string; readonly hint: string };
}

function NumberChoice({ settings, change, name, text }: NumberChoiceProps) {
  return (
    <Setting hint={text.hint}>
      <Choice
        label={text.label}
        showLabel
        value={String(settings[name])}
        options={numberOptions(text, settings[name])}
        onChange={(id) => change({ [name]: Number(id) })}
      />
    </Setting>
  );
}

interface NumberText {
  readonly choices: Readonly<Record<number, string>>;
  readonly other: (value: number) => string;
}

/**
 * Choices of a number. They include a value from a hand-edited settings file, so that opening the screen doesn't change
 * it.
 */
export function numberOptions({ choices, other }: NumberText, chosen: number) {
  const all = new Set([...Object.keys(choices).map(Number), chosen]);
  return [...all]
    .toSorted((left, right) => left - right)
    .map((value) => ({ id: String(value), label: choices[value] ?? other(value) }));
}

/** The setting for weak storage, first and prominent while it is on. Offered only without a keyring. */
function WeakStorage({ settings: { allowWeakTokenStorage: isOn }, change }: PartProps) {
  const { workspace, policy } = useData();
  const session = useObservable(workspace.session);
  const text = messages.settings.account;
  if (!policy.weakTokenStorage) return null;
  const matters = isOn || (session.kind === 'signedIn' && session.storage !== 'sealed');
  if (!matters) return null;
  return (
    <div className={isOn ? 'weak weak--on' : 'weak'}>
      {isOn && (
        <Badge tone="danger" icon="warning">
          {text.weakOn}
        </Badge>
      )}
      <Toggle
        label={text.allowWeak}
        isOn={isOn}
        onChange={(allowWeakTokenStorage) => change({ allowWeakTokenStorage })}
      />
      <p className="setting__hint">{text.allowWeakWarning}</p>
    </div>
  );
}

function About() {
  const { version, program } = useShell();
  return (
    <div className="settings__about">
      <span className="faint">
        {messages.app.name} {version}
      </span>
      <Button size="small" variant="quiet" onPress={() => program.set('about')}>
        {messages.settings.about.title}
      </Button>
      <Button size="small" variant="quiet" onPress={() => program.set('whatsNew')}>
        {messages.updates.whatsNew}
      </Button>
    </div>
  );
}

interface ShareSliderProps {
  /** Share of the quota, 0.05 to 0.9. */
  readonly share: number;
  readonly onChange: (share: number) => void;
}

/** Share of the quota that automatic reading may use. Saved when the thumb is released. */
function ShareSlider({ share, onChange }: ShareSliderProps) {
  const [moving, setMoving] = useState<number | null>(null);
  const shown = moving ?? share;
  const text = messages.settings.reading;
  return (
    <Setting hint={text.shareHint}>
      <Slider
        className="slider"
        minValue={0.05}
        maxValue={0.9}
        step={0.05}
        value={shown}
        formatOptions={{ style: 'percent' }}
        onChange={(value) => setMoving(value)}
        onChangeEnd={(value) => {
          setMoving(null);
          onChange(value);
        }}
      >
        <Label>{text.share}</Label>
        <SliderOutput className="slider__value" />
        <SliderTrack className="slider__track">
          <SliderThumb className="slider__thumb" />
        </SliderTrack>
      </Slider>
    </Setting>
  );
}

/** The session: user, service, scopes and token storage. */
function Account() {
  const { workspace } = useData();
  const session = useObservable(workspace.session);
  const [leaving, setLeaving] = useState(false);
  const text = messages.settings.account;
  if (session.kind !== 'signedIn' && session.kind !== 'signedOut') return null;
  return (
    <Section title={text.title} part="account">
      <dl className="facts">
        <ConnectionFacts connection={session.connection} />
        {session.kind === 'signedIn' && (
          <>
            <dt>{text.scopes}</dt>
            <dd>{sayAll(', ', session.scopes.map(formatScope))}</dd>
            <dt>{text.kept}</dt>
            <dd>{text.storage[session.storage]}</dd>
          </>
        )}
      </dl>
      <BillPageField key={session.connection.id} connectionId={session.connection.id} />
      {session.kind === 'signedOut' && <p className="setting__hint">{text.overHint}</p>}
      <div>
        <Button variant="danger" onPress={() => setLeaving(true)}>
          {text.signOut}
        </Button>
      </div>
      {leaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </Section>
  );
}

function ConnectionFacts({ connection }: { readonly connection: Connection }) {
  const text = messages.settings.account;
  if (connection.kind === 'sample') {
    return (
      <>
        <dt>{text.connection}</dt>
        <dd>{text.sample}</dd>
      </>
    );
  }
  return (
    <>
      <dt>{text.serviceUrl}</dt>
      <dd>{connection.serviceUrl}</dd>
      <dt>{text.authUrl}</dt>
      <dd>{connection.authUrl}</dd>
      <dt>{text.clientId}</dt>
      <dd>{connection.clientId}</dd>
    </>
  );
}

/** Settings decided by the organization's policy, shown where the user would look for them. */
function Managed() {
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
