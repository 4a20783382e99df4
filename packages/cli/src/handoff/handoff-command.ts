import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { splitInjectedText } from '@palimpsest/engine/history';
import { getCodec } from '@palimpsest/formats';
import { redactSecrets } from '@palimpsest/originals/secrets';
import { recordText } from '@palimpsest/strategy-salience';
import { createPalimpsest } from 'palimpsest';
import { withValue, type Command } from '../arguments/command.ts';
import { FORMAT_OPTION, readChoice, readFormat, readPositive } from '../arguments/options.ts';
import { findConversation, readItems } from '../conversations/find-conversation.ts';
import { UsageError } from '../errors.ts';
import { openInput } from '../input/open-input.ts';
import { EXIT } from '../main-io.ts';
import { openOutput } from '../output/open-output.ts';
import { formatCount } from '../terminal/numbers.ts';
import { printable } from '../terminal/printable.ts';
import { AGENTS, WRITERS } from './session-files.ts';

const RECEIVERS = [...AGENTS, 'text'] as const;

const DEFAULT_TOKENS = 20_000;

export const handoffCommand: Command = {
  options: {
    to: withValue('AGENT', `who goes on: ${RECEIVERS.join(', ')}`),
    'target-tokens': withValue(
      'N',
      `most tokens that the report may take (default: ${DEFAULT_TOKENS})`,
      't',
    ),
    conversation: withValue('ID|#', 'one of several: its id, or its position from 0', 'c'),
    ...FORMAT_OPTION,
    'keep-secrets': {
      help: 'hand over keys, tokens and passwords; without it, a placeholder stands for each',
    },
    out: withValue('FILE|-', 'where the session is written', 'o'),
  },
  notes: [
    'The session begins with one report of the other one: what people wrote, word for word, and what was done and found. Reasoning, pictures and the instructions of the other agent are left out.',
    'Without --out, sessions of claude-code and codex are written where these agents look for them, others into the current folder, and a text to standard output.',
  ],
  async run(given, io) {
    const { cwd, env, stderr } = io;
    const to = readChoice(given, 'to', RECEIVERS);
    if (to === undefined) {
      throw new UsageError(`--to: expected one of ${RECEIVERS.join(', ')}, got none.`);
    }
    if (given.positional === undefined) {
      throw new UsageError('No input: give a file, or - for standard input.');
    }
    const targetTokens = readPositive(given, 'target-tokens') ?? DEFAULT_TOKENS;
    const { name, bytes } = await openInput(given.positional, io);
    const items = readItems(bytes, { name, format: readFormat(given) }, io);
    const { messages, format } = await findConversation(items, given.get('conversation'), name);
    const shown = given.has('keep-secrets') ? messages : withoutSecrets(messages);
    const said = getCodec(format).decode(shown).flatMap(withoutProgram);
    if (said.length === 0) throw new UsageError(`${name} holds no messages to hand over.`);
    const { messages: left, report } = await createPalimpsest().compress(said, {
      format: 'icontent',
      strategy: 'salience',
      targetTokens,
    });
    const text = recordText(getCodec('icontent').decode(left), { canRecall: false });
    if (report.shortfallTokens !== undefined) {
      const taken = formatCount(report.tokensAfter, 'token');
      stderr.write(
        `The report takes ${taken}, more than ${targetTokens}: ${report.shortfallReason}.\n`,
      );
    }
    const out = given.get('out');
    if (to === 'text') {
      await (
        await openOutput(out ?? '-', io)
      )([`${text}\n`]);
      return EXIT.done;
    }
    const beginning = { text, id: randomUUID(), at: Date.now(), cwd };
    const { content, path, next } = WRITERS[to](beginning, env);
    if (out === undefined && isAbsolute(path)) await mkdir(dirname(path), { recursive: true });
    const file = out ?? path;
    await (
      await openOutput(file, io)
    )([content]);
    if (file === '-') return EXIT.done;
    stderr.write(`Wrote ${printable(resolve(cwd, file), 400)}\nGo on with: ${next(file)}\n`);
    if (out !== undefined && isAbsolute(path)) {
      stderr.write(`${to} finds it only as ${printable(path, 400)}\n`);
    }
    return EXIT.done;
  },
};

/** Before the report is written: it may shorten a secret to a part that no pattern finds. */
function withoutSecrets(messages: readonly unknown[]): readonly unknown[] {
  const text = JSON.stringify(messages, (_name, value: unknown) =>
    typeof value === 'string' ? redactSecrets(value) : value,
  );
  return JSON.parse(text) as unknown[];
}

/** Returns an entry without what the program of the agent put there, such as its instructions and reminders: the other agent has its own. */
function withoutProgram(entry: IContent): readonly IContent[] {
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
