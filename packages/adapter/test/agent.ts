import type { OpenAIMessage } from '@palimpsest/formats/openai';
import { printed, TASK } from './work.ts';

export { SETTINGS as WINDOW, SMALL } from './work.ts';

export const user = (content: string): OpenAIMessage => ({ role: 'user', content });

/** A tool call and its result: `lines` trivial lines and one that matters. */
export function step(at: number, lines: number = 120): OpenAIMessage[] {
  const id = `call_${at}`;
  return [
    {
      role: 'assistant',
      content: `Step ${at}.`,
      tool_calls: [
        {
          id,
          type: 'function',
          function: { name: 'bash', arguments: JSON.stringify({ command: `make test-${at}` }) },
        },
      ],
    },
    { role: 'tool', tool_call_id: id, content: printed(at, lines) },
  ];
}

/** A task and `steps` tool exchanges. */
export function session(steps: number, lines?: number): OpenAIMessage[] {
  const work = Array.from({ length: steps }, (_, at) => step(at, lines));
  return [user(TASK), ...work.flat()];
}

/** The requests of a growing session: each has one more tool exchange. */
export function requests(steps: number, lines?: number): OpenAIMessage[][] {
  const whole = session(steps, lines);
  return Array.from({ length: steps + 1 }, (_, at) => whole.slice(0, 1 + 2 * at));
}

export function copyOf<Value>(value: Value): Value {
  return structuredClone(value);
}

/** Returns the steps of the record that a request begins with: each title with its lines. Empty if it begins with no record. */
export function stepsOf([first]: readonly object[]): string[] {
  const { role, content }: { readonly role?: unknown; readonly content?: unknown } = first!;
  if (role !== 'user' || typeof content !== 'string' || !content.startsWith('Report of '))
    return [];
  return content.split(/\n(?=• )/).slice(1);
}
