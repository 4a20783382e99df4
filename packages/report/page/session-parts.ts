import type { Overview } from './session-data.ts';

/** A part of a session that a worker posts to its page, small enough to be received without a pause. */
export type SessionPart =
  | { readonly kind: 'overview'; readonly overview: Omit<Overview, 'entries'> }
  | { readonly kind: 'entries'; readonly entries: Overview['entries'] }
  /** The texts of the next entries as JSON, one after another. One long text is received faster than many short ones. */
  | { readonly kind: 'texts'; readonly json: string; readonly lengths: readonly number[] }
  | { readonly kind: 'end' };

/** Entries in one part. */
const MAX_ENTRIES = 2_000;

/** Characters in one part; a longer text is a part of its own. */
const MAX_LENGTH = 0x8_00_00;

/**
 * Posts a session in parts.
 *
 * @param lines the texts of each entry as JSON
 */
export async function postSession(
  { entries, ...overview }: Overview,
  lines: AsyncIterable<string> | Iterable<string>,
  post: (part: SessionPart) => void,
): Promise<void> {
  post({ kind: 'overview', overview });
  for (let at = 0; at < entries.length; at += MAX_ENTRIES) {
    post({ kind: 'entries', entries: entries.slice(at, at + MAX_ENTRIES) });
  }
  let batch: string[] = [];
  let length = 0;
  const postBatch = (): void => {
    post({ kind: 'texts', json: batch.join(''), lengths: batch.map((line) => line.length) });
    batch = [];
    length = 0;
  };
  for await (const line of lines) {
    if (length + line.length > MAX_LENGTH) postBatch();
    batch.push(line);
    length += line.length;
  }
  postBatch();
  post({ kind: 'end' });
}
