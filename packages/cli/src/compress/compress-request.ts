import {
  parseCompressionStrategyName,
  parseSettingText,
  type StrategyRegistry,
} from '@palimpsest/factory';
import type { FormatName } from '@palimpsest/formats';
import type { CompressOptions } from 'palimpsest';
import type { Arguments } from '../arguments/option.ts';
import { readChoice, readFormat, readPositive, readShare } from '../arguments/values.ts';
import { Refusal } from '../refusal.ts';
import { REPORTS, type ReportKind } from '../rewrite/report-kind.ts';
import { printable } from '../terminal/printable.ts';

/** What `compress` was asked to do. */
export interface CompressRequest {
  readonly options: CompressOptions;
  readonly format: FormatName | undefined;
  readonly out: string;
  readonly report: ReportKind;
  readonly isStrict: boolean;
  readonly skipsBad: boolean;
}

/**
 * Checks everything that was asked for, before anything is read.
 *
 * @throws {Refusal} {SettingError} {UnknownStrategyError}
 */
export function compressRequest(given: Arguments, registry: StrategyRegistry): CompressRequest {
  const targetTokens = readPositive(given, 'target-tokens');
  const targetRatio = readShare(given, 'target-ratio');
  const contextLimit = readPositive(given, 'context-limit');
  const strategy = given.get('strategy');
  if (targetTokens !== undefined && targetRatio !== undefined) {
    throw new Refusal(
      '--target-tokens and --target-ratio exclude each other; give one of the two.',
    );
  }
  if (strategy !== undefined) parseCompressionStrategyName(strategy, registry.names());
  const settings = Object.fromEntries(given.all('set').map((text) => readSetting(text, registry)));
  return {
    options: {
      ...(strategy === undefined ? {} : { strategy }),
      ...(targetTokens === undefined ? {} : { targetTokens }),
      ...(targetRatio === undefined ? {} : { targetRatio }),
      ...(contextLimit === undefined ? {} : { contextLimit }),
      settings,
    },
    format: readFormat(given),
    out: given.get('out') ?? '-',
    report: readChoice(given, 'report', REPORTS) ?? 'text',
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
