import { compareSessions } from '@palimpsest/report';
import { asSwitch, withValue, type Arguments, type Command } from '../arguments/command.ts';
import { FORMAT_OPTION, readFormat } from '../arguments/options.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { findConversation, readItems } from '../conversations/find-conversation.ts';
import { readConversations } from '../conversations/read-conversations.ts';
import { UsageError } from '../errors.ts';
import { openInput } from '../input/open-input.ts';
import { EXIT, type ExitCode, type MainIo } from '../main-io.ts';
import { openOutput } from '../output/open-output.ts';
import { writeTexts } from '../output/write-texts.ts';
import { detectStyle } from '../terminal/style.ts';
import { drawComparison } from './draw-comparison.ts';
import { writeHtml } from './write-html.ts';

export const diffCommand: Command = {
  options: {
    conversation: withValue('ID|#', 'one of several: its id, or its position from 0', 'c'),
    ...FORMAT_OPTION,
    html: withValue('FILE', 'write the comparison as a page'),
    all: asSwitch('also list the entries that did not change'),
  },
  notes: ['Tokens are estimates. One of the files can be - for standard input.'],
  run: runDiff,
};

async function runDiff(given: Arguments, io: MainIo): Promise<ExitCode> {
  const [before, after] = given.positionals;
  if (before === undefined || after === undefined) {
    throw new UsageError('diff: expected two files, BEFORE and AFTER.');
  }
  if (before === '-' && after === '-') {
    throw new UsageError('diff: standard input can be one of the files, not both.');
  }
  const html = given.get('html');
  const output = html === undefined ? undefined : await openOutput(html, io, 'html');
  const old = await readOne(before, given, io);
  const comparison = compareSessions(old, await readOne(after, given, io));
  if (output !== undefined) await writeHtml(comparison, output);
  else {
    const lines = drawComparison(comparison, given.has('all'), detectStyle(io.stdout, io.env));
    await writeTexts(
      io.stdout,
      lines.map((line) => `${line}\n`),
    );
  }
  return EXIT.done;
}

async function readOne(file: string, given: Arguments, io: MainIo): Promise<Conversation> {
  const { name, bytes } = await openInput(file, io);
  const items = readItems(readConversations(bytes, { name, format: readFormat(given) }));
  return findConversation(items, given.get('conversation'), name);
}
