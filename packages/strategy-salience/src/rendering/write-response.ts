import {
  formatMediaPlaceholder,
  formatGapMarker,
  hasRecallId,
  recallIdOf,
  replaceResultParts,
  prependRecallId,
  type ResultMedia,
  type ResultPart,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { render } from './render.ts';
import { shortenError } from '@palimpsest/tool-taxonomy';
import type { ParsedText } from '../reading/parsed-text.ts';

/** A text of a result, with the selection of its units. */
export interface SelectedPart {
  /** Its position in the result; `undefined` for a result without text. */
  readonly part: ResultPart | undefined;
  readonly reading: ParsedText;
  /** UTF-16 units of base64 data, removed as soon as the text is reduced. */
  readonly saved: number;
  /** Whether JSON members state the failure, so that the reduced text must be JSON. */
  readonly isTold: boolean;
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

/** Returns the reduced value of a part, or `undefined` if it is unchanged. */
function writePart(selectedPart: SelectedPart, id: string | undefined): unknown {
  const { part, reading, isKept, isTold, saved } = selectedPart;
  if (part === undefined) return undefined;
  const { source } = reading;
  const length = source.length + saved;
  switch (part.type) {
    case 'media': {
      const placeholder = formatMediaPlaceholder(part.media, id);
      return isKept(0) || !isLarger(part.media, placeholder) ? undefined : placeholder;
    }
    case 'json': {
      // A list or record keeps the id of an earlier compression.
      const own = id ?? recallIdOf(part.value);
      const isRead = reading.form === 'json';
      const left = isRead ? render(reading, isKept, { strict: true, id: own }) : source;
      if (left === source) return saved > 0 ? withId(JSON.parse(source), own) : undefined;
      return ifShorter(left, length, JSON.parse);
    }
    default: {
      const left = render(reading, isKept, { strict: isTold });
      const isReduced = left !== source || saved > 0;
      // The parser does not read the recall id of an earlier reduction.
      const own = id ?? (hasRecallId(part.text) ? recallIdOf(part.text) : undefined);
      const text = own !== undefined && isReduced ? prependRecallId(own, left) : left;
      return isReduced ? ifShorter(text, length, (said) => said) : undefined;
    }
  }
}

/** If only base64 data was removed, there is no count of omissions yet. */
function withId(value: unknown, id: string | undefined): unknown {
  if (id === undefined || typeof value !== 'object' || value === null) return value;
  const marker = prependRecallId(id, formatGapMarker(0));
  if (Array.isArray(value)) return [...(value as unknown[]), marker];
  return '…' in value ? value : { ...value, '…': marker };
}

function ifShorter(text: string, length: number, read: (text: string) => unknown): unknown {
  return text.length < length ? read(text) : undefined;
}

/** JSON overhead of a text part, in characters. */
const TEXT_PART = 30;

/** A URL may be shorter than its placeholder. */
function isLarger({ source, data }: ResultMedia, placeholder: string): boolean {
  return source === 'base64' || source === 'bytes' || data.length + TEXT_PART > placeholder.length;
}
