import {
  formatMediaPlaceholder,
  readResultMedia,
  resultParts,
  type ResultMedia,
} from '@palimpsest/core-types';
import { toJson } from './json.ts';
import {
  isMedia,
  isPartList,
  isTextPart,
  resultPieces,
  type ResultPiece,
} from './result-pieces.ts';
import { resultText, writeFailure, type Outcome } from './tool-payload.ts';
import { isRecord, textOf } from './values.ts';

/** What the results of a format may hold where they are lists. */
export interface ResultShapes {
  /**
   * Returns whether the format takes an element as it is. `isRead` says that the list was read from this format, so that members and types
   * nobody here knows stay.
   */
  readonly isOwn: (element: unknown, isRead: boolean) => boolean;
  readonly text: (text: string) => unknown;
  /** Writes media; `undefined` where the format has no place for it. */
  readonly media: (media: ResultMedia) => unknown;
}

/**
 * Writes a result in the shape it has: a list as a list, everything else as a text. Media is written where the format can hold it, else as a
 * placeholder, and never inside a text. A failure that the format has no flag for tells so in words.
 */
export function writeResult(
  outcome: Outcome,
  shapes: ResultShapes,
  { isRead, isFailure }: { readonly isRead: boolean; readonly isFailure: boolean },
): readonly unknown[] | string {
  const list = writeResultList(outcome.result, shapes, isRead);
  if (!isFailure) return list ?? resultText(outcome.result);
  if (list === undefined) return writeFailure(outcome);
  return [shapes.text(writeFailure({ ...outcome, result: undefined })), ...list];
}

/** Writes a result that is a list of parts, or holds media, as a list; `undefined` for every other result. */
export function writeResultList(
  result: unknown,
  shapes: ResultShapes,
  isRead: boolean,
): readonly unknown[] | undefined {
  const isOwn = (value: unknown): boolean => shapes.isOwn(value, isRead);
  const isList = Array.isArray(result) && (result.every(isOwn) || isPartList(result));
  if (!isList && !resultParts(result).some(isMedia)) return undefined;
  const pieces = resultPieces(result, isOwn).filter(
    (piece, _index, all) => all.length === 1 || piece.type !== 'text' || piece.text !== '',
  );
  const written = pieces.map((piece) => writePiece(piece, shapes));
  const isSame =
    isList &&
    written.length === result.length &&
    written.every((element, index) => element === result[index]);
  return isSame ? result : written;
}

function writePiece(piece: ResultPiece, { text, media }: ResultShapes): unknown {
  switch (piece.type) {
    case 'own':
      return piece.value;
    case 'text':
      return text(piece.text);
    case 'media':
      return media(piece.media) ?? text(formatMediaPlaceholder(piece.media));
    default:
      return text(toJson(piece.value));
  }
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
