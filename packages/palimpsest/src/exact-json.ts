import { openai } from '@palimpsest/formats';

/** A result as JSON from which nothing is left out, however long or deep it is. */
export function exactJson(result: unknown): string {
  try {
    return JSON.stringify(result, undefined, 2) ?? '';
  } catch {
    // Too deep, or more than JSON: as it is written for a provider.
    const block = { type: 'tool_response', callId: '', toolName: '', result } as const;
    const [message] = openai.encode([{ speaker: 'tool', blocks: [block] }]);
    return typeof message?.content === 'string' ? message.content : '';
  }
}
