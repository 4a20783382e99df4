import type { SettingSpec } from '@palimpsest/core-types';
import { createPalimpsest, DEFAULT_STRATEGY } from 'palimpsest';
import type { DefineCommand } from './arguments/options.ts';
import { writeTexts } from './output/write-texts.ts';
import { findSettingReader } from './setting-readers.ts';
import { wrap } from './terminal/columns.ts';
import { detectStyle, type TerminalStyle } from './terminal/style.ts';

export const defineStrategies: DefineCommand = (command, { stdout, env }) => {
  command.option('--json', 'print JSON').action(async ({ json }) => {
    const listing = listStrategies();
    const text = json
      ? JSON.stringify(listing, undefined, 2)
      : drawStrategies(listing, detectStyle(stdout, env)).join('\n');
    await writeTexts(stdout, [`${text}\n`]);
  });
};

type Listing = ReturnType<typeof listStrategies>;

function listStrategies() {
  const { registry } = createPalimpsest();
  const strategies = registry
    .plugins()
    .map(({ name, requiresLLM, description, settings = [] }) => ({
      name,
      isDefault: name === DEFAULT_STRATEGY,
      requiresLLM,
      description,
      settings: settings.filter(({ key }) => Array.isArray(findSettingReader(key, registry))),
    }))
    .toSorted((left, right) => Number(right.isDefault) - Number(left.isDefault));
  const own = new Set(strategies.flatMap(({ settings }) => settings.map(({ key }) => key)));
  const specs = registry.settingSpecs();
  const isHost = ({ key }: SettingSpec): boolean => findSettingReader(key, registry) === 'host';
  return {
    strategies,
    /** Settings that `compress` reads, whatever the strategy. */
    settings: specs.filter((spec) => !isHost(spec) && !own.has(spec.key)),
    hostSettings: specs.filter(isHost),
  };
}

function drawStrategies(
  { strategies, settings, hostSettings }: Listing,
  style: TerminalStyle,
): string[] {
  const { colors, width } = style;
  const section = (
    title: string,
    facts: readonly string[],
    text: string,
    specs: readonly SettingSpec[],
  ): string[] => [
    `  ${colors.bold(title)}${colors.dim(facts.map((fact) => ` · ${fact}`).join(''))}`,
    ...(text === '' ? [] : wrap(text, width - 4).map((line) => `  ${line}`)),
    '',
    ...drawSettings(specs, style),
  ];
  return [
    '',
    ...strategies.flatMap(({ name, isDefault, requiresLLM, description, settings: own }) => {
      const model = requiresLLM ? 'needs a model' : 'needs no model';
      return section(name, isDefault ? [model, 'default'] : [model], description, own);
    }),
    ...section('Settings for all', ['--set key=value'], '', settings),
    ...section(
      'Settings of hosts',
      ['"compress" does not read them'],
      'An orchestrator reads them, between the calls of an agent.',
      hostSettings,
    ),
  ];
}

/** Draws key, default and accepted values of each setting, with its description below. */
function drawSettings(specs: readonly SettingSpec[], { colors, width }: TerminalStyle): string[] {
  const lines = specs.flatMap((spec) => [
    `    ${colors.cyan(spec.key)}  ${String(spec.default ?? 'unset')}`,
    ...[describeAccepted(spec), ...wrap(spec.description, width - 8)].map(
      (line) => `      ${colors.dim(line)}`,
    ),
  ]);
  return specs.length === 0 ? [] : [...lines, ''];
}

/** Describes the accepted values as briefly as possible: `0 < n <= 1`. */
function describeAccepted(spec: SettingSpec): string {
  if (spec.type === 'boolean') return 'true | false';
  if (spec.type === 'enum') return (spec.values ?? []).join(' | ');
  if (spec.type === 'string') return 'text';
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = spec;
  return [
    ...(minimum === undefined ? [] : [minimum, exclusiveMinimum === true ? '<' : '<=']),
    spec.type === 'integer' ? 'whole n' : 'n',
    ...(maximum === undefined ? [] : [exclusiveMaximum === true ? '<' : '<=', maximum]),
  ].join(' ');
}
