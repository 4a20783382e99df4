import type { SettingSpec } from '@palimpsest/core-types';
import { createPalimpsest, DEFAULT_STRATEGY } from 'palimpsest';
import type { Arguments } from '../arguments/option.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { MainIo } from '../main-io.ts';
import { writeTo } from '../output/stream-output.ts';
import { readerOf, splitByReader } from '../settings/readers.ts';
import { displayWidth, padEnd, wrap } from '../terminal/columns.ts';
import { lookOf, type Look } from '../terminal/look.ts';
import { accepted } from './accepted.ts';

/** Carries out `palimpsest strategies`. */
export async function runStrategies(given: Arguments, io: MainIo): Promise<ExitCode> {
  const listed = listStrategies();
  const text = given.has('json')
    ? JSON.stringify(listed, undefined, 2)
    : drawStrategies(listed, lookOf(io.stdout, io.env)).join('\n');
  await writeTo(io.stdout, `${text}\n`);
  return EXIT.done;
}

interface Listed {
  readonly strategies: readonly {
    readonly name: string;
    readonly isDefault: boolean;
    readonly requiresLLM: boolean;
    readonly description: string;
    readonly settings: readonly SettingSpec[];
  }[];
  /** Settings that no strategy has for itself, and `compress` reads. */
  readonly settings: readonly SettingSpec[];
  /** Settings that only a host reads. */
  readonly hostSettings: readonly SettingSpec[];
}

function listStrategies(): Listed {
  const { registry } = createPalimpsest();
  const strategies = registry
    .plugins()
    .map(({ name, requiresLLM, description, settings = [] }) => ({
      name,
      isDefault: name === DEFAULT_STRATEGY,
      requiresLLM,
      description,
      settings: settings.filter(({ key }) => Array.isArray(readerOf(key, registry))),
    }))
    .toSorted((left, right) => Number(right.isDefault) - Number(left.isDefault));
  const own = new Set(strategies.flatMap(({ settings }) => settings.map(({ key }) => key)));
  const { read, host } = splitByReader(registry.settingSpecs(), registry);
  return { strategies, settings: read.filter(({ key }) => !own.has(key)), hostSettings: host };
}

function drawStrategies({ strategies, settings, hostSettings }: Listed, look: Look): string[] {
  const { colors, marks, width } = look;
  const lines = [''];
  for (const { name, isDefault, requiresLLM, description, settings: own } of strategies) {
    const about = [
      requiresLLM ? 'needs a model' : 'needs no model',
      ...(isDefault ? ['default'] : []),
    ];
    const title = about.map((text) => ` ${marks.dot} ${text}`).join('');
    lines.push(`  ${colors.bold(name)}${colors.dim(title)}`);
    lines.push(...wrap(description, width - 4).map((line) => `  ${line}`), '');
    lines.push(...settingRows(own, look));
  }
  lines.push(
    `  ${colors.bold('Settings for all')}${colors.dim(` ${marks.dot} --set key=value`)}`,
    '',
  );
  lines.push(...settingRows(settings, look));
  lines.push(
    `  ${colors.bold('Settings of hosts')}${colors.dim(` ${marks.dot} "compress" does not read them`)}`,
    ...wrap('An orchestrator does, between the calls of an agent.', width - 4).map(
      (line) => `  ${line}`,
    ),
    '',
  );
  lines.push(...settingRows(hostSettings, look));
  return lines;
}

/** Key, default and what is accepted; what it means stands below. */
function settingRows(specs: readonly SettingSpec[], { colors, width }: Look): string[] {
  if (specs.length === 0) return [];
  const keyWidth = Math.max(...specs.map(({ key }) => key.length));
  const values = specs.map((spec) => String(spec.default ?? 'unset'));
  const valueWidth = Math.max(...values.map(displayWidth));
  const lines = specs.flatMap((spec, index) => {
    const key = `    ${padEnd(colors.cyan(spec.key), keyWidth)}`;
    const accepts = colors.dim(accepted(spec));
    const row = `${key}  ${padEnd(values[index]!, valueWidth)}  ${accepts}`;
    return [
      // Where it does not fit beside them, what is accepted stands below.
      ...(displayWidth(row) <= width ? [row] : [`${key}  ${values[index]!}`, `      ${accepts}`]),
      ...wrap(spec.description, width - 8).map((line) => `      ${colors.dim(line)}`),
    ];
  });
  return [...lines, ''];
}
