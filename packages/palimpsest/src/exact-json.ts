import { codecs } from '@palimpsest/formats';

/** Returns a result as JSON without loss, whatever its length or depth. */
export function exactJson(result: unknown): string {
  try {
    return JSON.stringify(result, undefined, 2) ?? '';
  } catch {
    // Too deep for `JSON.stringify`, or not plain JSON: use the codec's writer.
    const block = { type: 'tool_response', callId: '', toolName: '', result } as const;
    const [message] = codecs.openai.encode([{ speaker: 'tool', blocks: [block] }]);
    return typeof message?.content === 'string' ? message.content : '';
  }
}
