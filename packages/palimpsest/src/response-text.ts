import type { ToolResponseBlock } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats';

/** Members in which hosts keep what a tool said, the likelier first. */
const SAID = ['output', 'text', 'content', 'llmContent', 'stdout'] as const;

/** What a tool response says: its text as a model was shown it, everything else as JSON; what went wrong stands below. */
export function responseText({ result, error }: ToolResponseBlock): string {
  const text = saidIn(result) ?? jsonOf(result);
  return error === undefined || error.trim() === '' || error === text
    ? text
    : [text, error].filter((part) => part !== '').join('\n');
}

function saidIn(result: unknown): string | undefined {
  if (result === undefined || typeof result === 'string') return result ?? '';
  if (Array.isArray(result)) return joined(result);
  if (!isRecord(result)) return undefined;
  for (const name of SAID) {
    const value = result[name];
    if (typeof value === 'string') return value;
    const texts = Array.isArray(value) ? value.map(partText).filter(isSaid) : [];
    if (texts.length > 0) return texts.join('\n');
  }
  return undefined;
}

/** Parts one below the other, a name in brackets for those that are no text; `undefined` where none is. */
function joined(parts: readonly unknown[]): string | undefined {
  let isText = false;
  const texts = parts.map((part) => {
    const text = partText(part);
    isText ||= text !== undefined;
    return (
      text ?? `[${isRecord(part) && typeof part['type'] === 'string' ? part['type'] : 'part'}]`
    );
  });
  return isText ? texts.join('\n') : undefined;
}

function partText(part: unknown): string | undefined {
  if (typeof part === 'string') return part;
  const { text, output } = isRecord(part) ? part : {};
  return [text, output].find((value) => typeof value === 'string');
}

function isSaid(text: string | undefined): text is string {
  return text !== undefined && text !== '';
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
