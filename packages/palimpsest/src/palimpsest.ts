import type {
  CompressionResult,
  CompressionStrategy,
  IContent,
  Repair,
} from '@palimpsest/core-types';
import {
  createRegistry,
  createSelector,
  createSettings,
  toEphemeralAccessors,
  type RegistryOptions,
  type StrategyRegistry,
} from '@palimpsest/factory';
import { codecFor, codecs, detectFormat, type FormatName } from '@palimpsest/formats';
import { checkedEstimate, gatherResponses, repair, resolveTargetTokens } from '@palimpsest/history';
import { extractive } from '@palimpsest/strategy-extractive';
import { highDensity } from '@palimpsest/strategy-high-density';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import { estimateContent } from '@palimpsest/tokenizer';
import { audit } from './audit.ts';
import { checkCompressOptions, type CompressOptions } from './compress-options.ts';
import { OptionError } from './option-error.ts';
import { keepOriginals, recognizeOwn } from './own-messages.ts';
import { makeReport, type CompressReport } from './report.ts';

/** The strategy while nobody chose another. */
export const DEFAULT_STRATEGY = 'high-density';

export interface Compressed<Message> {
  /** In the format they were given. Untouched messages are the same objects; the input array is never changed. */
  readonly messages: Message[];
  readonly report: CompressReport;
}

export interface Palimpsest {
  /** Every strategy of this package; register more beside them. */
  readonly registry: StrategyRegistry;
  /**
   * Compresses messages of any known format.
   *
   * @throws {OptionError} for options that cannot be meant, or messages of no known format
   * @throws {FormatError} for a message that is not of its format
   * @throws {SettingError} for a wrong setting; {UnknownStrategyError} for a name nobody registered
   * @throws {CompressionStrategyError} when the strategy fails, or its result breaks a law
   * @throws {OriginalsError} for messages that could not be kept whole, where `originals` are given
   */
  compress<Message>(
    messages: readonly Message[],
    options?: CompressOptions,
  ): Promise<Compressed<Message>>;
}

/** A registry with everything registered, and `compress` on it. */
export function createPalimpsest(options: RegistryOptions = {}): Palimpsest {
  const registry = createRegistry(options)
    .register(highDensity)
    .register(extractive)
    .register(topDownTruncation);
  return { registry, compress: (messages, request) => compressWith(registry, messages, request) };
}

async function compressWith<Message>(
  registry: StrategyRegistry,
  messages: readonly Message[],
  options: CompressOptions = {},
): Promise<Compressed<Message>> {
  checkCompressOptions(options);
  const { originals } = options;
  const estimateTokens = checkedEstimate(options.estimateTokens ?? estimateContent);
  const settings = createSettings({
    specs: () => registry.settingSpecs(),
    ephemeral: {
      ...options.settings,
      ...(options.strategy === undefined ? {} : { 'compression.strategy': options.strategy }),
      ...(options.contextLimit === undefined ? {} : { 'context-limit': options.contextLimit }),
    },
  });
  const selector = createSelector(registry, settings, { defaultStrategy: DEFAULT_STRATEGY });
  const strategy: CompressionStrategy = selector.current();
  const format = formatOf(messages, options.format);
  const codec = codecFor(format);
  if (originals !== undefined) recognizeOwn(originals, messages);
  const { history, repairs } = mend(codec.decode(messages), format);
  const tokensBefore = await estimateTokens(history);
  const ephemerals = toEphemeralAccessors(settings, () => strategy);
  const targetTokens =
    options.targetRatio === undefined
      ? // Said outright, so that nothing happens while nothing is due.
        (options.targetTokens ?? resolveTargetTokens({ runtimeContext: { ephemerals } }))
      : Math.max(1, Math.floor(options.targetRatio * tokensBefore));

  const result: CompressionResult = await strategy.compress({
    history,
    estimateTokens,
    currentTokenCount: tokensBefore,
    runtimeContext: { ephemerals },
    targetTokens,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  const after: readonly IContent[] = result.kind === 'applied' ? result.newHistory : history;
  const tokensAfter = result.kind === 'applied' ? await estimateTokens(after) : tokensBefore;
  if (result.kind === 'applied') {
    const { name } = strategy;
    const humanText =
      registry.plugins().find((plugin) => plugin.name === name)?.humanText ?? 'eligible';
    audit({ strategy: name, humanText, before: history, result, tokensBefore, tokensAfter });
  }
  const encoded = codec.encode(after) as Message[];
  if (originals !== undefined) {
    await keepOriginals(originals, messages, encoded, {
      strategy: strategy.name,
      ...(options.conversation === undefined ? {} : { conversation: options.conversation }),
    });
  }
  const report = makeReport({
    format,
    result,
    repairs,
    before: messages,
    after: encoded,
    tokensBefore,
    tokensAfter,
    targetTokens,
  });
  return { messages: encoded, report };
}

/** What providers want beyond a whole history: every response directly behind its call. */
function mend(
  entries: readonly IContent[],
  format: FormatName,
): { readonly history: readonly IContent[]; readonly repairs: readonly Repair[] } {
  const repaired = repair(entries);
  if (format === 'icontent') return repaired;
  const gathered = gatherResponses(repaired.history);
  return { history: gathered.history, repairs: [...repaired.repairs, ...gathered.repairs] };
}

function formatOf(messages: readonly unknown[], given: FormatName | undefined): FormatName {
  if (!Array.isArray(messages)) {
    throw new OptionError('messages', messages, 'an array of messages');
  }
  if (given !== undefined) {
    if (Object.hasOwn(codecs, given)) return given;
    throw new OptionError('format', given, Object.keys(codecs).join(', '));
  }
  if (messages.length === 0) return 'openai';
  const detected = detectFormat(messages);
  if (detected !== undefined) return detected;
  throw new OptionError(
    'messages',
    messages[0],
    'messages in the format openai, anthropic, gemini, icontent or claude-code; where yours is one of these, name it as `format`',
  );
}
