import {
  type IContent,
  type ProviderResolver,
  type SettingValues,
  type StrategyPlugin,
  type TokenEstimator,
  OptionError,
} from '@palimpsest/core-types';
import type { StrategyRegistry } from '@palimpsest/factory';
import type { CachePrices, PrepareResult } from '@palimpsest/orchestrator';
import type { BackgroundCompressions } from '@palimpsest/orchestrator/background';
import type { Originals } from '@palimpsest/originals';
import type { SessionStore } from '@palimpsest/originals/sessions';
import type { Fields } from './fields.ts';
import { createSettings, type Settings, type FixedRegistry } from '@palimpsest/factory/settings';

/**
 * When the history may be rewritten.
 *
 * - `ingest`: only tool results that were never sent are reduced. Sent messages stay unchanged until the window is full.
 * - `turn-boundary`: also at the start of a user turn, when no reasoning and no running tool depends on the history.
 * - `every-call`: whenever compression is due and pays.
 */
type CompressionTiming = 'ingest' | 'turn-boundary' | 'every-call';

/**
 * How to treat reasoning that a provider signs over everything before it.
 *
 * - `drop-after-edit`: removes reasoning after the first change.
 * - `provider-drop`: keeps it; the provider drops what no longer matches. Only for providers that do.
 * - `keep-append-only`: once the history contains any, sent messages never change, even if the window is full.
 */
type ReasoningPolicy = 'drop-after-edit' | 'provider-drop' | 'keep-append-only';

/** Options of every adapter. */
export interface AdapterOptions {
  /** @default 'every-call' */
  readonly when?: CompressionTiming;
  /** @default 'drop-after-edit' */
  readonly thinking?: ReasoningPolicy;
  /** Settings by full key, including `compression.strategy`. A function is called before each request. They override `when` and `thinking`. */
  readonly settings?: SettingValues | (() => SettingValues);
  /** Tokens of the model's context window. @default the setting `context-limit`, else 200,000 */
  readonly contextLimit?: number | ((model: string | undefined) => number | undefined);
  /**
   * Strategies that settings can choose from, such as `[salience]`. `compression.strategy` names one of them; without it, the first is used.
   * Excludes `registry`. @default `salience` and `top-down-truncation`, loaded when they first compress
   */
  readonly strategies?: readonly StrategyPlugin[];
  /** Registry that resolves strategies and services, such as `createPalimpsest().registry`, which has every strategy. Excludes `strategies`. */
  readonly registry?: StrategyRegistry;
  /** Store of removed content, from `openOriginals`; one adapter is one session. @default memory of this process */
  readonly originals?: Originals | Promise<Originals>;
  /**
   * Where the session is stored, so that any process can continue it: its name, and a store such as `sqliteSessions(database)` of
   * `@palimpsest/originals/sessions`. Use `originals` that last as long. @default memory of this adapter
   */
  readonly session?: { readonly id: string; readonly store: SessionStore };
  /** @default the estimate of `@palimpsest/tokenizer` */
  readonly estimateTokens?: TokenEstimator;
  /** Prices of calls. With prices, edits are made only if they pay. */
  readonly prices?: CachePrices | ((model: string | undefined) => CachePrices | undefined);
  /** Resolves the model that writes summaries, for strategies that need one. Not needed where `background` has workers that ask it. */
  readonly resolveProvider?: ProviderResolver;
  /**
   * Runs compressions that ask a model apart from requests, such as `compressInBackground` of `@palimpsest/orchestrator/background`.
   *
   * @default requests wait
   */
  readonly background?: BackgroundCompressions;
  /** Returns whether an entry must stay byte for byte. System messages always do. */
  readonly pinned?: (entry: IContent) => boolean;
  /** Called with the outcome of each request. */
  readonly onPrepared?: (outcome: PrepareResult, facts: PreparedFacts) => void;
  /**
   * Called with errors. The messages are then sent unchanged, and those sent before exactly as before. Without it, the request
   * fails with the error.
   */
  readonly onError?: (error: unknown) => void;
}

/** Identifies the request of an outcome. */
export interface PreparedFacts {
  readonly model: string | undefined;
  /** Number of messages, as the framework holds them and as they are sent. */
  readonly messagesBefore: number;
  readonly messagesAfter: number;
}

