import {
  replaceBinaryText,
  resultParts,
  type ContentBlock,
  type ResultPart,
  type ToolCallBlock,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { jsonOf, type JsonOf } from './json-of.ts';

/** A text that is read of a call or of a result, without the base64 in it. */
export interface BlockText {
  readonly source: string;
  /** UTF-16 units and bytes that binary data took beyond what stands in its place. */
  readonly saved: number;
  /** Where it stands in a result; `undefined` for arguments, and for a result that says nothing. */
  readonly part: ResultPart | undefined;
}

const known = new WeakMap<ContentBlock, readonly BlockText[]>();

/** Returns the texts of a call's arguments or of each part of a result, in their order. Made once for each block. */
export function textsOfBlock(block: ToolCallBlock | ToolResponseBlock): readonly BlockText[] {
  const remembered = known.get(block);
  if (remembered !== undefined) return remembered;
  const texts = block.type === 'tool_call' ? textsOfCall(block) : textsOfResult(block);
  known.set(block, texts);
  return texts;
}

/** The parameters as JSON, or the text they are; nothing for what is neither. */
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
  const source = replaceBinaryText(text);
  return { source, saved: text.length - source.length + bytes, part };
}
