import {
  replaceBinaryText,
  stripEscapeSequences,
  resultParts,
  type ContentBlock,
  type ResultPart,
  type ToolCallBlock,
  type ToolResponseBlock,
  binarySize,
  formatMediaPlaceholder,
} from '@palimpsest/core-types';

/** A text of a tool call or result, without its base64 data and colours. */
export interface BlockText {
  readonly source: string;
  /** UTF-16 units and bytes of base64 data, beyond those of its placeholders. */
  readonly saved: number;
  /** Its part of a result; `undefined` for arguments and for a result without text. */
  readonly part: ResultPart | undefined;
}

const known = new WeakMap<ContentBlock, readonly BlockText[]>();

/** Returns the text of a call's arguments, or of each part of a result, in order. Cached per block. */
export function textsOfBlock(block: ToolCallBlock | ToolResponseBlock): readonly BlockText[] {
  const remembered = known.get(block);
  if (remembered !== undefined) return remembered;
  const texts = block.type === 'tool_call' ? textsOfCall(block) : textsOfResult(block);
  known.set(block, texts);
  return texts;
}

/** Returns the parameters as JSON, or the text they are; nothing for any other value. */
function textsOfCall({ parameters }: ToolCallBlock): readonly BlockText[] {
  const json = typeof parameters === 'string' ? { text: parameters, bytes: 0 } : jsonOf(parameters);
  return json === undefined ? [] : [textWith(json, undefined)];
}

function textsOfResult({ result }: ToolResponseBlock): readonly BlockText[] {
  const texts = resultParts(result).map((part) => {
    if (part.type === 'text') return textWith({ text: part.text, bytes: 0 }, part);
    return textWith((part.type === 'json' ? jsonOf(part.value) : undefined) ?? NOTHING, part);
  });
  // A result without a text may still have a long error.
  return texts.length > 0 ? texts : [textWith(NOTHING, undefined)];
}

const NOTHING: JsonOf = { text: '', bytes: 0 };

function textWith({ text, bytes }: JsonOf, part: ResultPart | undefined): BlockText {
  const withoutData = replaceBinaryText(text);
  const saved = text.length - withoutData.length + bytes;
  return { source: stripEscapeSequences(withoutData), saved, part };
}

/** A value as JSON, and the bytes that were replaced by their size. */
interface JsonOf {
  readonly text: string;
  readonly bytes: number;
}

/** Serializes a value as JSON, with bytes as their size. Returns `undefined` for cycles, big integers and depths beyond the stack. */
function jsonOf(value: unknown): JsonOf | undefined {
  let bytes = 0;
  const withoutBytes = (_name: string, member: unknown): unknown => {
    const size = typeof member === 'object' ? binarySize(member) : undefined;
    if (size === undefined) return member;
    bytes += size;
    return formatMediaPlaceholder({ mimeType: 'application/octet-stream', bytes: size });
  };
  try {
    const text = JSON.stringify(value, withoutBytes);
    return text === undefined ? undefined : { text, bytes };
  } catch {
    return undefined;
  }
}
