import type { OpenAIMessage } from '@palimpsest/formats/openai';
import type { AdapterOptions } from '../src/index.ts';

/** A context window that a few steps fill. */
export const WINDOW = { 'context-limit': 6_000, maxOutputTokens: 200 };

export const SMALL: AdapterOptions = { settings: WINDOW };

export const user = (content: string): OpenAIMessage => ({ role: 'user', content });

/** A tool call and its result: `lines` trivial lines and one that matters. */
export function step(at: number, lines: number = 120): OpenAIMessage[] {
  const id = `call_${at}`;
  const noise = Array.from({ length: lines }, (_, line) => `ok ${line} of suite ${at} passed`);
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
    {
      role: 'tool',
      tool_call_id: id,
      content: [...noise, `Error: gate_${at} has no tariff`].join('\n'),
    },
  ];
}

/** A task and `steps` tool exchanges. */
export function session(steps: number, lines?: number): OpenAIMessage[] {
  const work = Array.from({ length: steps }, (_, at) => step(at, lines));
  return [user('Make the build green. Never touch main.'), ...work.flat()];
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
