import { readResultMedia, resultParts, type ResultMedia } from '@palimpsest/core-types';
import { toJson } from '../json.ts';
import { isMedia, isPartList, isTextPart, resultPieces } from './result-pieces.ts';
import { resultText, writeFailure, type Outcome } from './tool-payload.ts';
import { isRecord, sameElements, textOf } from '../values.ts';

/** What results of a format may contain as lists. */
export interface ResultShapes {
  /**
   * Returns whether the format accepts an element unchanged. `isRead`: whether the list was read from this format, so that unknown members and
   * types are kept.
   */
  readonly isAccepted: (element: unknown, isRead: boolean) => boolean;
  readonly text: (text: string) => unknown;
  /** Writes media; `undefined` where the format has no place for it. */
  readonly media: (media: ResultMedia) => unknown;
}

/**
 * Writes a result in the shape it has: a list as a list, everything else as a text. Media is written where the format can hold it, else as a
 * placeholder, and never inside a text. A failure that the format has no flag for tells so in words.
 *
 * @param before what the message held that the result was read from
 */
export function writeResult(
  outcome: Outcome,
  shapes: ResultShapes,
  { before, isFailure }: { readonly before: unknown; readonly isFailure: boolean },
): readonly unknown[] | string {
  const list = writeResultList(outcome.result, shapes, Array.isArray(before));
  if (!isFailure) return list ?? resultText(outcome.result);
  if (list === undefined || list.length === 0) return writeFailure(outcome);
  return [shapes.text(writeFailure({ ...outcome, result: undefined })), ...list];
}

/** Writes a result that is a list of parts, or holds media, as a list; `undefined` for every other result. */
function writeResultList(
  result: unknown,
  { isAccepted, text, media }: ResultShapes,
  isRead: boolean,
): readonly unknown[] | undefined {
  const rules = { isAccepted: (value: unknown) => isAccepted(value, isRead), media };
  const isList =
    Array.isArray(result) && (isRead || result.every(rules.isAccepted) || isPartList(result));
  if (!isList && !resultParts(result).some(isMedia)) return undefined;
  const elements: readonly unknown[] = isList ? result : [result];
  const pieces = elements.flatMap((element) => resultPieces(element, rules));
  const written = pieces
    .filter((piece) => pieces.length === 1 || piece.type !== 'text' || piece.text !== '')
    .map((piece) => {
      if (piece.type === 'own') return piece.value;
      return text(piece.type === 'text' ? piece.text : toJson(piece.value));
    });
  return sameElements(written, elements) ? elements : written;
}

/** Returns whether a part is of a kind that no format here reads: only the format it was read from can know it. */
export function isForeignToAll(part: unknown): boolean {
  return (
    isRecord(part) &&
    textOf(part['type']) !== '' &&
    !isTextPart(part) &&
    readResultMedia(part) === undefined
  );
}

/** Returns whether a part has no members but these. */
export function hasOnly(part: object, members: readonly string[]): boolean {
  return Object.keys(part).every((key) => members.includes(key));
}

/** Returns the address of media: `undefined` where only another provider can find it. */
export function mediaAddress({ source, data, mimeType }: ResultMedia): string | undefined {
  if (source === 'base64') return `data:${mimeType};base64,${data}`;
  return source === 'url' && /^https?:/i.test(data) ? data : undefined;
}
