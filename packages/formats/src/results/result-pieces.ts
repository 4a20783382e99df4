import {
  formatMediaPlaceholder,
  replaceResultParts,
  resultParts,
  type ResultMedia,
  type ResultPart,
} from '@palimpsest/core-types';
import { isRecord } from '../values.ts';

/** A piece of a result during conversion to a format. */
export type ResultPiece =
  /** A part of the format. */
  | { readonly type: 'own'; readonly value: unknown }
  | { readonly type: 'text'; readonly text: string }
  /** Data. Media in it follows as parts, as far as the format accepts it. */
  | { readonly type: 'json'; readonly value: unknown };

/** How a format accepts pieces of a result. */
export interface PieceRules {
  /** Returns whether the format takes a value as it is. */
  readonly isAccepted: (value: unknown) => boolean;
  /** Writes media; `undefined` if the format has no place for it; a placeholder replaces it. */
  readonly media: (media: ResultMedia) => unknown;
}

/** Splits a result in order: a list of parts by elements, any other value as one piece. */
export function resultPieces(result: unknown, { isAccepted, media }: PieceRules): ResultPiece[] {
  const pieces: ResultPiece[] = [];
  const parts = resultParts(result);
  const { shown, taken } = takeMedia(result, media);
  const add = ({ value, valueWithoutMedia, from, end, depth }: Place): void => {
    const part = parts[from];
    if (isAccepted(value)) pieces.push({ type: 'own', value });
    else if (part === undefined || from === end) return;
    else if (end - from === 1 && isWhole(part, value, depth)) pieces.push(pieceOf(part, taken));
    else if (Array.isArray(value) && Array.isArray(valueWithoutMedia)) {
      let start = from;
      for (const [index, element] of value.entries()) {
        let next = start;
        while (next < end && parts[next]?.path[depth] === index) next += 1;
        const own: { value: unknown; valueWithoutMedia: unknown } = {
          value: element,
          valueWithoutMedia: valueWithoutMedia[index],
        };
        add({ ...own, from: start, end: next, depth: depth + 1 });
        start = next;
      }
    } else {
      pieces.push({ type: 'json', value: valueWithoutMedia });
      for (const inner of parts.slice(from, end)) {
        if (taken.has(inner)) pieces.push({ type: 'own', value: taken.get(inner) });
      }
    }
  };
  add({ value: result, valueWithoutMedia: shown, from: 0, end: parts.length, depth: 0 });
  return pieces;
}

interface Place {
  readonly value: unknown;
  /** The value without its media. */
  readonly valueWithoutMedia: unknown;
  /** Indices of the result's parts in it. */
  readonly from: number;
  readonly end: number;
  /** Length of its path. */
  readonly depth: number;
}

/** Returns whether a part is the only content of its place. */
function isWhole({ type, path }: ResultPart, value: unknown, depth: number): boolean {
  return (
    path.length === depth || (type === 'text' && path.length === depth + 1 && isTextPart(value))
  );
}

function pieceOf(part: ResultPart, taken: ReadonlyMap<ResultPart, unknown>): ResultPiece {
  if (part.type !== 'media') return part;
  return taken.has(part)
    ? { type: 'own', value: taken.get(part) }
    : { type: 'text', text: formatMediaPlaceholder(part.media) };
}

/** Extracts all media that a format accepts, and notes in its place that it follows. Other media becomes placeholders. */
export function takeMedia(
  result: unknown,
  write: (media: ResultMedia) => unknown,
): { readonly shown: unknown; readonly taken: ReadonlyMap<ResultPart, unknown> } {
  const taken = new Map<ResultPart, unknown>();
  const edits = new Map<ResultPart, string>();
  for (const part of resultParts(result).filter(isMedia)) {
    const written = write(part.media);
    if (written === undefined) edits.set(part, formatMediaPlaceholder(part.media));
    else {
      taken.set(part, written);
      edits.set(part, `(${part.media.mimeType} follows)`);
    }
  }
  return { shown: edits.size === 0 ? result : replaceResultParts(result, edits), taken };
}

/** Returns the result with a placeholder for each media in it; the same result where there is none. */
export function withoutMedia(result: unknown): unknown {
  return takeMedia(result, () => undefined).shown;
}

/** Returns whether a value is a list of parts, whichever format's. */
export function isPartList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && resultParts(value).some(({ path }) => path.length > 0);
}

/** Returns whether a value is a part that is a text and nothing else, whichever format's. */
export function isTextPart(value: unknown): value is { readonly text: string } {
  if (!isRecord(value)) return false;
  const [part, ...others] = resultParts(value);
  return part?.type === 'text' && others.length === 0 && part.path.join() === 'text';
}

export function isMedia(part: ResultPart): part is Extract<ResultPart, { type: 'media' }> {
  return part.type === 'media';
}
