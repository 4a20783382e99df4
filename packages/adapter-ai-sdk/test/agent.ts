import { jsonSchema, type Tool } from 'ai';
import {
  listUnpaired,
  printed,
  shownIds,
  type Half,
  TASK as TASK_TEXT,
} from '../../adapter/test/work.ts';
import type { Message, Prompt, Said, Script } from './versions.ts';

export { printed, shownIds, SMALL } from '../../adapter/test/work.ts';

export const TASK: Message = { role: 'user', content: TASK_TEXT };

/** A shell tool that prints output, and fails at every fifth step. */
export const bash: Tool<{ command: string }, string> = {
  description: 'Runs a command.',
  inputSchema: jsonSchema<{ command: string }>({
    type: 'object',
    properties: { command: { type: 'string' } },
    required: ['command'],
  }),
  execute: ({ command }: { command: string }) => {
    const at = stepOf(command);
    if (at % 5 === 0) throw new Error(`make: *** no rule for test-${at}`);
    return printed(at);
  },
};

function stepOf(command: string): number {
  return Number(/\d+$/.exec(command)?.[0]);
}

/** Makes `steps` tool calls, recalls the first id it was shown, and ends. */
export function working(steps: number): Script {
  let asked = false;
  return (prompt, call): Said => {
    if (call <= steps) return { toolName: 'bash', input: { command: `make test-${call}` } };
    const id = shownIds(prompt)[0];
    if (!asked && id !== undefined) {
      asked = true;
      return { toolName: 'recall', input: { id } };
    }
    return { text: 'The build is green.' };
  };
}

interface Part {
  readonly type: string;
  readonly toolCallId?: string;
  readonly output?: unknown;
}

function partsOf(prompt: readonly Message[] | Prompt): readonly Part[] {
  return prompt.flatMap(({ content }): readonly Part[] =>
    typeof content === 'string' ? [] : content,
  );
}

/** Tool results in a prompt, by call id. */
export function resultsIn(prompt: readonly Message[] | Prompt): Map<string, unknown> {
  const results = partsOf(prompt).filter(({ type }) => type === 'tool-result');
  return new Map(results.map(({ toolCallId = '', output }) => [toolCallId, output]));
}

/** Lists calls without a result, and results without a call before them. */
export function pairProblems(prompt: readonly Message[] | Prompt): string[] {
  return listUnpaired(
    partsOf(prompt).flatMap(({ type, toolCallId = '' }): Half[] => {
      if (type === 'tool-call') return [['call', toolCallId]];
      return type === 'tool-result' ? [['result', toolCallId]] : [];
    }),
  );
}

export function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
