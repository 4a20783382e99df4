import {
  parseCompressionStrategyName,
  parseSettingText,
  type StrategyRegistry,
} from '@palimpsest/factory';
import type { FormatName } from '@palimpsest/formats';
import { DEFAULT_STRATEGY, type CompressOptions } from 'palimpsest';
import type { Arguments } from '../arguments/option.ts';
import { readChoice, readFormat, readPositive, readShare } from '../arguments/values.ts';
import type { MainIo } from '../main-io.ts';
import { PROVIDERS, readModel, type ChosenModel } from '../model/read-model.ts';
import { Refusal } from '../refusal.ts';
import { REPORTS, type ReportKind } from '../rewrite/report-kind.ts';
import { idleSettings, type IdleSetting } from '../settings/idle-settings.ts';
import { printable } from '../terminal/printable.ts';
import { keptTexts, type KeptTexts } from './kept-texts.ts';

/** What `compress` was asked to do. */
export interface CompressRequest {
  readonly options: CompressOptions;
  /** Texts whose messages stay as they are. */
  readonly kept: KeptTexts;
  readonly strategy: string;
  /** Who writes summaries, where the strategy asks a model. */
  readonly model: ChosenModel | undefined;
  /** The strategy to go on with when the model fails. */
  readonly fallback: string | undefined;
  readonly format: FormatName | undefined;
  readonly out: string;
  readonly report: ReportKind;
  /** Settings that were given and change nothing. */
  readonly idle: readonly IdleSetting[];
  readonly isStrict: boolean;
  readonly skipsBad: boolean;
}

/**
 * Checks everything that was asked for, before anything is read.
 *
 * @throws {Refusal} {SettingError} {UnknownStrategyError}
 */
export function compressRequest(
  given: Arguments,
  registry: StrategyRegistry,
  env: MainIo['env'],
): CompressRequest {
  const targetTokens = readPositive(given, 'target-tokens');
  const targetRatio = readShare(given, 'target-ratio');
  const contextLimit = readPositive(given, 'context-limit');
  const kept = keptTexts(given.all('keep'));
  const named = given.get('strategy');
  if (targetTokens !== undefined && targetRatio !== undefined) {
    throw new Refusal(
      '--target-tokens and --target-ratio exclude each other; give one of the two.',
    );
  }
  if (named !== undefined) parseCompressionStrategyName(named, registry.names());
  const settings = Object.fromEntries(given.all('set').map((text) => readSetting(text, registry)));
  const set = settings['compression.strategy'];
  const strategy = named ?? (typeof set === 'string' ? set : DEFAULT_STRATEGY);
  const model = readModel(given, env);
  if (Object.hasOwn(settings, 'compression.fallback')) throw fallbackIsAnOption();
  const fallback = readFallback(given, registry);
  checkModel(strategy, given, registry);
  const run = { given, settings, strategy, fallback, asksModel: asksModel(strategy, registry) };
  return {
    options: {
      ...(targetTokens === undefined ? {} : { targetTokens }),
      ...(targetRatio === undefined ? {} : { targetRatio }),
      ...(contextLimit === undefined ? {} : { contextLimit }),
      ...(given.has('keep') ? { pinned: kept.pinned } : {}),
      settings,
    },
    kept,
    strategy,
    model,
    fallback,
    format: readFormat(given),
    out: given.get('out') ?? '-',
    report: readChoice(given, 'report', REPORTS) ?? 'text',
    idle: idleSettings(run, registry),
    isStrict: given.has('strict'),
    skipsBad: given.has('skip-bad'),
  };
}

function readSetting(text: string, registry: StrategyRegistry): readonly [string, unknown] {
  const equals = text.indexOf('=');
  if (equals < 1) {
    throw new Refusal(
      `--set needs a key and a value, as in --set key=value, but got "${printable(text, 80)}".`,
    );
  }
  const key = text.slice(0, equals).trim();
  const value = parseSettingText(key, text.slice(equals + 1), registry.settingSpecs());
  if (key === 'compression.strategy') parseCompressionStrategyName(String(value), registry.names());
  return [key, value];
}

function asksModel(strategy: string, registry: StrategyRegistry): boolean {
  return registry.plugins().some(({ name, requiresLLM }) => name === strategy && requiresLLM);
}

/** A strategy that asks a model needs one; options for a model nobody asks are a mistake. */
function checkModel(strategy: string, given: Arguments, registry: StrategyRegistry): void {
  if (asksModel(strategy, registry)) {
    if (given.has('provider')) return;
    throw new Refusal(
      `"${strategy}" asks a model: add --provider NAME (${PROVIDERS.join(', ')}) and --model NAME, or choose a strategy that asks none, such as ${DEFAULT_STRATEGY}.`,
    );
  }
  const idle = ['provider', 'fallback'].find((option) => given.has(option));
  if (idle === undefined) return;
  const others = registry.names().filter((name) => asksModel(name, registry));
  throw new Refusal(
    `--${idle} is for strategies that ask a model, and "${strategy}" asks none; choose --strategy ${others.join(' or ')}.`,
  );
}

/** A host goes on with another strategy unless it is told not to, this command only when it is told to: one name for both would mislead. */
function fallbackIsAnOption(): Refusal {
  return new Refusal(
    'compression.fallback is a setting of hosts; here --fallback NAME goes on with that strategy when the model fails, as in --fallback extractive.',
  );
}

function readFallback(given: Arguments, registry: StrategyRegistry): string | undefined {
  const fallback = given.get('fallback');
  if (fallback === undefined) return undefined;
  parseCompressionStrategyName(fallback, registry.names());
  if (!asksModel(fallback, registry)) return fallback;
  throw new Refusal(
    `--fallback is "${fallback}", but must be a strategy that asks no model, such as extractive.`,
  );
}
