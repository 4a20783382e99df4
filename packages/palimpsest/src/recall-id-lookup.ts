import type {
  CompressionContext,
  ContentBlock,
  IContent,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import { conversationRecords, type Codec } from '@palimpsest/formats';
import { createRecallIds, type Originals } from '@palimpsest/originals';

interface ResultAddress {
  readonly message: object;
  /** 1-based position of the result in its message. */
  readonly position: number;
}

/**
 * Creates a lookup of recall ids for blocks: of a tool result, or of a text in a message without results. The lookup returns `undefined`
 * for a block of none of these messages, or of one that could not be saved. Computed lazily and once.
 */
export function createRecallIdLookup(
  originals: Originals,
  messages: readonly unknown[],
  codec: Codec,
): NonNullable<CompressionContext['originalId']> {
  const recallIdOf = createRecallIds(originals);
  let index: ResultIndex | undefined;
  return (entry, blockIndex) => {
    const block = entry.blocks[blockIndex];
    if (block === undefined) return undefined;
    index ??= indexResults(listRecallable(messages, codec), codec);
    if (!isResponse(block)) {
      const message = sourceMessage(entry);
      return message !== undefined && block.type === 'text' && index.counts.get(message) === 0
        ? recallIdOf(message, 1)
        : undefined;
    }
    const address = index.addresses.get(identify(block)) ?? locateByEntry(entry, block, index);
    return address && recallIdOf(address.message, address.position);
  };
}

interface ResultIndex {
  /** Keyed by the provider's own part, which travels with every copy of a block. */
  readonly addresses: ReadonlyMap<object, ResultAddress | undefined>;
  /** Number of results of each message. */
  readonly counts: ReadonlyMap<object, number>;
}

/** Returns the messages with recallable content: in a log, the records of the conversation. */
export function listRecallable(messages: readonly unknown[], codec: Codec): readonly unknown[] {
  return codec.isLog === true ? conversationRecords(codec.decode(messages), codec.name) : messages;
}

function indexResults(messages: readonly unknown[], codec: Codec): ResultIndex {
  const addresses = new Map<object, ResultAddress | undefined>();
  const counts = new Map<object, number>();
  for (const message of new Set(messages)) {
    if (typeof message !== 'object' || message === null) continue;
    // In order: `.2` and `.3` in a recall id count them.
    const blocks = codec.decode([message]).flatMap((entry) => entry.blocks);
    const responses = blocks.filter(isResponse);
    counts.set(message, responses.length);
    for (const [index, block] of responses.entries()) {
      const key = identify(block);
      // A part shared by several messages does not identify one of them.
      addresses.set(key, addresses.has(key) ? undefined : { message, position: index + 1 });
    }
  }
  return { addresses, counts };
}

/** Returns the provider's own part of a block, which travels with every copy of the block; else the block. */
function identify(block: ContentBlock): object {
  const { native } = block;
  const part = isObject(native) && 'part' in native ? native.part : undefined;
  return isObject(part) ? part : block;
}

/** Locates a copied block without a provider part by its entry, if all results of the message are present. */
function locateByEntry(
  entry: IContent,
  block: ContentBlock,
  { counts }: ResultIndex,
): ResultAddress | undefined {
  const message = sourceMessage(entry);
  const responses = entry.blocks.filter(isResponse);
  if (message === undefined || counts.get(message) !== responses.length) return undefined;
  return { message, position: 1 + responses.findIndex((response) => response === block) };
}

/** Returns the message that an entry was decoded from. */
function sourceMessage({ native }: IContent): object | undefined {
  const message = isObject(native) && 'message' in native ? native.message : undefined;
  return isObject(message) ? message : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function isResponse(block: ContentBlock): block is ToolResponseBlock {
  return block.type === 'tool_response';
}
