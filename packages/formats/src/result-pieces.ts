import {
  formatMediaPlaceholder,
  replaceResultParts,
  resultParts,
  type ResultMedia,
  type ResultPart,
} from '@palimpsest/core-types';
import { isRecord } from './values.ts';

/** A piece of a result on its way into the shape of a format. */
export type ResultPiece =
  /** A part that the format takes as it is. */
  | { readonly type: 'own'; readonly value: unknown }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'media'; readonly media: ResultMedia }
  /** Data, with placeholders for the media in it, which come as pieces behind it. */
  | { readonly type: 'json'; readonly value: unknown };

/** Takes a result apart in its order: the elements of a list of parts, or else the result as one piece. */
export function resultPieces(result: unknown, isOwn: (value: unknown) => boolean): ResultPiece[] {
  const pieces: ResultPiece[] = [];
  const shown = withoutMedia(result);
  addPieces({ value: result, shown, parts: resultParts(result), depth: 0 }, isOwn, pieces);
  return pieces;
}

/** Returns the result with a placeholder for each media in it; the same result where there is none. */
export function withoutMedia(result: unknown): unknown {
  const edits = new Map<ResultPart, string>();
  for (const part of resultParts(result).filter(isMedia)) {
    edits.set(part, formatMediaPlaceholder(part.media));
  }
  return edits.size === 0 ? result : replaceResultParts(result, edits);
}

interface Place {
  readonly value: unknown;
  /** The same value with placeholders for media. */
  readonly shown: unknown;
  readonly parts: readonly ResultPart[];
  /** Length of the path that leads here. */
  readonly depth: number;
}

function addPieces(
  { value, shown, parts, depth }: Place,
  isOwn: (value: unknown) => boolean,
  pieces: ResultPiece[],
): void {
  const [part] = parts;
  if (isOwn(value)) pieces.push({ type: 'own', value });
  else if (part === undefined) return;
  else if (parts.length === 1 && isWhole(part, value, depth)) pieces.push(part);
  else if (Array.isArray(value) && Array.isArray(shown)) {
    let from = 0;
    for (const [index, element] of value.entries()) {
      let end = from;
      while (end < parts.length && parts[end]?.path[depth] === index) end += 1;
      const own = { value: element as unknown, shown: shown[index] as unknown };
      addPieces({ ...own, parts: parts.slice(from, end), depth: depth + 1 }, isOwn, pieces);
      from = end;
    }
  } else {
    pieces.push({ type: 'json', value: shown });
    for (const inner of parts.filter(isMedia)) pieces.push(inner);
  }
}

/** Whether a part is all that is said in its place. */
function isWhole({ type, path }: ResultPart, value: unknown, depth: number): boolean {
  return (
    path.length === depth || (type === 'text' && path.length === depth + 1 && isTextPart(value))
  );
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
