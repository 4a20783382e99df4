import type { IContent } from '@palimpsest/core-types';
import { parseCompressionStrategyName, parseSettingText } from '@palimpsest/factory/settings';
import type { StrategyRegistry } from '@palimpsest/factory';
import { DEFAULT_STRATEGY, type CompressOptions } from 'palimpsest';
import { checkOneTarget, rejectOptions } from '../arguments/options.ts';
import { UsageError } from '../errors.ts';
import type { MainIo } from '../main-io.ts';
import { PROVIDERS, readModel, type ChosenModel, type ModelOptions } from '../model/read-model.ts';
import { findUnusedSettings } from '../setting-readers.ts';
import { readSettingsFile } from '../settings-file.ts';
import type { Warning } from '../terminal/notices.ts';
import { quote } from '../terminal/printable.ts';
import { KeptTexts } from './kept-texts.ts';

export interface Request {
  readonly options: CompressOptions;
  readonly kept: KeptTexts;
  readonly strategy: string;
  readonly model?: ChosenModel | undefined;
  readonly fallback?: string | undefined;
  readonly warnings: readonly Warning[];
}

export const TOKENIZERS = ['estimate', 'o200k', 'cl100k'] as const;

interface RequestOptions extends ModelOptions {
  readonly targetTokens?: number | undefined;
  readonly targetRatio?: number | undefined;
  readonly contextLimit?: number | undefined;
  readonly keep?: readonly string[] | undefined;
  readonly strategy?: string | undefined;
  readonly set?: readonly string[] | undefined;
  readonly fallback?: string | undefined;
  readonly tokenizer?: (typeof TOKENIZERS)[number] | undefined;
  readonly settingsFile: boolean;
}

/**
 * Checks all options before the input is read.
 *
 * @throws {UsageError}, {SettingError} or {UnknownStrategyError}
 */
export async function readRequest(
  given: RequestOptions,
  registry: StrategyRegistry,
  io: Pick<MainIo, 'env' | 'cwd'>,
): Promise<Request> {
  const { targetTokens, targetRatio, contextLimit, keep = [], fallback } = given;
  checkOneTarget(given);
  const kept = new KeptTexts(keep);
  if (given.strategy !== undefined) parseCompressionStrategyName(given.strategy, registry.names());
  const set = Object.fromEntries((given.set ?? []).map((text) => readSetting(text, registry)));
  const inFile = given.settingsFile ? readSettingsFile(io, () => registry.settingSpecs()) : {};
  const settings: Record<string, unknown> = { ...inFile, ...set };
  const { 'compression.keep': keepSetting, 'compression.strategy': strategySetting } = settings;
  const rules = [keepSetting, ...kept.callRules].filter((rule) => rule !== undefined);
  if (rules.length > 0) settings['compression.keep'] = rules.map(String).join('\n');
  const strategy =
    given.strategy ?? (typeof strategySetting === 'string' ? strategySetting : DEFAULT_STRATEGY);
  const model = readModel(given, io.env);
  if (Object.hasOwn(set, 'compression.fallback')) {
    // Hosts fall back by default; this command does not. A shared name would mislead.
    throw new UsageError(
      'compression.fallback is a setting of hosts. Use --fallback NAME instead, such as --fallback extractive.',
    );
  }
  const needsModel = checkModel(strategy, given, registry);
  return {
    options: {
      ...(await readCounter(given.tokenizer)),
      ...(targetTokens && { targetTokens }),
      ...(targetRatio && { targetRatio }),
      ...(contextLimit && { contextLimit }),
      // Pins the entries that contain a text to keep, and notes which of the texts were found.
      ...(keep.length > 0 && {
        pinned: ({ blocks }: IContent) => kept.recordFound(blocks),
      }),
      settings,
    },
    kept,
    strategy,
    model,
    fallback,
    warnings: findUnusedSettings(
      { given, settings: set, strategy, fallback, needsModel },
      registry,
    ),
  };
}

/**
 * Returns whether a strategy needs a model.
 *
 * @throws {UsageError} if it has none, has one that it does not need, or if the fallback needs one; {UnknownStrategyError} for an unknown
 *   fallback
 */
function checkModel(strategy: string, given: RequestOptions, registry: StrategyRegistry): boolean {
  const { provider, fallback } = given;
  const plugins = registry.plugins().filter(({ requiresLLM }) => requiresLLM);
  const modelStrategies = plugins.map(({ name }) => name);
  const needsModel = modelStrategies.includes(strategy);
  if (fallback !== undefined) parseCompressionStrategyName(fallback, registry.names());
  if (fallback !== undefined && modelStrategies.includes(fallback)) {
    throw new UsageError(
      `--fallback: expected a strategy that needs no model, such as extractive, got "${fallback}".`,
    );
  }
  if (needsModel && provider === undefined) {
    throw new UsageError(
      `"${strategy}" needs a model. Add --provider NAME (${PROVIDERS.join(', ')}) and --model NAME, or choose a strategy that needs none, such as ${DEFAULT_STRATEGY}.`,
    );
  }
  if (!needsModel) {
    const problem = `is for strategies that need a model, and "${strategy}" needs none. Remove it, or choose --strategy ${modelStrategies.join(' or ')}.`;
    rejectOptions(given, ['provider', 'fallback'], problem);
  }
  return needsModel;
}

/** @throws {EncoderUnavailableError} when gpt-tokenizer is not installed; it says how to install it */
async function readCounter(
  tokenizer: RequestOptions['tokenizer'] = 'estimate',
): Promise<Pick<CompressOptions, 'estimateTokens'>> {
  if (tokenizer === 'estimate') return {};
  const { createEntryTokenCounter, createExactCounter } = await import('@palimpsest/engine/tokens');
  const counter = await createExactCounter({ encoding: `${tokenizer}_base` });
  return { estimateTokens: createEntryTokenCounter(counter) };
}

function readSetting(text: string, registry: StrategyRegistry): readonly [string, unknown] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new UsageError(`--set: expected KEY=VALUE, got ${quote(text)}.`);
  const key = text.slice(0, equals).trim();
  const value = parseSettingText(key, text.slice(equals + 1), registry.settingSpecs());
  if (key === 'compression.strategy') parseCompressionStrategyName(String(value), registry.names());
  return [key, value];
}
