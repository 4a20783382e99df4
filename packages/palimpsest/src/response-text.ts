import type { ToolResponseBlock } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats';
import { resultText } from '@palimpsest/tool-taxonomy';

/** What a tool response says: its text as a model was shown it, everything else as JSON; what went wrong stands below. */
export function responseText({ result, error }: ToolResponseBlock): string {
  const text = resultText(result) ?? mixedText(result) ?? jsonOf(result);
  return error === undefined || error.trim() === '' || error === text
    ? text
    : [text, error].filter((part) => part !== '').join('\n');
}

/** Text among other parts: one below the other, a name in brackets for those that are no text; `undefined` where none is text. */
function mixedText(result: unknown): string | undefined {
  if (!Array.isArray(result)) return undefined;
  const texts = result.map((part: unknown) => resultText([part]));
  if (texts.every((text) => text === undefined)) return undefined;
  return texts.map((text, index) => text ?? `[${nameOf(result[index])}]`).join('\n');
}

function nameOf(part: unknown): string {
  return isRecord(part) && typeof part['type'] === 'string' ? part['type'] : 'part';
}

function jsonOf(result: unknown): string {
  try {
    return JSON.stringify(result, undefined, 2) ?? '';
  } catch {
    // Too deep, or more than JSON: as it is written for a provider.
    const block = { type: 'tool_response', callId: '', toolName: '', result } as const;
    const [message] = openai.encode([{ speaker: 'tool', blocks: [block] }]);
    return typeof message?.content === 'string' ? message.content : '';
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
