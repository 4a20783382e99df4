import { truncateText } from '@palimpsest/engine/text';
import type { Codec } from '@palimpsest/formats';
import { describeCompaction } from './describe-compaction.ts';
import type { Compaction } from './create-host.ts';

/** Longest quotation of a message, in UTF-16 units. */
const MAX_QUOTE = 60;

/** Describes for a person what a compaction would remove, and where what stays begins. */
export function describePreview<Message>(
  codec: Codec<Message>,
  given: readonly Message[],
  { messages, report }: Compaction<Message>,
): string {
  const line = describeCompaction(report, 'A compaction now');
  if (report.kind === 'noop') return line;
  let whole = 0;
  while (whole < given.length && given.at(-1 - whole) === messages.at(-1 - whole)) whole += 1;
  const gone = given.slice(0, given.length - whole);
  const { lines = 0, reducedTexts = 0 } = report.dropped as Readonly<Record<string, number>>;
  return [
    line,
    `Into a report: ${gone.length} messages, from ${quote(codec, gone[0])} to ${quote(codec, gone.at(-1))}.`,
    ...(lines === 0 ? [] : [`It leaves out ${lines} lines of ${reducedTexts} texts.`]),
    whole === 0
      ? 'No message stays as it is.'
      : `As they are: the newest ${whole}, from ${quote(codec, given.at(-whole))} on.`,
  ].join('\n');
}

/** Quotes the beginning of a message, or names its first call. */
function quote<Message>(codec: Codec<Message>, message: Message | undefined): string {
  const blocks = message === undefined ? [] : codec.decode([message]).flatMap((one) => one.blocks);
  for (const block of blocks) {
    if (block.type === 'tool_call') return `a call of ${block.name}`;
    if (block.type === 'tool_response') return `a result of ${block.toolName || 'a tool'}`;
    if (block.type !== 'text') continue;
    const text = block.text.replaceAll(/\s+/g, ' ').trim();
    const shown = truncateText(text, MAX_QUOTE);
    return shown === text ? `"${text}"` : `"${shown}…"`;
  }
  return 'a message without text';
}
