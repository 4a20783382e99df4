import { formatNumber } from '../../packages/report/page/words.ts';
import type { Choices, OpenedFile, StrategyChoice } from './protocol.ts';
import { SettingField } from './setting-field.tsx';

interface ChoiceFieldsProps {
  readonly file: OpenedFile;
  readonly strategies: readonly StrategyChoice[];
  readonly strategy: StrategyChoice;
  readonly choices: Choices;
  /** Tokens of the session; 0 until they are known. */
  readonly tokens: number;
  /** Name of the strategy to compare with; empty if there is none. */
  readonly second: string;
  readonly onChange: (changed: Partial<Choices>) => void;
  readonly onSecond: (strategy: string) => void;
}

/** Conversation, strategy, target and settings. */
export function ChoiceFields({
  file: { conversations },
  strategies,
  strategy,
  choices: { unit, target, settings, conversation },
  tokens,
  second,
  onChange,
  onSecond,
}: ChoiceFieldsProps) {
  const isPercent = unit === 'percent';
  const set = (key: string, text: string): void => {
    const { [key]: _, ...others } = settings;
    onChange({ settings: text === '' ? others : { ...others, [key]: text } });
  };
  return (
    <form class="choices" onSubmit={(event) => event.preventDefault()}>
      {conversations.length > 1 && (
        <label>
          Conversation{' '}
          <select
            value={conversation}
            onChange={(event) => onChange({ conversation: Number(event.currentTarget.value) })}
          >
            {conversations.map(({ id }, at) => (
              <option key={at} value={at}>
                {id}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        Strategy{' '}
        <select
          value={strategy.name}
          // Each strategy has settings of its own.
          onChange={(event) => onChange({ strategy: event.currentTarget.value, settings: {} })}
        >
          {strategies.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        Compare with{' '}
        <select value={second} onChange={(event) => onSecond(event.currentTarget.value)}>
          <option value="">nothing</option>
          {strategies.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label class="target">
        Target
        <input
          type="range"
          min={1}
          max={isPercent ? 99 : Math.max(tokens, target)}
          value={target}
          onInput={(event) => onChange({ target: Number(event.currentTarget.value) })}
        />
        <output>{isPercent ? `${target} %` : formatNumber(target)}</output>
      </label>
      <label>
        in{' '}
        <select
          value={unit}
          onChange={(event) =>
            onChange(
              event.currentTarget.value === 'tokens'
                ? { unit: 'tokens', target: Math.max(1, Math.round((tokens * target) / 100)) }
                : { unit: 'percent', target: toPercent(target, tokens) },
            )
          }
        >
          <option value="percent">percent of the tokens</option>
          <option value="tokens">tokens</option>
        </select>
      </label>
      <p class="facts">{strategy.description}</p>
      <details>
        <summary>Settings</summary>
        {strategy.settings.map((spec) => (
          <SettingField
            key={spec.key}
            spec={spec}
            text={settings[spec.key] ?? ''}
            onChange={(text) => set(spec.key, text)}
          />
        ))}
      </details>
    </form>
  );
}

function toPercent(target: number, tokens: number): number {
  return Math.min(99, Math.max(1, Math.round((target / Math.max(1, tokens)) * 100)));
}