/** Which values an option accepts in addition to `undefined`, and their description. */
export type OptionCheck = readonly [isValid: (value: unknown) => boolean, expected: string];

const FUNCTION: OptionCheck = [isFunction, 'a function'];

const CHECKS: Readonly<Record<keyof AdapterOptions, OptionCheck>> = {
  when: oneOf(['ingest', 'turn-boundary', 'every-call'] satisfies CompressionTiming[]),
  thinking: oneOf([
    'drop-after-edit',
    'provider-drop',
    'keep-append-only',
  ] satisfies ReasoningPolicy[]),
  settings: [
    (value) => isFunction(value) || isObject(value),
    'an object of settings, or a function that returns one',
  ],
  contextLimit: [
    (value) => isFunction(value) || (Number.isSafeInteger(value) && Number(value) >= 1),
    'a whole number of at least 1, or a function of the model',
  ],
  strategies: [
    (value) => Array.isArray(value) && value.length > 0 && value.every(isObject),
    'a list of strategies, such as [salience]',
  ],
  registry: [
    (value) => isFunction(Object(value).register),
    'a registry such as createPalimpsest().registry',
  ],
  originals: [isObject, 'what openOriginals() returns'],
  session: [
    (value) =>
      isObject(value) && isText(Reflect.get(value, 'id')) && isStore(Reflect.get(value, 'store')),
    'an object of id (a text) and store, such as memorySessions() of @palimpsest/originals/sessions',
  ],
  estimateTokens: FUNCTION,
  // Checked where prices are used.
  prices: [() => true, ''],
  resolveProvider: FUNCTION,
  background: [
    (value) =>
      isObject(value) && ['start', 'find'].every((name) => isFunction(Reflect.get(value, name))),
    'what compressInBackground() or queueCompressions() returns',
  ],
  pinned: FUNCTION,
  onPrepared: FUNCTION,
  onError: FUNCTION,
};

/**
 * Checks all options.
 *
 * @param more checks of the additional options of one adapter
 * @throws {OptionError} when an option is unknown or invalid
 */
export function checkAdapterOptions(
  options: AdapterOptions,
  more: Readonly<Record<string, OptionCheck>>,
): void {
  if (!isObject(options)) throw new OptionError('options', options, 'an object of options');
  const checks = { ...CHECKS, ...more };
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(checks, name)) continue;
    throw new OptionError('options', name, `one of ${Object.keys(checks).join(', ')}`);
  }
  const given: Fields = { ...options };
  if (options.strategies !== undefined && options.registry !== undefined) {
    throw new OptionError('strategies, registry', undefined, 'one of them', {
      receivedDescription: 'both',
    });
  }
  for (const [name, [isValid, expected]] of Object.entries(checks)) {
    const value = given[name];
    if (value !== undefined && !isValid(value)) throw new OptionError(name, value, expected);
  }
}

/** Accepts one of some names. */
function oneOf(names: readonly string[]): OptionCheck {
  return [(value) => names.some((name) => name === value), `one of ${names.join(', ')}`];
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isStore(value: unknown): boolean {
  return isFunction(Object(value).load) && isFunction(Object(value).commit);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** New results with at least this many tokens are reduced when `ingest` is the only timing. */
const INGEST_TOKENS = 2_000;

/** Derives settings from the options. Explicit settings override `when` and `thinking`. */
export function adapterSettings(
  { when = 'every-call', thinking = 'drop-after-edit', settings = {} }: AdapterOptions,
  registry: FixedRegistry,
): Settings {
  return createSettings({
    profile: { ...TIMING_SETTINGS[when], ...REASONING_SETTINGS[thinking] },
    ephemeral: settings,
    specs: () => registry.settingSpecs(),
  });
}

const TIMING_SETTINGS: Readonly<Record<CompressionTiming, SettingValues>> = {
  ingest: { 'compression.moment': 'turn', 'compression.ingestTokens': INGEST_TOKENS },
  'turn-boundary': { 'compression.moment': 'turn' },
  'every-call': { 'compression.moment': 'call' },
};

const REASONING_SETTINGS: Readonly<Record<ReasoningPolicy, SettingValues>> = {
  'drop-after-edit': { 'compression.boundThinking': 'signed' },
  'provider-drop': { 'compression.boundThinking': 'none' },
  'keep-append-only': { 'compression.boundThinking': 'signed' },
};
