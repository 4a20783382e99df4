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
  withValue,
  type Arguments,
  type Command,
  type Options,
} from '../arguments/command.ts';
import {
  CONVERSATION_OPTION,
  FORMAT_OPTION,
  ORIGINALS_OPTIONS,
  REWRITE_OPTIONS,
} from '../arguments/shared-options.ts';
import { ACCEPTED, type Conversation } from '../conversations/conversation.ts';
import { EXIT, type ExitCode, type MainIo } from '../main-io.ts';
import { compressWithFallback, observeModel } from '../model/model-calls.ts';
import { MODEL_OPTIONS } from '../model/read-model.ts';
import { createNaming } from '../originals/name-conversations.ts';
import { openFolder } from '../originals/open-folder.ts';
import { rewriteConversations } from '../rewrite/rewrite-conversations.ts';
import { printWarnings } from '../terminal/notices.ts';
import { readCompressRequest } from './compress-request.ts';
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
  const request = readCompressRequest(given, palimpsest.registry, io.env);
  const { kept, strategy, fallback, model, report: reportKind } = request;
  printWarnings(request.warnings, reportKind, io);
  const originals = await openFolder(given, io);
  const nameOf = originals && createNaming(originals, given, io);
  const { signal, now } = io;
  let isMissed = false;
  await rewriteConversations<ConversationReport>(given, io, {
    async rewrite(conversation, working) {
      const started = now();
      kept.search(conversation.messages);
      const options: CompressOptions = {
        ...request.options,
        format: conversation.format,
        ...(model === undefined ? {} : { model: observeModel(model, working) }),
        ...(originals === undefined ? {} : { originals }),
        ...(nameOf === undefined ? {} : { conversation: nameOf(conversation) }),
        ...(signal === undefined ? {} : { signal }),
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
