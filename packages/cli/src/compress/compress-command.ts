import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createPalimpsest, DEFAULT_STRATEGY } from 'palimpsest';
import { withValue, type Arguments, type Command, type Options } from '../arguments/command.ts';
import {
  CONVERSATION_OPTION,
  FORMAT_OPTION,
  ORIGINALS_OPTIONS,
  REWRITE_OPTIONS,
} from '../arguments/options.ts';
import { ACCEPTED } from '../conversations/conversation.ts';
import { UsageError } from '../errors.ts';
import { EXIT, type MainIo } from '../main-io.ts';
import { MODEL_OPTIONS } from '../model/read-model.ts';
import { createNaming } from '../originals/name-conversations.ts';
import { openFolder } from '../originals/open-folder.ts';
import { rewriteConversations } from '../rewrite-conversations.ts';
import { SETTINGS_FILE_OPTION } from '../settings-file.ts';
import { printWarnings } from '../terminal/notices.ts';
import { printable } from '../terminal/printable.ts';
import { toJson, type ConversationReport } from './conversation-report.ts';
import { createRewrite } from './create-rewrite.ts';
import { readRequest } from './read-request.ts';
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
    ...withValue(
      'RULE',
      'keep messages unchanged: a text in them, /REGEX/, tool:NAME or file:GLOB; repeatable',
    ),
    isRepeatable: true,
  },
  tokenizer: withValue(
    'NAME',
    'how tokens are counted: estimate (default), or exactly, with o200k or cl100k',
  ),
  set: {
    ...withValue('KEY=VALUE', 'a setting; repeatable; "palimpsest strategies" lists them'),
    isRepeatable: true,
  },
  ...MODEL_OPTIONS,
  ...ORIGINALS_OPTIONS,
  ...CONVERSATION_OPTION,
  'keep-secrets': {
    help: 'store originals with the keys, tokens and passwords in them; without it, a placeholder stands for each',
  },
  ...REWRITE_OPTIONS,
  ...SETTINGS_FILE_OPTION,
  strict: { help: 'exit with 3 if a target is missed' },
};

export const compressCommand: Command = {
  options: OPTIONS,
  notes: [
    `Input: ${ACCEPTED}; also compressed with gzip.`,
    'With --originals, a strategy that supports it starts from the originals of earlier compressions; the report says so.',
    'API keys come from the environment: OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or GOOGLE_API_KEY. Without --provider, nothing leaves this machine.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage or unreadable input, 3 target missed (--strict).',
  ],
  async run(given, io) {
    const palimpsest = createPalimpsest();
    const request = await readRequest(given, palimpsest.registry, io);
    const { kept, reportKind } = request;
    printWarnings(request.warnings, reportKind, io);
    if (!given.has('originals')) await refuseOnlyCopy(given, io);
    const originals = await openFolder(given, io);
    const nameOf = originals && createNaming(originals, given, io);
    let isMissed = false;
    await rewriteConversations<ConversationReport>(given, io, {
      rewrite: createRewrite({ palimpsest, request, io, originals, nameOf }),
      createTextReporter: (input) => createTextReporter(input, io, given.get('out') === '-'),
      toJson,
      done: ({ shortfallTokens = 0 }) => {
        isMissed ||= shortfallTokens > 0;
      },
    });
    printWarnings(kept.findMissing(), reportKind, io);
    return isMissed && given.has('strict') ? EXIT.missed : EXIT.done;
  },
};

/** @throws {UsageError} if the output would replace the input, the only place of what is removed */
async function refuseOnlyCopy(given: Arguments, { cwd }: MainIo): Promise<void> {
  const out = given.get('out') ?? '-';
  const file = given.positional ?? '-';
  if (out === '-' || file === '-') return;
  const [from, to] = await Promise.all(
    [file, out].map((name) => realpath(resolve(cwd, name)).catch(() => undefined)),
  );
  if (from === undefined || from !== to) return;
  throw new UsageError(
    `--out ${printable(out, 200)} is the input file, and what is removed would be nowhere. Add --originals DIR, which can restore it, or write to another file.`,
  );
}
