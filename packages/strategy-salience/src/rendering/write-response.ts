import {
  mediaPlaceholder,
  prependRecallId,
  findRecallId,
  replaceResultParts,
  type MediaBlock,
  type ResultPart,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { render } from './render.ts';
import { shortenError } from '@palimpsest/engine/tools';
import type { ParsedText } from '../reading/parsed-text.ts';

/** A text of a result, with the selection of its units. */
export interface SelectedPart {
  /** Its position in the result; `undefined` for a result without text. */
  readonly part: ResultPart | undefined;
  readonly parsed: ParsedText;
  /** Length of the part as it is, in characters. */
  readonly length: number;
  /** Whether base64 data of the part is missing in the text: the part is written in any case. */
  readonly isWithoutData: boolean;
  /** The recall id that the reduced result gets. */
  readonly id: string | undefined;
  readonly isKept: (unit: number) => boolean;
}

/** Returns a result with its reduced parts. Its recall id is in the first part with room for it. */
export function writeResponse(
  block: ToolResponseBlock,
  selectedParts: readonly SelectedPart[],
): ToolResponseBlock {
  const edits = new Map<ResultPart, unknown>();
  const id = selectedParts[0]?.id;
  const idPart =
    id === undefined
      ? undefined
      : selectedParts.find((selectedPart) => writePart(selectedPart, id) !== undefined);
  // A part without room for the id stays whole.
  for (const selectedPart of id !== undefined && idPart === undefined ? [] : selectedParts) {
    const left = writePart(selectedPart, selectedPart === idPart ? id : undefined);
    if (left !== undefined) edits.set(selectedPart.part!, left);
  }
  const error = shortenError(block.error ?? '');
  const isCut = error !== (block.error ?? '');
  if (edits.size === 0 && !isCut) return block;
  return {
    ...block,
    ...(edits.size === 0 ? {} : { result: replaceResultParts(block.result, edits) }),
    ...(isCut ? { error } : {}),
  };
}

/** Returns the reduced value of a part, or `undefined` if it is unchanged. A reduced JSON value is a text: its most useful members. */
function writePart(
  { part, parsed, isKept, length, isWithoutData }: SelectedPart,
  id: string | undefined,
): unknown {
  if (part === undefined) return undefined;
  if (part.type === 'media') {
    const placeholder = mediaPlaceholder(part.media, id);
    return isKept(0) || !isLarger(part.media, placeholder) ? undefined : placeholder;
  }
  const left = render(parsed, isKept);
  if (left === parsed.source && !isWithoutData) return undefined;
  // The parser does not read the recall id of an earlier reduction.
  const own = id ?? findRecallId(part.type === 'json' ? part.value : part.text);
  const text = own === undefined ? left : prependRecallId(own, left);
  return text.length < length ? text : undefined;
}

/** JSON overhead of a text part, in characters. */
const TEXT_PART = 30;

/** A URL may be shorter than its placeholder. */
function isLarger({ encoding, data }: MediaBlock, placeholder: string): boolean {
  return (encoding === 'base64' && data !== '') || data.length + TEXT_PART > placeholder.length;
}
