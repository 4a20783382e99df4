/** The snapshot text of a response, without the model's reasoning. */
export interface ParsedResponse {
  readonly text: string;
  /** Whether the closing tag is missing, usually because of a length limit. */
  readonly isTruncated: boolean;
}

const OPEN = '<state_snapshot>';
const CLOSE = '</state_snapshot>';
const TAG = /<\/?state_snapshot>/g;

/**
 * Returns the text of the last snapshot in a response; the whole response if it has none. Removes tagged reasoning, and snapshot tags within
 * the text.
 */
export function parseResponse(response: string): ParsedResponse {
  const said = withoutReasoning(response);
  // If nothing but reasoning is left, a snapshot within it counts.
  const text = said.trim() === '' && response.includes(CLOSE) ? response : said;
  const [start, end] = lastSnapshot(text);
  return {
    text: withoutTags(text.slice(start, end)).trim().toWellFormed(),
    isTruncated: start !== undefined && end === undefined,
  };
}

/**
 * Returns the start and the end of the last snapshot. Reads the tags backward from the last closing one, so that a snapshot that the model
 * quotes within its own does not end it.
 */
function lastSnapshot(text: string): [start: number | undefined, end: number | undefined] {
  const tags = [...text.matchAll(TAG)];
  const last = tags.findLastIndex(([tag]) => tag === CLOSE);
  let start: number | undefined;
  for (let at = last < 0 ? tags.length - 1 : last, depth = 0; at >= 0; at -= 1) {
    const { 0: tag, index } = tags[at]!;
    if (tag === OPEN) start = index + tag.length;
    else if (depth <= 0 && at !== last) break;
    depth += tag === OPEN ? -1 : 1;
  }
  return [start, tags[last]?.index];
}

/** Replaces snapshot tags by spaces, so that the text around a tag cannot form another. */
export function withoutTags(text: string): string {
  return text.replaceAll(TAG, ' ');
}

/** Tags around a model's reasoning. */
const REASONING_TAGS = ['scratchpad', 'thinking', 'think', 'analysis'] as const;

function withoutReasoning(response: string): string {
  return REASONING_TAGS.reduce(
    (text, name) => withoutTag(text, `<${name}>`, `</${name}>`),
    response,
  );
}

/**
 * Removes the text between two tags; before a closing tag without an opening one, all text before it; after an opening tag without a closing
 * one, all text up to a snapshot. A tag within a snapshot is text unless both are there.
 */
function withoutTag(given: string, open: string, close: string): string {
  let text = given;
  const [end, start, snapshot] = [close, open, OPEN].map((tag) => text.indexOf(tag));
  const isFirst = (index: number): boolean => index < 0 || index > end!;
  if (end! >= 0 && isFirst(start!) && isFirst(snapshot!)) text = text.slice(end! + close.length);
  // Up to the last closing tag, every opening one has one behind it.
  const last = text.lastIndexOf(close) + close.length;
  if (last >= close.length) {
    const pairs = new RegExp(`${open}[^]*?${close}`, 'g');
    text = text.slice(0, last).replaceAll(pairs, '') + text.slice(last);
  }
  const rest = text.indexOf(open);
  if (rest < 0) return text;
  const [nextStart, nextEnd] = [OPEN, CLOSE].map((tag) => text.indexOf(tag, rest));
  if (nextEnd! >= 0 && (nextStart! < 0 || nextEnd! < nextStart!)) return text;
  return text.slice(0, rest) + (nextStart! < 0 ? '' : text.slice(nextStart));
}
