import { OriginalsError } from './originals-error.ts';

/** Text of a value without members, or how to write one with members. `undefined` omits the member. */
export type Piece = string | Branch | undefined;

export interface Branch {
  readonly open: string;
  readonly close: string;
  /** Member names in the order of output; absent for lists. */
  readonly keys?: readonly string[];
  /** Object that holds the members. */
  readonly source: object;
  /** The value that is written, if `source` was derived from it. */
  readonly owner?: object;
}

interface Frame {
  readonly branch: Branch;
  readonly length: number;
  next: number;
  isEmpty: boolean;
}

/** Thrown for a value that cannot be written; `writeTree` adds its path to the message. */
export class Unwritable extends Error {}

/**
 * Writes a value of any depth as text, without recursion. `pieceOf` determines how each value is written.
 *
 * @throws {OriginalsError} `NOT_KEEPABLE` when `pieceOf` throws `Unwritable`, or when a value contains itself
 */
export function writeTree(root: unknown, pieceOf: (value: unknown) => Piece): string {
  const frames: Frame[] = [];
  const open = new Set<object>();
  let text = '';
  try {
    let piece = pieceOf(root) ?? 'null';
    for (;;) {
      if (typeof piece === 'string') text += piece;
      else {
        const { source, keys, owner = source } = piece;
        if (open.has(owner)) throw new Unwritable('the value contains itself');
        open.add(owner);
        text += piece.open;
        const length = keys === undefined ? (source as ArrayLike<unknown>).length : keys.length;
        frames.push({ branch: piece, length, next: 0, isEmpty: true });
      }
      let following: Piece;
      do {
        const frame = frames.at(-1);
        if (frame === undefined) return text;
        const { keys, source, close } = frame.branch;
        if (frame.next === frame.length) {
          text += close;
          open.delete(frame.branch.owner ?? source);
          frames.pop();
          continue;
        }
        const key = keys === undefined ? frame.next : keys[frame.next]!;
        frame.next += 1;
        following = pieceOf((source as Record<string | number, unknown>)[key]);
        if (following === undefined && keys === undefined) following = 'null';
        if (following === undefined) continue;
        if (!frame.isEmpty) text += ',';
        frame.isEmpty = false;
        if (typeof key === 'string') text += `${JSON.stringify(key)}:`;
      } while (following === undefined);
      piece = following;
    }
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error;
    const place = placeOf(frames);
    throw new OriginalsError(
      `A message cannot be stored losslessly: at ${place} ${error.message}. Supported: JSON values, undefined, bigint, Date, URL, Map, Set, ` +
        'ArrayBuffer and its views. Convert other values first.',
      'NOT_KEEPABLE',
    );
  }
}

/** Returns the path of the value that is being written, such as `$.content[0].data`. */
function placeOf(frames: readonly Frame[]): string {
  let place = '$';
  for (const { branch, next } of frames.slice(0, 16)) {
    const key = branch.keys?.[next - 1];
    place += key === undefined ? `[${next - 1}]` : `.${key.slice(0, 40)}`;
  }
  return frames.length > 16 ? `${place}…` : place;
}
