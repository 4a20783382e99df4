import type { StrategyRegistry } from '@palimpsest/factory';
import type { CompressOptions } from 'palimpsest';
import type { Arguments } from '../arguments/option.ts';
import { printable } from '../terminal/printable.ts';
import { readerOf } from './readers.ts';

/** A setting that was given and changes nothing. */
export interface IdleSetting {
  readonly key: string;
  /** Why, in a sentence. */
  readonly reason: string;
}

export interface Run {
  readonly given: Arguments;
  readonly settings: NonNullable<CompressOptions['settings']>;
  readonly strategy: string;
  readonly fallback: string | undefined;
  readonly asksModel: boolean;
}

const REDUCER = 'compression.summary.reduceWith';

/** Options that go before a setting of the same meaning. */
const OVERRIDES: Readonly<Record<string, string>> = {
  'compression.strategy': 'strategy',
  'context-limit': 'context-limit',
};

/** Settings that this run does not read, or that an option goes before. */
export function idleSettings(run: Run, registry: StrategyRegistry): readonly IdleSetting[] {
  return Object.keys(run.settings).flatMap((key) => {
    const reason = overriddenBy(key, run) ?? whyUnread(key, run, registry);
    return reason === undefined ? [] : [{ key, reason }];
  });
}

function overriddenBy(key: string, { given, settings }: Run): string | undefined {
  const option = OVERRIDES[key];
  const value = option === undefined ? undefined : given.get(option);
  if (value === undefined || value.replaceAll('_', '') === String(settings[key])) return undefined;
  return `--${option} ${printable(value, 80)} goes before it`;
}

function whyUnread(key: string, run: Run, registry: StrategyRegistry): string | undefined {
  const reader = readerOf(key, registry);
  if (reader === 'compress') return undefined;
  if (reader === 'host') return 'only a host, such as @palimpsest/orchestrator, reads it';
  if (reader === 'target') {
    const target = ['target-tokens', 'target-ratio'].find((option) => run.given.has(option));
    const isAsked = key === 'context-limit' && run.asksModel;
    return target === undefined || isAsked ? undefined : `--${target} says where to end`;
  }
  const reducer = run.asksModel ? (run.settings[REDUCER] ?? 'salience') : undefined;
  const isRead = [run.strategy, run.fallback, reducer].some(
    (name) => typeof name === 'string' && reader.includes(name),
  );
  if (isRead) return undefined;
  return `${reader.join(', ')} ${reader.length === 1 ? 'reads' : 'read'} it, and ${run.strategy} does not`;
}
