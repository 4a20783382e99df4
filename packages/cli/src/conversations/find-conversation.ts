import type { FormatName } from '@palimpsest/formats';
import { UsageError } from '../errors.ts';
import { openInput } from '../input/open-input.ts';
import type { MainIo } from '../main-io.ts';
import { incompleteLineWarning, printWarnings } from '../terminal/notices.ts';
import { quote } from '../terminal/printable.ts';
import type { BadLine, Conversation, ReadOptions } from './conversation.ts';
import { readConversations } from './read-conversations.ts';

/**
 * Reads conversations, and warns of an incomplete last line.
 *
 * @throws {UsageError} for unreadable input that is not a line of several
 */
export async function* readItems(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  io: Pick<MainIo, 'stderr' | 'env'>,
): AsyncGenerator<Conversation | BadLine> {
  const onIncompleteLine = (place: string): void =>
    printWarnings([incompleteLineWarning(place)], 'text', io);
  for await (const item of readConversations(bytes, { ...options, onIncompleteLine })) {
    if (item.kind === 'bad') checkIsLine(item);
    if (item.kind !== 'aside') yield item;
  }
}

export function checkIsLine({ isLine, problem }: BadLine): void {
  if (!isLine) throw new UsageError(problem);
}

/** Returns the conversation of a file with the wanted id or position, or the only one. */
export async function readConversation(
  file: string,
  wanted: string | undefined,
  format: FormatName | undefined,
  io: MainIo,
): Promise<Conversation> {
  const { name, bytes } = await openInput(file, io);
  let found: Conversation | undefined;
  let problem: string | undefined;
  let count = 0;
  for await (const item of readItems(bytes, { name, format }, io)) {
    if (item.kind === 'bad') {
      problem ??= item.problem;
      continue;
    }
    if (item.id === wanted) return item;
    if (wanted === undefined && found !== undefined) {
      throw new UsageError(
        `${name} holds several conversations. Choose one with --conversation ID or #.`,
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
