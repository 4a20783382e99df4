import { createPalimpsest, DEFAULT_STRATEGY, type CompressOptions } from 'palimpsest';
import { rejectOptions, withValue, type Arguments, type Command } from '../arguments/command.ts';
import {
  checkOneTarget,
  FORMAT_OPTION,
  readFormat,
  readPositive,
  readShare,
} from '../arguments/options.ts';
import { toBadLine, type BadLine, type Conversation } from '../conversations/conversation.ts';
import { UsageError } from '../errors.ts';
import { checkIsLine, findConversation, readItems } from '../conversations/find-conversation.ts';
import { openInput } from '../input/open-input.ts';
import { openOutput } from '../output/open-output.ts';
import { writeReportPage } from '../read-page.ts';
import { EXIT } from '../main-io.ts';
import { writeLines } from '../output/write-texts.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { detectStyle } from '../terminal/style.ts';
import { drawInspection } from './draw-inspection.ts';
import { inspectConversation } from './inspect-conversation.ts';
import { sumUp, type Inspection, type Overview } from './inspection.ts';
import { reportSession } from '@palimpsest/report';

export const inspectCommand: Command = {
  options: {
    conversation: withValue('ID|#', 'one of several: its id, or its position from 0', 'c'),
    ...FORMAT_OPTION,
    html: withValue(
      'FILE',
      'write a page that shows what a compression would keep, shorten and remove, and why',
    ),
    strategy: withValue(
      'NAME',
      `with --html: compression strategy (default: ${DEFAULT_STRATEGY})`,
      's',
    ),
    'target-ratio': withValue(
      'R',
      'with --html: target as a share of the tokens (default: 0.25)',
      'r',
    ),
    'target-tokens': withValue('N', 'with --html: target in tokens', 't'),
    json: { help: 'print JSON' },
  },
  notes: [
    'Tokens are estimates. FILE can be - for standard input, and can be compressed with gzip.',
  ],
  async run(given, io) {
    const { stdout, env, cwd } = io;
    const format = readFormat(given);
    const target = readTarget(given);
    if (given.positional === undefined) {
      throw new UsageError('No input: give a file, or - for standard input.');
    }
    const { name, bytes } = await openInput(given.positional, io);
    const items = readItems(bytes, { name, format }, io);
    const wanted = given.get('conversation');
    const palimpsest = createPalimpsest();
    const html = given.get('html');
    if (html !== undefined) {
      const output = await openOutput(html, io, `--html ${printable(html, 200)}`);
      const conversation = await findConversation(items, wanted, name);
      const strategy = palimpsest.registry.resolve(given.get('strategy') ?? DEFAULT_STRATEGY).name;
      const report = await reportSession(conversation, palimpsest, { strategy, ...target });
      await output([await writeReportPage(report)]);
      return EXIT.done;
    }
    const strategy = palimpsest.registry.resolve('high-density');
    const inspect = (conversation: Conversation): Inspection =>
      inspectConversation(conversation, strategy, cwd);
    const found =
      wanted === undefined
        ? await inspectAll(items, name, inspect)
        : inspect(await findConversation(items, wanted, name));
    const lines = given.has('json')
      ? [printableJson(JSON.stringify(found, undefined, 2), stdout)]
      : drawInspection(found, detectStyle(stdout, env));
    await writeLines(stdout, lines);
    return EXIT.done;
  },
};

const DEFAULT_TARGET_RATIO = 0.25;

/**
 * Returns the target of the page.
 *
 * @throws {UsageError} when options exclude each other
 */
function readTarget(given: Arguments): Pick<CompressOptions, 'targetTokens' | 'targetRatio'> {
  const targetTokens = readPositive(given, 'target-tokens');
  const targetRatio = readShare(given, 'target-ratio') ?? DEFAULT_TARGET_RATIO;
  if (given.has('html')) rejectOptions(given, ['json'], 'excludes --html.');
  else {
    const problem = 'needs --html: without it, inspect does not compress.';
    rejectOptions(given, ['strategy', 'target-tokens', 'target-ratio'], problem);
  }
  checkOneTarget(given);
  return targetTokens === undefined ? { targetRatio } : { targetTokens };
}

/** Returns the inspection of the only conversation, or an overview if there are several conversations or bad lines. */
async function inspectAll(
  items: AsyncIterable<Conversation | BadLine>,
  name: string,
  inspect: (conversation: Conversation) => Inspection,
): Promise<Inspection | Overview> {
  const inspections: Inspection[] = [];
  const problems: string[] = [];
  for await (const item of items) {
    const found = item.kind === 'bad' ? item : tryInspect(item, inspect);
    if ('problem' in found) problems.push(found.problem);
    else inspections.push(found);
  }
  const [first, second] = inspections;
  if (first === undefined) throw new UsageError(problems[0] ?? `${name} holds no conversation.`);
  const isOnly = second === undefined && problems.length === 0;
  return isOnly ? first : sumUp(name, inspections, problems.length);
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
