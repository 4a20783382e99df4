import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isLogFormat } from '@palimpsest/formats';
import { createPalimpsest, DEFAULT_STRATEGY } from 'palimpsest';
import {
  collect,
  FORMAT_HELP,
  formatNotes,
  NAME_HELP,
  ORIGINALS_HELP,
  OUT_HELP,
  parseChoice,
  parseFormat,
  parsePositive,
  parseShare,
  parseText,
  REPORT_HELP,
  SESSION_HELP,
  SKIP_BAD_HELP,
  type DefineCommand,
} from '../arguments/options.ts';
import { ACCEPTED } from '../conversations/conversation.ts';
import { UsageError } from '../errors.ts';
import { EXIT, type MainIo } from '../main-io.ts';
import { PROVIDERS } from '../model/read-model.ts';
import { createNaming } from '../originals/name-conversations.ts';
import { openFolder } from '../originals/open-folder.ts';
import { REPORT_KINDS, rewriteConversations } from '../rewrite-conversations.ts';
import { NO_SETTINGS_FILE_HELP } from '../settings-file.ts';
import { printWarnings } from '../terminal/notices.ts';
import { printable } from '../terminal/printable.ts';
import { createRewrite } from './create-rewrite.ts';
import { readRequest, TOKENIZERS } from './read-request.ts';
import { createTextReporter, reportAsJson, type ConversationReport } from './report.ts';

export const defineCompress: DefineCommand = (command, io) => {
  command
    .argument('[FILE]', 'input; - or none: standard input', parseText)
    .option('-f, --format <NAME>', FORMAT_HELP, parseFormat)
    .option(
      '-s, --strategy <NAME>',
      `compression strategy (default: ${DEFAULT_STRATEGY}); "palimpsest strategies" lists them`,
      parseText,
    )
    .option('-t, --target-tokens <N>', 'target in tokens: 20000 or 20k', parsePositive)
    .option(
      '-r, --target-ratio <R>',
      'target as a share of the input, or of its originals: 0.3 or 30%',
      parseShare,
    )
    .option(
      '-c, --context-limit <N>',
      'context window of the model in tokens; sets the target if no other option does (default: 200000)',
      parsePositive,
    )
    .option(
      '--keep <RULE>',
      'keep messages unchanged: a text in them, /REGEX/, tool:NAME or file:GLOB; repeatable',
      collect,
    )
    .option(
      '--tokenizer <NAME>',
      'how tokens are counted: estimate (default), or exactly, with o200k or cl100k',
      parseChoice(TOKENIZERS),
    )
    .option(
      '--set <KEY=VALUE>',
      'a setting; repeatable; "palimpsest strategies" lists them',
      collect,
    )
    .option(
      '-p, --provider <NAME>',
      `provider of the model that writes summaries: ${PROVIDERS.join(', ')}`,
      parseChoice(PROVIDERS),
    )
    .option('-m, --model <NAME>', 'name of that model', parseText)
    .option('--base-url <URL>', 'address of the provider, or of a server with its API', parseText)
    .option(
      '--model-window <N>',
      'context window of that model in tokens, if smaller than that of the conversation (default for ollama: 4096)',
      parsePositive,
    )
    .option('--fallback <NAME>', 'strategy without a model, used when the model fails', parseText)
    .option('--originals <DIR>', ORIGINALS_HELP, parseText)
    .option('--session <NAME>', SESSION_HELP, parseText)
    .option('--conversation <NAME>', NAME_HELP, parseText)
    .option(
      '--keep-secrets',
      'store originals with the keys, tokens and passwords in them (default: a placeholder for each)',
    )
    .option('-o, --out <FILE>', OUT_HELP, parseText)
    .option('--report <KIND>', REPORT_HELP, parseChoice(REPORT_KINDS))
    .option('--skip-bad', SKIP_BAD_HELP)
    .option('--no-settings-file', NO_SETTINGS_FILE_HELP)
    .option('--strict', 'exit with 3 if a target is missed')
    .addHelpText(
      'after',
      formatNotes(
        io,
        `Input: ${ACCEPTED}; also compressed with gzip.`,
        'With --originals, a strategy that supports it starts from the originals of earlier compressions; the report says so.',
        'API keys come from the environment: OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or GOOGLE_API_KEY. Without --provider, nothing leaves this machine.',
        'Exit codes: 0 done, 1 failed, 2 wrong usage or unreadable input, 3 target missed (--strict).',
      ),
    )
    .action(async (file, options) => {
      const palimpsest = createPalimpsest();
      const request = await readRequest(options, palimpsest.registry, io);
      const { kept, warnings } = request;
      printWarnings(warnings, options.report, io);
      const isOnlyCopy =
        options.originals === undefined && (await isSameFile(file, options.out, io));
      const originals = await openFolder(options, io);
      const nameOf = originals && createNaming(originals, file, options, io);
      const rewrite = createRewrite({ palimpsest, request, io, originals, nameOf });
      let isMissed = false;
      await rewriteConversations<ConversationReport>(file, options, io, {
        rewrite: async (conversation, working) => {
          // A log keeps its records.
          if (isOnlyCopy && !isLogFormat(conversation.format)) throw onlyCopyError(options.out);
          return await rewrite(conversation, working);
        },
        createTextReporter: (input) => createTextReporter(input, io, options.out === '-'),
        toJson: reportAsJson,
        done: ({ shortfallTokens = 0 }) => {
          isMissed ||= shortfallTokens > 0;
        },
      });
      printWarnings(kept.findMissing(), options.report, io);
      if (isMissed && options.strict) io.exitWith(EXIT.missed);
    });
};

/** Returns whether the output replaces the input. */
async function isSameFile(file = '-', out = '-', { cwd }: MainIo): Promise<boolean> {
  if (out === '-' || file === '-') return false;
  const [from, to] = await Promise.all(
    [file, out].map((name) => realpath(resolve(cwd, name)).catch(() => undefined)),
  );
  return from !== undefined && from === to;
}

function onlyCopyError(out = '-'): UsageError {
  return new UsageError(
    `--out ${printable(out, 200)} is the input file, and what is removed would be nowhere. Add --originals DIR, which can restore it, or write to another file.`,
  );
}
