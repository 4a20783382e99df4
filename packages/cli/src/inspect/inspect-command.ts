import { createPalimpsest } from 'palimpsest';
import {
  asSwitch,
  rejectOptions,
  withValue,
  type Arguments,
  type Command,
} from '../arguments/command.ts';
import {
  checkOneTarget,
  FORMAT_OPTION,
  readFormat,
  readPositive,
  readShare,
} from '../arguments/options.ts';
import {
  toBadLine,
  type BadLine,
  type Conversation,
  type Item,
} from '../conversations/conversation.ts';
import { readConversations } from '../conversations/read-conversations.ts';
import { UsageError } from '../errors.ts';
import { openInput } from '../input/open-input.ts';
import { EXIT, type ExitCode, type MainIo } from '../main-io.ts';
import { writeTexts } from '../output/write-texts.ts';
import { quote } from '../terminal/printable.ts';
import { detectStyle } from '../terminal/style.ts';
import { drawInspection } from './draw-inspection.ts';
import { inspectConversation } from './inspect-conversation.ts';
import { OverviewBuilder, type Inspection, type Overview } from './inspection.ts';
import { drawWhy } from './draw-why.ts';
import { explainConversation, type WhyTarget } from './explain-conversation.ts';

export const inspectCommand: Command = {
  options: {
    conversation: withValue('ID|#', 'one of several: its id, or its position from 0', 'c'),
    ...FORMAT_OPTION,
    why: asSwitch('show instead what the strategy salience would keep, line by line, and why'),
    'target-ratio': withValue(
      'R',
      'with --why: target as a share of the tokens (default: 0.25)',
      'r',
    ),
    'target-tokens': withValue('N', 'with --why: target in tokens', 't'),
    json: asSwitch('print JSON'),
  },
  notes: [
    'Tokens are estimates. FILE can be - for standard input, and can be compressed with gzip.',
  ],
  run: runInspect,
};

async function runInspect(given: Arguments, io: MainIo): Promise<ExitCode> {
  const { stdout, env, cwd } = io;
  const format = readFormat(given);
  const target = readWhyTarget(given);
  if (given.positional === undefined) {
    throw new UsageError('No input: give a file, or - for standard input.');
  }
  const { name, bytes } = await openInput(given.positional, io);
  const items = readItems(readConversations(bytes, { name, format }));
  const wanted = given.get('conversation');
  const strategy = createPalimpsest().registry.resolve('high-density');
  const inspect = (conversation: Conversation): Inspection =>
    inspectConversation(conversation, strategy, cwd);
  const style = detectStyle(stdout, env);
  let found: object;
  let lines: Iterable<string>;
  if (target !== undefined) {
    const why = await explainConversation(await findConversation(items, wanted, name), target);
    [found, lines] = [why, drawWhy(why, style)];
  } else {
    const inspection =
      wanted === undefined
        ? await inspectAll(items, name, inspect)
        : inspect(await findConversation(items, wanted, name));
    [found, lines] = [inspection, drawInspection(inspection, style)];
  }
  if (given.has('json')) lines = [JSON.stringify(found, undefined, 2)];
  await writeTexts(stdout, terminate(lines));
  return EXIT.done;
}

function* terminate(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}

const DEFAULT_WHY_RATIO = 0.25;

/** Returns the target of `--why`; `undefined` without it. */
function readWhyTarget(given: Arguments): WhyTarget | undefined {
  const tokens = readPositive(given, 'target-tokens');
  const ratio = readShare(given, 'target-ratio');
  if (!given.has('why')) {
    const problem = 'needs --why: without it, inspect does not compress.';
    rejectOptions(given, ['target-tokens', 'target-ratio'], problem);
    return undefined;
  }
  checkOneTarget(given);
  return tokens === undefined ? { ratio: ratio ?? DEFAULT_WHY_RATIO } : { tokens };
}

/** @throws {UsageError} for unreadable input that is not a line of several */
async function* readItems(items: AsyncIterable<Item>): AsyncGenerator<Conversation | BadLine> {
  for await (const item of items) {
    if (item.kind === 'bad') checkIsLine(item);
    if (item.kind !== 'aside') yield item;
  }
}

function checkIsLine({ isLine, problem }: BadLine): void {
  if (!isLine) throw new UsageError(problem);
}

/** Returns the conversation with the wanted id or position, or the only one. */
async function findConversation(
  items: AsyncIterable<Conversation | BadLine>,
  wanted: string | undefined,
  name: string,
): Promise<Conversation> {
  let found: Conversation | undefined;
  let problem: string | undefined;
  let count = 0;
  for await (const item of items) {
    if (item.kind === 'bad') {
      problem ??= item.problem;
      continue;
    }
    if (item.id === wanted) return item;
    if (wanted === undefined && found !== undefined) {
      throw new UsageError(
        `${name} holds several conversations, but --why shows one. Choose it with --conversation ID or #.`,
      );
    }
    if (wanted === undefined || wanted === String(count)) found = item;
    count += 1;
  }
  if (found !== undefined) return found;
  throw new UsageError(
    wanted === undefined
      ? (problem ?? `${name} holds no conversation.`)
      : `${name} has no conversation ${quote(wanted)}: expected its id, or its position from 0 to ${count - 1}.`,
  );
}

/** Returns the inspection of the only conversation, or an overview of several. */
async function inspectAll(
  items: AsyncIterable<Conversation | BadLine>,
  name: string,
  inspect: (conversation: Conversation) => Inspection,
): Promise<Inspection | Overview> {
  const overview = new OverviewBuilder();
  let only: Inspection | undefined;
  let problem: string | undefined;
  for await (const item of items) {
    const found = item.kind === 'bad' ? item : tryInspect(item, inspect);
    if ('problem' in found) {
      problem ??= found.problem;
      overview.badLines += 1;
    } else {
      only = found;
      overview.add(found);
    }
  }
  if (only === undefined) throw new UsageError(problem ?? `${name} holds no conversation.`);
  const built = overview.build(name);
  return built.conversations === 1 && built.badLines === 0 ? only : built;
}

function tryInspect(
  item: Conversation,
  inspect: (conversation: Conversation) => Inspection,
): Inspection | BadLine {
  try {
    return inspect(item);
  } catch (error) {
    const bad = toBadLine(item, error);
    checkIsLine(bad);
    return bad;
  }
}
