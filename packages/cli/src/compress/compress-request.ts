import {
  parseCompressionStrategyName,
  parseSettingText,
  type StrategyRegistry,
} from '@palimpsest/factory';
import { DEFAULT_STRATEGY, type CompressOptions } from 'palimpsest';
import type { Arguments } from '../arguments/command.ts';
import { checkOneTarget, readPositive, readShare } from '../arguments/option-values.ts';
import { UsageError } from '../errors.ts';
import type { MainIo } from '../main-io.ts';
import { PROVIDERS, readModel, type ChosenModel } from '../model/read-model.ts';
import { readReportKind, type ReportKind } from '../rewrite/reporter.ts';
import { findUnusedSettings } from '../settings/find-unused-settings.ts';
import type { Warning } from '../terminal/notices.ts';
import { quote } from '../terminal/printable.ts';
import { createKeptTexts, type KeptTexts } from './kept-texts.ts';

/** The checked arguments of `compress`. */
export interface CompressRequest {
  readonly options: CompressOptions;
  readonly kept: KeptTexts;
  readonly strategy: string;
  /** Set if the strategy needs a model. */
  readonly model: ChosenModel | undefined;
  /** Strategy without a model, used when the model fails. */
  readonly fallback: string | undefined;
  readonly report: ReportKind;
  /** Settings without effect. */
  readonly warnings: readonly Warning[];
}

/**
 * Checks all arguments before anything is read.
 *
 * @throws {UsageError}, {SettingError} or {UnknownStrategyError}
 */
export function readCompressRequest(
  given: Arguments,
  registry: StrategyRegistry,
  env: MainIo['env'],
): CompressRequest {
  const targetTokens = readPositive(given, 'target-tokens');
  const targetRatio = readShare(given, 'target-ratio');
  const contextLimit = readPositive(given, 'context-limit');
  checkOneTarget(given);
  const kept = createKeptTexts(given.all('keep'));
  const named = given.get('strategy');
  if (named !== undefined) parseCompressionStrategyName(named, registry.names());
  const settings = Object.fromEntries(given.all('set').map((text) => readSetting(text, registry)));
  const set = settings['compression.strategy'];
  const strategy = named ?? (typeof set === 'string' ? set : DEFAULT_STRATEGY);
  const model = readModel(given, env);
  if (Object.hasOwn(settings, 'compression.fallback')) {
    // Hosts fall back unless told not to, this command only when told to: one name would mislead.
    throw new UsageError(
      'compression.fallback is a setting of hosts. Use --fallback NAME instead, such as --fallback extractive.',
    );
  }
  const fallback = readFallback(given, registry);
  checkModel(strategy, given, registry);
  const needsModel = strategyNeedsModel(strategy, registry);
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
    report: readReportKind(given),
    warnings: findUnusedSettings({ given, settings, strategy, fallback, needsModel }, registry),
  };
}

function readSetting(text: string, registry: StrategyRegistry): readonly [string, unknown] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new UsageError(`--set: expected KEY=VALUE, got ${quote(text)}.`);
  const key = text.slice(0, equals).trim();
  const value = parseSettingText(key, text.slice(equals + 1), registry.settingSpecs());
  if (key === 'compression.strategy') parseCompressionStrategyName(String(value), registry.names());
  return [key, value];
}

function strategyNeedsModel(strategy: string, registry: StrategyRegistry): boolean {
  return registry.plugins().some(({ name, requiresLLM }) => name === strategy && requiresLLM);
}

/** Requires options for a model if the strategy needs one, and rejects them otherwise. */
function checkModel(strategy: string, given: Arguments, registry: StrategyRegistry): void {
  if (strategyNeedsModel(strategy, registry)) {
    if (given.has('provider')) return;
    throw new UsageError(
      `"${strategy}" needs a model. Add --provider NAME (${PROVIDERS.join(', ')}) and --model NAME, or choose a strategy that needs none, such as ${DEFAULT_STRATEGY}.`,
    );
  }
  const unused = ['provider', 'fallback'].find((option) => given.has(option));
  if (unused === undefined) return;
  const others = registry.names().filter((name) => strategyNeedsModel(name, registry));
  throw new UsageError(
    `--${unused} is for strategies that need a model, and "${strategy}" needs none. Remove it, or choose --strategy ${others.join(' or ')}.`,
  );
}

function readFallback(given: Arguments, registry: StrategyRegistry): string | undefined {
  const fallback = given.get('fallback');
  if (fallback === undefined) return undefined;
  parseCompressionStrategyName(fallback, registry.names());
  if (!strategyNeedsModel(fallback, registry)) return fallback;
  throw new UsageError(
    `--fallback: expected a strategy that needs no model, such as extractive, got "${fallback}".`,
  );
}
