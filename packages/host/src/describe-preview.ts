import { truncateText } from '@palimpsest/engine/text';
import type { Codec } from '@palimpsest/formats';
import { describeCompaction } from './describe-compaction.ts';
import type { Compaction } from './create-compactor.ts';

/** Maximum length of a quotation of a message, in UTF-16 units: two fit into a line. */
const MAX_QUOTE_LENGTH = 60;

/** Describes for the user which messages a compaction would put into a report, and which would stay. */
export function describePreview<Message>(
  codec: Codec<Message>,
  original: readonly Message[],
  { messages, report }: Compaction<Message>,
): string {
  const line = describeCompaction(report, 'A compaction now');
  if (report.kind === 'noop') return line;
  let unchanged = 0;
  while (unchanged < original.length && original.at(-1 - unchanged) === messages.at(-1 - unchanged))
    unchanged += 1;
  const replaced = original.slice(0, original.length - unchanged);
  const { lines = 0, reducedTexts = 0 } = report.dropped as Readonly<Record<string, number>>;
  return [
    line,
    `Into a report: ${replaced.length} messages, from ${quoteMessage(codec, replaced[0])} to ${quoteMessage(codec, replaced.at(-1))}.`,
    ...(lines === 0 ? [] : [`It leaves out ${lines} lines of ${reducedTexts} texts.`]),
    unchanged === 0
      ? 'No message stays as it is.'
      : `As they are: the newest ${unchanged}, from ${quoteMessage(codec, original.at(-unchanged))} on.`,
  ].join('\n');
}

/** Quotes the beginning of a message, or names its first call. */
function quoteMessage<Message>(codec: Codec<Message>, message: Message | undefined): string {
  const blocks = message === undefined ? [] : codec.decode([message]).flatMap((one) => one.blocks);
  for (const block of blocks) {
    if (block.type === 'tool_call') return `a call of ${block.name}`;
    if (block.type === 'tool_response') return `a result of ${block.toolName || 'a tool'}`;
    if (block.type !== 'text') continue;
    const text = block.text.replaceAll(/\s+/g, ' ').trim();
    const shown = truncateText(text, MAX_QUOTE_LENGTH);
    return shown === text ? `"${text}"` : `"${shown}…"`;
  }
  return 'a message without text';
}
