import type { IContent } from '@palimpsest/core-types';
import {
  parseCompressionStrategyName,
  parseSettingText,
  type StrategyRegistry,
} from '@palimpsest/factory';
import { parseRequestBody } from '@palimpsest/formats';
import {
  createPalimpsest,
  DEFAULT_STRATEGY,
  type CompressOptions,
  type CompressReport,
  type Palimpsest,
} from 'palimpsest';
import {
  asSwitch,
  rejectOptions,
  withValue,
  type Arguments,
  type Command,
  type Options,
} from '../arguments/command.ts';
import {
  checkOneTarget,
  CONVERSATION_OPTION,
  FORMAT_OPTION,
  ORIGINALS_OPTIONS,
  readPositive,
  readShare,
  REWRITE_OPTIONS,
} from '../arguments/options.ts';
import { ACCEPTED, type Conversation } from '../conversations/conversation.ts';
import { UsageError } from '../errors.ts';
import { EXIT, type ExitCode, type MainIo } from '../main-io.ts';
import { compressWithFallback, observeModel } from '../model/model-calls.ts';
import { MODEL_OPTIONS, PROVIDERS, readModel } from '../model/read-model.ts';
import { createNaming } from '../originals/name-conversations.ts';
import { openFolder } from '../originals/open-folder.ts';
import { readReportKind, rewriteConversations } from '../rewrite-conversations.ts';
import { findUnusedSettings } from '../setting-readers.ts';
import { printWarnings } from '../terminal/notices.ts';
import { quote } from '../terminal/printable.ts';
import { KeptTexts } from './kept-texts.ts';
import { toJson, type ConversationReport } from './conversation-report.ts';
import { createTextReporter } from './text-reporter.ts';

const OPTIONS: Options = {
  ...FORMAT_OPTION,
  strategy: withValue(
    'NAME',
    `compression strategy (default: ${DEFAULT_STRATEGY}); "palimpsest strategies" lists them`,
    's',
  ),
  'target-tokens': withValue('N', 'target in tokens', 't'),
  'target-ratio': withValue(
    'R',
    'target as a share of the input, or of its originals: more than 0, less than 1',
    'r',
  ),
  'context-limit': withValue(
    'N',
    'context window of the model in tokens; sets the target if no other option does',
    'c',
  ),
  keep: {
    ...withValue('TEXT', 'keep messages that contain this text unchanged; repeatable'),
    isRepeatable: true,
  },
  set: {
    ...withValue('KEY=VALUE', 'a setting; repeatable; "palimpsest strategies" lists them'),
    isRepeatable: true,
  },
  ...MODEL_OPTIONS,
  ...ORIGINALS_OPTIONS,
  ...CONVERSATION_OPTION,
  ...REWRITE_OPTIONS,
  strict: asSwitch('exit with 3 if a target is missed'),
};

export const compressCommand: Command = {
  options: OPTIONS,
  notes: [
    `Input: ${ACCEPTED}; also compressed with gzip.`,
    'With --originals, a strategy that supports it starts from the originals of earlier compressions; the report says so.',
    'API keys come from the environment: OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or GOOGLE_API_KEY. Without --provider, nothing leaves this machine.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage or unreadable input, 3 target missed (--strict).',
  ],
  run: runCompress,
};

async function runCompress(given: Arguments, io: MainIo): Promise<ExitCode> {
  const palimpsest = createPalimpsest();
  const request = readRequest(given, palimpsest.registry, io.env);
  const { kept, strategy, fallback, model, reportKind } = request;
  printWarnings(request.warnings, reportKind, io);
  const originals = await openFolder(given, io);
  const nameOf = originals && createNaming(originals, given, io);
  const { signal, now } = io;
  let isMissed = false;
  await rewriteConversations<ConversationReport>(given, io, {
    async rewrite(conversation, working) {
      const started = now();
      kept.isIn(conversation.messages);
      const options: CompressOptions = {
        ...request.options,
        format: conversation.format,
        ...(model && { model: observeModel(model, working) }),
        ...(originals && { originals }),
        ...(nameOf && { conversation: nameOf(conversation) }),
        ...(signal && { signal }),
      };
      const { result, ...done } = await compressWithFallback(strategy, fallback, (name) =>
        compressConversation(palimpsest, conversation, { ...options, strategy: name }),
      );
      const report = { ...result.report, ...done, id: conversation.id, ms: now() - started };
      isMissed ||= (report.shortfallTokens ?? 0) > 0;
      return { messages: result.messages, report };
    },
    createTextReporter: (input) => createTextReporter(input, io, (given.get('out') ?? '-') === '-'),
    toJson,
  });
  printWarnings(kept.findMissing(), reportKind, io);
  return isMissed && given.has('strict') ? EXIT.missed : EXIT.done;
}

/** Compresses messages, or the request body that holds them. */
async function compressConversation(
  palimpsest: Palimpsest,
  { messages, body }: Conversation,
  options: CompressOptions,
): Promise<{ readonly messages: readonly unknown[]; readonly report: CompressReport }> {
  if (body === undefined) return await palimpsest.compress(messages, options);
  const { body: after, report } = await palimpsest.compress(body.value, options);
  const written = after === body.value ? undefined : parseRequestBody(after, options.format);
  return { messages: written?.messages ?? messages, report };
}

/**
 * Checks all arguments before anything is read.
 *
 * @throws {UsageError}, {SettingError} or {UnknownStrategyError}
 */
function readRequest(given: Arguments, registry: StrategyRegistry, env: MainIo['env']) {
  const targetTokens = readPositive(given, 'target-tokens');
  const targetRatio = readShare(given, 'target-ratio');
  const contextLimit = readPositive(given, 'context-limit');
  checkOneTarget(given);
  const kept = new KeptTexts(given.all('keep'));
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
  const modelStrategies = registry
    .plugins()
    .filter(({ requiresLLM }) => requiresLLM)
    .map(({ name }) => name);
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
  return {
    options: {
      ...(targetTokens && { targetTokens }),
      ...(targetRatio && { targetRatio }),
      ...(contextLimit && { contextLimit }),
      ...(given.has('keep') ? { pinned: ({ blocks }: IContent) => kept.isIn(blocks) } : {}),
      settings,
    },
    kept,
    strategy,
    model,
    fallback,
    reportKind: readReportKind(given),
    /** Settings without effect. */
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
