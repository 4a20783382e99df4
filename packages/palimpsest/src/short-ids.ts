import type {
  CompressionContext,
  ContentBlock,
  IContent,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import { conversationRecords, type Codec } from '@palimpsest/formats';
import { createRecallIds, type Originals } from '@palimpsest/originals';

interface Place {
  readonly message: object;
  /** 1-based position of the result in its message. */
  readonly position: number;
}

/**
 * Creates a lookup of recall ids for blocks: of a tool result, or of a text in a message without results. The lookup returns `undefined`
 * for a block of none of these messages, or of one that could not be saved. Computed lazily and once.
 */
export function shortIds(
  originals: Originals,
  messages: readonly unknown[],
  codec: Codec,
): NonNullable<CompressionContext['originalId']> {
  const recallIdOf = createRecallIds(originals);
  let places: Places | undefined;
  return (entry, index) => {
    const block = entry.blocks[index];
    if (block === undefined) return undefined;
    places ??= findPlaces(recallable(messages, codec), codec);
    if (!isResponse(block)) {
      const message = ownMessage(entry);
      return message !== undefined && block.type === 'text' && places.counts.get(message) === 0
        ? recallIdOf(message, 1)
        : undefined;
    }
    const place = places.ofResponses.get(keyOf(block)) ?? placeInOwn(entry, block, places);
    return place === undefined ? undefined : recallIdOf(place.message, place.position);
  };
}

interface Places {
  /** Keyed by the provider's own part, which travels with every copy of a block. */
  readonly ofResponses: ReadonlyMap<object, Place | undefined>;
  /** Number of results of each message. */
  readonly counts: ReadonlyMap<object, number>;
}

/** Returns the messages with recallable content: in a log, the records of the conversation. */
export function recallable(messages: readonly unknown[], codec: Codec): readonly unknown[] {
  return codec.isLog === true ? conversationRecords(codec.decode(messages), codec.name) : messages;
}

function findPlaces(messages: readonly unknown[], codec: Codec): Places {
  const ofResponses = new Map<object, Place | undefined>();
  const counts = new Map<object, number>();
  for (const message of new Set(messages)) {
    if (typeof message !== 'object' || message === null) continue;
    // In order: `.2` and `.3` in a recall id count them.
    const blocks = codec.decode([message]).flatMap((entry) => entry.blocks);
    const responses = blocks.filter(isResponse);
    counts.set(message, responses.length);
    for (const [index, block] of responses.entries()) {
      const key = keyOf(block);
      // A part shared by several messages does not identify one of them.
      ofResponses.set(key, ofResponses.has(key) ? undefined : { message, position: index + 1 });
    }
  }
  return { ofResponses, counts };
}

function keyOf(block: ContentBlock): object {
  const { native } = block;
  const part = isObject(native) && 'part' in native ? native.part : undefined;
  return isObject(part) ? part : block;
}

/** Locates a copied block without a provider part by its entry, as long as all results of the message are present. */
function placeInOwn(entry: IContent, block: ContentBlock, { counts }: Places): Place | undefined {
  const message = ownMessage(entry);
  const responses = entry.blocks.filter(isResponse);
  if (message === undefined || counts.get(message) !== responses.length) return undefined;
  return { message, position: 1 + responses.findIndex((response) => response === block) };
}

/** Returns the message that an entry was decoded from. */
function ownMessage({ native }: IContent): object | undefined {
  const message = isObject(native) && 'message' in native ? native.message : undefined;
  return isObject(message) ? message : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function isResponse(block: ContentBlock): block is ToolResponseBlock {
  return block.type === 'tool_response';
}
