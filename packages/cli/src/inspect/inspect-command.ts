import { createPalimpsest, DEFAULT_STRATEGY } from 'palimpsest';
import { reportSession } from '@palimpsest/report';
import {
  checkOneTarget,
  CONVERSATION_HELP,
  FORMAT_HELP,
  formatNotes,
  parseFormat,
  parsePositive,
  parseShare,
  parseText,
  rejectOptions,
  type DefineCommand,
} from '../arguments/options.ts';
import { toBadLine, type BadLine, type Conversation } from '../conversations/conversation.ts';
import { checkIsLine, readConversation, readItems } from '../conversations/find-conversation.ts';
import { UsageError } from '../errors.ts';
import { openInput } from '../input/open-input.ts';
import { writeLines } from '../output/write-texts.ts';
import { openReportPage } from '../read-page.ts';
import { printableJson } from '../terminal/printable.ts';
import { detectStyle } from '../terminal/style.ts';
import { drawInspection } from './draw-inspection.ts';
import { inspectConversation } from './inspect-conversation.ts';
import { sumUp, type Inspection, type Overview } from './inspection.ts';

const DEFAULT_TARGET_RATIO = 0.25;

export const defineInspect: DefineCommand = (command, io) => {
  command
    .argument('<FILE>', 'a file, or - for standard input', parseText)
    .option('-c, --conversation <ID>', CONVERSATION_HELP, parseText)
    .option('-f, --format <NAME>', FORMAT_HELP, parseFormat)
    .option(
      '--html <FILE>',
      'write a page that shows what a compression would keep, shorten and remove, and why',
      parseText,
    )
    .option(
      '-s, --strategy <NAME>',
      `with --html: compression strategy (default: ${DEFAULT_STRATEGY})`,
      parseText,
    )
    .option(
      '-r, --target-ratio <R>',
      `with --html: target as a share of the tokens (default: ${DEFAULT_TARGET_RATIO})`,
      parseShare,
    )
    .option('-t, --target-tokens <N>', 'with --html: target in tokens', parsePositive)
    .option('--json', 'print JSON')
    .addHelpText('after', formatNotes(io, 'Tokens are estimates. FILE can be gzip.'))
    .action(async (file, options) => {
      const { html, json, conversation: wanted, format, targetTokens } = options;
      checkOneTarget(options);
      const palimpsest = createPalimpsest();
      const { registry } = palimpsest;
      if (html !== undefined) {
        rejectOptions(options, ['json'], 'excludes --html.');
        const writePage = await openReportPage(html, io);
        const conversation = await readConversation(file, wanted, format, io);
        const strategy = registry.resolve(options.strategy ?? DEFAULT_STRATEGY).name;
        const { targetRatio = DEFAULT_TARGET_RATIO } = options;
        const target = targetTokens === undefined ? { targetRatio } : { targetTokens };
        const comparison = await reportSession(conversation, palimpsest, { strategy, ...target });
        return await writePage(comparison);
      }
      const problem = 'needs --html: without it, inspect does not compress.';
      rejectOptions(options, ['strategy', 'target-tokens', 'target-ratio'], problem);
      const strategy = registry.resolve('high-density');
      const inspect = (conversation: Conversation): Inspection =>
        inspectConversation(conversation, strategy, io.cwd);
      let found: Inspection | Overview;
      if (wanted !== undefined) found = inspect(await readConversation(file, wanted, format, io));
      else {
        const { name, bytes } = await openInput(file, io);
        found = await inspectAll(readItems(bytes, { name, format }, io), name, inspect);
      }
      const lines = json
        ? [printableJson(JSON.stringify(found, undefined, 2), io.stdout)]
        : drawInspection(found, detectStyle(io.stdout, io.env));
      await writeLines(io.stdout, lines);
    });
};

/** Returns the inspection of the only conversation, or an overview if there are several conversations or bad lines. */
async function inspectAll(
  items: AsyncIterable<Conversation | BadLine>,
  name: string,
  inspect: (conversation: Conversation) => Inspection,
): Promise<Inspection | Overview> {
  const inspections: Inspection[] = [];
  const problems: string[] = [];
  for await (const item of items) {
    try {
      if (item.kind === 'bad') problems.push(item.problem);
      else inspections.push(inspect(item));
    } catch (error) {
      const bad = toBadLine(item as Conversation, error);
      checkIsLine(bad);
      problems.push(bad.problem);
    }
  }
  const [first, second] = inspections;
  if (first === undefined) throw new UsageError(problems[0] ?? `${name} holds no conversation.`);
  const isOnly = second === undefined && problems.length === 0;
  return isOnly ? first : sumUp(name, inspections, problems.length);
}
