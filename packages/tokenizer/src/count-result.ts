import { replaceResultParts, resultParts, type ResultPart } from '@palimpsest/core-types';
import { jsonText } from './json-text.ts';
import { mediaTokens } from './media-tokens.ts';

/** Counts a tool result as it is sent: texts as text, media by kind, everything else as JSON. Base64 within a text counts as text. */
export function countResult(result: unknown, count: (text: string) => number): number {
  if (typeof result === 'string') return count(result);
  let tokens = 0;
  const pending: unknown[] = [result];
  while (pending.length > 0) {
    const value = pending.pop();
    const parts = resultParts(value);
    const [part, ...others] = parts;
    if (part === undefined) continue;
    if (Array.isArray(value) && part.path.length > 0) {
      for (const element of value) pending.push(element);
    } else if (others.length === 0 && isAll(part, value, value === result)) {
      tokens += part.type === 'text' ? count(part.text) : mediaTokens(part.media.mimeType);
    } else {
      const media = parts.filter(isMedia);
      for (const one of media) tokens += mediaTokens(one.media.mimeType);
      const left = replaceResultParts(value, new Map(media.map((one) => [one, ''])));
      tokens += count(jsonText(left).text);
    }
  }
  return tokens;
}

type Media = Extract<ResultPart, { type: 'media' }>;
type Text = Extract<ResultPart, { type: 'text' }>;

function isMedia(part: ResultPart): part is Media {
  return part.type === 'media';
}

/** Returns whether only this part of a value is sent. A record that is the whole result is sent as JSON. */
function isAll(part: ResultPart, value: unknown, isWhole: boolean): part is Media | Text {
  if (part.type === 'media') return part.path.length === 0;
  if (part.type === 'json') return false;
  return typeof value === 'string' || (!isWhole && part.path.join() === 'text');
}
