import type { SettingSpec } from '@palimpsest/core-types';

interface SettingFieldProps {
  readonly spec: SettingSpec;
  /** Empty for the default. */
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** A setting with its meaning. An empty field has the default. */
export function SettingField({ spec, text, onChange }: SettingFieldProps) {
  const { key, type, description, default: usual, minimum, maximum, values = [] } = spec;
  const choices = type === 'boolean' ? ['true', 'false'] : values;
  const placeholder = usual === undefined ? 'unset' : `default: ${usual}`;
  return (
    <label class="setting">
      <code>{key}</code>
      {choices.length > 0 ? (
        <select value={text} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{placeholder}</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : type === 'string' ? (
        <input
          value={text}
          placeholder={placeholder}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <input
          type="number"
          value={text}
          placeholder={placeholder}
          min={minimum}
          max={maximum}
          step={type === 'integer' ? 1 : 0.05}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <span class="facts">{description}</span>
    </label>
  );
}
