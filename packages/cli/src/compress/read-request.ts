import type { IContent } from '@palimpsest/core-types';
import { parseCompressionStrategyName, parseSettingText } from '@palimpsest/factory/settings';
import type { StrategyRegistry } from '@palimpsest/factory';
import { DEFAULT_STRATEGY, type CompressOptions } from 'palimpsest';
import { rejectOptions, type Arguments } from '../arguments/command.ts';
import { checkOneTarget, readChoice, readPositive, readShare } from '../arguments/options.ts';
import { UsageError } from '../errors.ts';
import type { MainIo } from '../main-io.ts';
import { PROVIDERS, readModel, type ChosenModel } from '../model/read-model.ts';
import { readReportKind, type ReportKind } from '../rewrite-conversations.ts';
import { findUnusedSettings } from '../setting-readers.ts';
import { readSettingsFile } from '../settings-file.ts';
import type { Warning } from '../terminal/notices.ts';
import { quote } from '../terminal/printable.ts';
import { KeptTexts } from './kept-texts.ts';

export interface Request {
  readonly options: CompressOptions;
  readonly kept: KeptTexts;
  readonly strategy: string;
  readonly model: ChosenModel | undefined;
  readonly fallback: string | undefined;
  readonly reportKind: ReportKind;
  readonly warnings: readonly Warning[];
}

/**
 * Checks all arguments before anything is read.
 *
 * @throws {UsageError}, {SettingError} or {UnknownStrategyError}
 */
export async function readRequest(
  given: Arguments,
  registry: StrategyRegistry,
  io: Pick<MainIo, 'env' | 'cwd'>,
): Promise<Request> {
  const targetTokens = readPositive(given, 'target-tokens');
  const targetRatio = readShare(given, 'target-ratio');
  const contextLimit = readPositive(given, 'context-limit');
  checkOneTarget(given);
  const kept = new KeptTexts(given.all('keep'));
  const named = given.get('strategy');
  if (named !== undefined) parseCompressionStrategyName(named, registry.names());
  const set = Object.fromEntries(given.all('set').map((text) => readSetting(text, registry)));
  const inFile = readSettingsFile(given, io, () => registry.settingSpecs());
  const settings: Record<string, unknown> = { ...inFile, ...set };
  const rules = [settings['compression.keep'], ...kept.ofCalls].filter(
    (rule) => rule !== undefined,
  );
  if (rules.length > 0) settings['compression.keep'] = rules.map(String).join('\n');
  const inSettings = settings['compression.strategy'];
  const strategy = named ?? (typeof inSettings === 'string' ? inSettings : DEFAULT_STRATEGY);
  const model = readModel(given, io.env);
  if (Object.hasOwn(set, 'compression.fallback')) {
    // Hosts fall back unless told not to, this command only when told to: one name would mislead.
    throw new UsageError(
      'compression.fallback is a setting of hosts. Use --fallback NAME instead, such as --fallback extractive.',
    );
  }
  const plugins = registry.plugins().filter(({ requiresLLM }) => requiresLLM);
  const modelStrategies = plugins.map(({ name }) => name);
  const needsModel = modelStrategies.includes(strategy);
  const fallback = given.get('fallback');
  if (fallback !== undefined) {
    parseCompressionStrategyName(fallback, registry.names());
    if (modelStrategies.includes(fallback)) {
      throw new UsageError(
        `--fallback: expected a strategy that needs no model, such as extractive, got "${fallback}".`,
      );
    }
  }
  if (needsModel && !given.has('provider')) {
    throw new UsageError(
      `"${strategy}" needs a model. Add --provider NAME (${PROVIDERS.join(', ')}) and --model NAME, or choose a strategy that needs none, such as ${DEFAULT_STRATEGY}.`,
    );
  }
  if (!needsModel) {
    const problem = `is for strategies that need a model, and "${strategy}" needs none. Remove it, or choose --strategy ${modelStrategies.join(' or ')}.`;
    rejectOptions(given, ['provider', 'fallback'], problem);
  }
  const tokenizer = readChoice(given, 'tokenizer', TOKENIZERS) ?? 'estimate';
  return {
    options: {
      ...(tokenizer === 'estimate' ? {} : { estimateTokens: await countExactly(tokenizer) }),
      ...(targetTokens && { targetTokens }),
      ...(targetRatio && { targetRatio }),
      ...(contextLimit && { contextLimit }),
      ...(given.has('keep') ? { pinned: ({ blocks }: IContent) => kept.recordFound(blocks) } : {}),
      settings,
    },
    kept,
    strategy,
    model,
    fallback,
    reportKind: readReportKind(given),
    warnings: findUnusedSettings(
      { given, settings: set, strategy, fallback, needsModel },
      registry,
    ),
  };
}

const TOKENIZERS = ['estimate', 'o200k', 'cl100k'] as const;

/** @throws {EncoderUnavailableError} when gpt-tokenizer is not installed; it says how to install it */
async function countExactly(
  tokenizer: 'o200k' | 'cl100k',
): Promise<(history: readonly IContent[]) => number> {
  const { createEntryTokenCounter, createExactCounter } = await import('@palimpsest/engine/tokens');
  const counter = await createExactCounter({ encoding: `${tokenizer}_base` });
  return createEntryTokenCounter(counter);
}

function readSetting(text: string, registry: StrategyRegistry): readonly [string, unknown] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new UsageError(`--set: expected KEY=VALUE, got ${quote(text)}.`);
  const key = text.slice(0, equals).trim();
  const value = parseSettingText(key, text.slice(equals + 1), registry.settingSpecs());
  if (key === 'compression.strategy') parseCompressionStrategyName(String(value), registry.names());
  return [key, value];
}
