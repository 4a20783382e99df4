import { getCodec, type FormatName } from '@palimpsest/formats';
import { checkIsLine } from '../../packages/cli/src/conversations/find-conversation.ts';
import type { Conversation, Item } from '../../packages/cli/src/conversations/conversation.ts';
import { readConversations } from '../../packages/cli/src/conversations/read-conversations.ts';
import { UsageError } from '../../packages/cli/src/errors.ts';
import session from '../../examples/session.json?raw';
import type { Source } from './protocol.ts';

/** The pieces of a file, in order. */
export interface OpenSource {
  readonly name: string;
  readonly items: readonly Item[];
  readonly conversations: readonly Conversation[];
  readonly badLines: number;
}

/**
 * Reads a file as the command line does: in any format, also compressed with gzip.
 *
 * @throws {UsageError} for a file without a conversation
 */
export async function openSource(source: Source): Promise<OpenSource> {
  const file = typeof source === 'string' ? createExample(source) : source;
  const { name } = file;
  const items: Item[] = [];
  for await (const item of readConversations(readBytes(file), { name, format: undefined })) {
    if (item.kind === 'bad') checkIsLine(item);
    items.push(item);
  }
  const conversations = items.filter((item) => item.kind === 'conversation');
  const bad = items.filter((item) => item.kind === 'bad');
  if (conversations.length === 0) {
    throw new UsageError(bad[0]?.problem ?? `${name} holds no conversation.`);
  }
  return { name, items, conversations, badLines: bad.length };
}

async function* readBytes(file: Blob): AsyncGenerator<Uint8Array> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isCompressed = first === 0x1f && second === 0x8b;
  const whole = isCompressed
    ? new Response(file.stream().pipeThrough(new DecompressionStream('gzip')))
    : file;
  yield new Uint8Array(await whole.arrayBuffer());
}

/** Returns the recorded session of this repository in a format. */
function createExample(format: FormatName): File {
  if (format === 'openai') return new File([session], 'session.json');
  const history = getCodec('openai').decode(JSON.parse(session) as unknown[]);
  const entries = history.map(({ native: _native, ...entry }) => entry);
  const messages = getCodec(format).encode(entries);
  return new File([JSON.stringify(messages)], 'session.json');
}
