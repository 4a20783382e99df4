import { styleOf, writeJson, type JsonStyle } from './json-style.ts';
import { messageSpans, type MessageSpans, type Span } from './message-spans.ts';

/**
 * The JSON of a conversation with other messages: everything that stayed, be it a message or what surrounds them, is written with the
 * very characters it was read with; new messages follow the style of the old ones.
 *
 * @param text an array, or an object with an array
 * @param before its messages, as parsed from `text`
 * @param member name of the array in the object
 */
export function rewriteMessages(
  text: string,
  before: readonly unknown[],
  after: readonly unknown[],
  member = 'messages',
): string {
  if (isSame(before, after)) return text;
  const spans = messageSpans(text, member);
  const places = new Map(before.map((message, index) => [message, spans.messages[index]]));
  const { lead, separator, trail } = gaps(text, spans);
  const margin = lead.slice(lead.lastIndexOf('\n') + 1);
  const newline = /\r\n/.test(lead) ? '\r\n' : '\n';
  const style = sampleStyle(text, spans.messages, lead.includes('\n') ? margin : '');
  const written = after.map((message) => {
    const place = places.get(message);
    return place === undefined
      ? writeJson(message, style, newline, margin)
      : text.slice(place.start, place.end);
  });
  const { start, end } = spans.inside;
  const inside = written.length === 0 ? '' : `${lead}${written.join(separator)}${trail}`;
  return `${text.slice(0, start)}${inside}${text.slice(end)}`;
}

/** Whether nothing was changed, added or removed. */
function isSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  return (
    before.length === after.length && before.every((message, index) => message === after[index])
  );
}

function gaps(
  text: string,
  { inside, messages }: MessageSpans,
): { readonly lead: string; readonly separator: string; readonly trail: string } {
  const first = messages[0];
  const second = messages[1];
  const last = messages.at(-1);
  if (first === undefined || last === undefined) return { lead: '', separator: ',', trail: '' };
  const lead = text.slice(inside.start, first.start);
  return {
    lead,
    separator: second === undefined ? `,${lead}` : text.slice(first.end, second.start),
    trail: text.slice(last.end, inside.end),
  };
}

function sampleStyle(text: string, messages: readonly Span[], margin: string): JsonStyle {
  const sample = messages.find(({ start, end }) => text[start] === '{' && end - start > 2);
  if (sample === undefined) return { indent: undefined, isSpaced: false };
  return styleOf(text.slice(sample.start, sample.end), margin);
}
