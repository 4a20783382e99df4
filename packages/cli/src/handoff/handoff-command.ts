import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { splitInjectedText } from '@palimpsest/engine/history';
import { getCodec } from '@palimpsest/formats';
import { redactSecrets } from '@palimpsest/originals/secrets';
import { recordText } from '@palimpsest/strategy-salience';
import { createPalimpsest } from 'palimpsest';
import {
  CONVERSATION_HELP,
  FORMAT_HELP,
  formatNotes,
  parseChoice,
  parseFormat,
  parsePositive,
  parseText,
  type DefineCommand,
} from '../arguments/options.ts';
import { readConversation } from '../conversations/find-conversation.ts';
import { UsageError } from '../errors.ts';
import type { MainIo } from '../main-io.ts';
import { openOutput } from '../output/open-output.ts';
import { formatCount } from '../terminal/numbers.ts';
import { printable } from '../terminal/printable.ts';
import { AGENTS, WRITERS, type Writer } from './session-files.ts';

const RECEIVERS = [...AGENTS, 'text'] as const;

const DEFAULT_TOKENS = 20_000;

export const defineHandoff: DefineCommand = (command, io) => {
  command
    .argument('<FILE>', 'a session, or - for standard input', parseText)
    .requiredOption('--to <AGENT>', `who goes on: ${RECEIVERS.join(', ')}`, parseChoice(RECEIVERS))
    .option(
      '-t, --target-tokens <N>',
      'most tokens that the report may take',
      parsePositive,
      DEFAULT_TOKENS,
    )
    .option('-c, --conversation <ID>', CONVERSATION_HELP, parseText)
    .option('-f, --format <NAME>', FORMAT_HELP, parseFormat)
    .option(
      '--keep-secrets',
      'hand over keys, tokens and passwords (default: a placeholder for each)',
    )
    .option('-o, --out <FILE>', 'where the session is written; - for standard output', parseText)
    .addHelpText(
      'after',
      formatNotes(
        io,
        'The session begins with one report of the other one: what people wrote, word for word, and what was done and found. Reasoning, pictures and the instructions of the other agent are left out.',
        'Without --out, sessions of claude-code and codex are written where these agents look for them, others into the current folder, and a text to standard output.',
      ),
    )
    .action(async (file, { to, targetTokens, conversation, format: given, keepSecrets, out }) => {
      const { messages, format } = await readConversation(file, conversation, given, io);
      const shown = keepSecrets ? messages : withoutSecrets(messages);
      const said = getCodec(format).decode(shown).flatMap(withoutInjectedText);
      if (said.length === 0) {
        throw new UsageError(`${printable(file, 200)} holds no messages to hand over.`);
      }
      const { messages: left, report } = await createPalimpsest().compress(said, {
        format: 'icontent',
        strategy: 'salience',
        targetTokens,
      });
      const text = recordText(getCodec('icontent').decode(left), { canRecall: false });
      if (report.shortfallTokens !== undefined) {
        const taken = formatCount(report.tokensAfter, 'token');
        io.stderr.write(
          `The report takes ${taken}, more than ${targetTokens}: ${report.shortfallReason}.\n`,
        );
      }
      if (to === 'text') {
        const output = await openOutput(out ?? '-', io);
        return await output([`${text}\n`]);
      }
      await writeSession(WRITERS[to], to, text, out, io);
    });
};

async function writeSession(
  write: Writer,
  agent: string,
  text: string,
  out: string | undefined,
  io: MainIo,
): Promise<void> {
  const { cwd, env, stderr } = io;
  const { content, path, next } = write({ text, id: randomUUID(), at: Date.now(), cwd }, env);
  if (out === undefined && isAbsolute(path)) await mkdir(dirname(path), { recursive: true });
  const file = out ?? path;
  const output = await openOutput(file, io);
  await output([content]);
  if (file === '-') return;
  stderr.write(`Wrote ${printable(resolve(cwd, file), 400)}\nGo on with: ${next(file)}\n`);
  if (out !== undefined && isAbsolute(path)) {
    stderr.write(`${agent} finds it only as ${printable(path, 400)}\n`);
  }
}

/** Before the report is written: it may shorten a secret to a part that no pattern finds. */
function withoutSecrets(messages: readonly unknown[]): readonly unknown[] {
  const text = JSON.stringify(messages, (_name, value: unknown) =>
    typeof value === 'string' ? redactSecrets(value) : value,
  );
  return JSON.parse(text) as unknown[];
}

/** Returns an entry without what the program of the agent put there, such as its instructions and reminders: the other agent has its own. */
function withoutInjectedText(entry: IContent): readonly IContent[] {
  const { speaker, blocks } = entry;
  if (speaker === 'system') return [];
  if (speaker !== 'human') return [entry];
  const left = blocks.flatMap((block): readonly ContentBlock[] => {
    if (block.type !== 'text') return [block];
    const words = splitInjectedText(block.text).filter(({ isInjected }) => !isInjected);
    return words.length === 0
      ? []
      : [{ type: 'text', text: words.map(({ text }) => text).join('') }];
  });
  return left.length === 0 ? [] : [{ ...entry, blocks: left }];
}
