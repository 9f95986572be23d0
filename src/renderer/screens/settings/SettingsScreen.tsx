import { formatScope } from '../../kit/ui/sentences.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import {
  languageSchema,
  type Settings,
  type SettingsChange,
  switchableFlagSchema,
} from '../../../bridge/settings.ts';
import type { ChangeOfSettings } from '../../core/connection/commands.ts';
import { messages } from '../../kit/text/messages.ts';
import { sayAll } from '../../kit/text/say.ts';
import { Badge } from '../../kit/ui/Badge.tsx';
import { Choice } from '../../kit/ui/Choice.tsx';
import { Toggle } from '../../kit/ui/Toggle.tsx';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { BillPageField } from './BillPageField.tsx';
import { KeyboardSettings } from './KeyboardSettings.tsx';
import { Limits } from './Limits.tsx';
import { Managed } from './Managed.tsx';
import { Section } from './Section.tsx';
import { Updates } from './Updates.tsx';
import './settings.css';
import { useState } from 'react';
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';
import type { Connection } from '../../../bridge/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { SignOutDialog } from './SignOutDialog.tsx';

/** The settings. Each change is saved at once. */
export function SettingsScreen() {
  const { workspace } = useData();
  const { announce } = useShell();
  const settings = useObservable(workspace.settings);
  const change = (part: ChangeOfSettings): void => {
    workspace.commands.changeSettings(part).catch(() => announce(messages.settings.saveFailed));
  };
  const weakStorage = (
    <WeakStorage
      isOn={settings.allowWeakTokenStorage}
      onChange={(allowWeakTokenStorage) => change({ allowWeakTokenStorage })}
    />
  );
  return (
    <div className="page">
      <div className="settings">
        <h1 className="page__title">{messages.settings.title}</h1>
        {settings.allowWeakTokenStorage && weakStorage}
        <Approving settings={settings} change={change} />
        <Limits limits={settings.limits} limitsUnread={settings.limitsUnread} onChange={change} />
        <FlagSwitches flagsOff={settings.flagsOff} onChange={change} />
        <Section title={messages.settings.reading.title} part="reading">
          <ShareSlider
            share={settings.backgroundShare}
            onChange={(backgroundShare) => change({ backgroundShare })}
          />
        </Section>
        <Notifications settings={settings} change={change} />
        <Desktop settings={settings} change={change} />
        <Locking settings={settings} change={change} />
        <Appearance settings={settings} change={change} />
        <KeyboardSettings singleKeys={settings.singleKeys} onChange={change} />
        <Account />
        {!settings.allowWeakTokenStorage && weakStorage}
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

/** Settings for sending approvals. */
function Approving({ settings, change }: PartProps) {
  const text = messages.settings.approving;
  return (
    <Section title={text.title} part="approving">
      <div className="stack stack--close">
        <Choice
          label={text.undo}
          showLabel
          value={String(settings.undoWindowMs)}
          options={undoChoices(settings.undoWindowMs)}
          onChange={(id) => change({ undoWindowMs: Number(id) })}
        />
        <p className="setting__hint">{text.undoHint}</p>
      </div>
      <div className="stack stack--close">
        <Toggle
          label={text.sendAgain}
          isOn={settings.sendAgainByItself}
          onChange={(sendAgainByItself) => change({ sendAgainByItself })}
        />
        <p className="setting__hint">{text.sendAgainRisk}</p>
      </div>
      <div className="stack stack--close">
        <Choice
          label={text.skipCheck}
          showLabel
          value={String(settings.recheckSkipMinutes)}
          options={skipChoices(settings.recheckSkipMinutes)}
          onChange={(id) => change({ recheckSkipMinutes: Number(id) })}
        />
        <p className="setting__hint">{text.skipRisk}</p>
      </div>
    </Section>
  );
}

interface FlagSwitchesProps extends Pick<Settings, 'flagsOff'> {
  readonly onChange: (next: (now: Settings) => Pick<Settings, 'flagsOff'>) => void;
}

/** A switch for each flag that the user can do without. */
function FlagSwitches({ flagsOff, onChange }: FlagSwitchesProps) {
  const { flags: text } = messages.settings;
  return (
    <Section title={text.title} part="flags">
      <p className="setting__hint">{text.hint}</p>
      {switchableFlagSchema.options.map((flag) => (
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

/** Settings for system notifications. */
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

/** Settings for running without a window. */
function Desktop(props: PartProps) {
  const text = messages.settings.desktop;
  return (
    <Section title={text.title} part="desktop">
      <Switch {...props} name="keepSending" text={text.keepSending} />
      <Switch {...props} name="openAtLogin" text={text.openAtLogin} />
    </Section>
  );
}

interface SwitchProps extends PartProps {
  readonly name: (typeof notificationKinds)[number] | 'keepSending' | 'openAtLogin';
  readonly text: { readonly label: string; readonly hint: string };
}

function Switch({ settings, change, name, text }: SwitchProps) {
  return (
    <div className="stack stack--close">
      <Toggle
        label={text.label}
        isOn={settings[name]}
        onChange={(isOn) => change({ [name]: isOn })}
      />
      <p className="setting__hint">{text.hint}</p>
    </div>
  );
}

/** Setting for locking the window. */
function Locking({ settings, change }: PartProps) {
  const { policy } = useData();
  const text = messages.settings.locking;
  if (policy.lockAfterMinutes !== null) return null;
  return (
    <Section title={text.title} part="locking">
      <div className="stack stack--close">
        <Choice
          label={text.after}
          showLabel
          value={String(settings.lockAfterMinutes)}
          options={withChosen(text.choices, settings.lockAfterMinutes, text.other)}
          onChange={(id) => change({ lockAfterMinutes: Number(id) })}
        />
        <p className="setting__hint">{text.hint}</p>
      </div>
    </Section>
  );
}

/** Theme and row density. */
function Appearance({ settings, change }: PartProps) {
  const text = messages.settings.appearance;
  return (
    <Section title={text.title} part="appearance">
      <Choice
        label={text.theme}
        showLabel
        value={settings.theme}
        options={(['system', 'light', 'dark'] as const).map((id) => ({
          id,
          label: text.themes[id],
        }))}
        onChange={(theme) => change({ theme })}
      />
      <Choice
        label={text.language}
        showLabel
        value={settings.language}
        options={(['system', ...languageSchema.options] as const).map((id) => ({
          id,
          label: text.languages[id],
        }))}
        onChange={(language) => change({ language })}
      />
      <div className="stack stack--close">
        <Choice
          label={text.density}
          showLabel
          value={settings.density}
          options={(['comfortable', 'compact'] as const).map((id) => ({
            id,
            label: text.densities[id],
          }))}
          onChange={(density) => change({ density })}
        />
        <p className="setting__hint">{text.densityHint}</p>
      </div>
    </Section>
  );
}

interface WeakStorageProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A prominent first setting while it is on. Offered only without a keyring. */
function WeakStorage({ isOn, onChange }: WeakStorageProps) {
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
      <Toggle label={text.allowWeak} isOn={isOn} onChange={onChange} />
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
    <div className="stack stack--close">
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
      <p className="setting__hint">{text.shareHint}</p>
    </div>
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
            <dd>{sayAll(session.scopes.map(formatScope), ', ')}</dd>
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

/**
 * Choices for the undo period. A value from a hand-edited settings file is a choice too, so that opening the
 * screen doesn't change it.
 * @param chosenMs milliseconds
 */
export function undoChoices(chosenMs: number): readonly { id: string; label: string }[] {
  const { undoChoices: labels, undoOther } = messages.settings.approving;
  return withChosen(labels, chosenMs, (ms) => undoOther(ms / 1_000));
}

/**
 * Choices for how recently synced a bill must be to be sent without a check; 0: never. A hand-edited value is
 * a choice too.
 * @param chosenMinutes minutes
 */
export function skipChoices(chosenMinutes: number): readonly { id: string; label: string }[] {
  const { skipChoices: labels, skipOther } = messages.settings.approving;
  return withChosen(labels, chosenMinutes, skipOther);
}

function withChosen(
  labels: Readonly<Record<number, string>>,
  chosen: number,
  formatOther: (value: number) => string,
): readonly { id: string; label: string }[] {
  const all = new Set([...Object.keys(labels).map(Number), chosen]);
  return [...all]
    .toSorted((left, right) => left - right)
    .map((value) => ({ id: String(value), label: labels[value] ?? formatOther(value) }));
}
