import {
  replaceBinaryText,
  stripEscapeSequences,
  resultParts,
  type ContentBlock,
  type ResultPart,
  type ToolCallBlock,
  type ToolResponseBlock,
} from '@palimpsest/core-types';

/** A text of a tool call or result, without its base64 data and colours. */
export interface BlockText {
  readonly source: string;
  /** characters of base64 data, beyond those of its placeholders. */
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
  const text = typeof parameters === 'string' ? parameters : jsonOf(parameters);
  return text === undefined ? [] : [textWith(text, undefined)];
}

function textsOfResult({ result }: ToolResponseBlock): readonly BlockText[] {
  const texts = resultParts(result).map((part) => {
    if (part.type === 'media') return textWith('', part);
    return textWith(part.type === 'text' ? part.text : (jsonOf(part.value) ?? ''), part);
  });
  // A result without a text may still have a long error.
  return texts.length > 0 ? texts : [textWith('', undefined)];
}

function textWith(text: string, part: ResultPart | undefined): BlockText {
  const withoutData = replaceBinaryText(text);
  const saved = text.length - withoutData.length;
  return { source: stripEscapeSequences(withoutData), saved, part };
}

/** Serializes a value as JSON. Returns `undefined` for what has no JSON form, such as circular references. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
