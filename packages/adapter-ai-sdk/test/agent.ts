import { jsonSchema, type Tool } from 'ai';
import type { AiSdkAdapterOptions } from '../src/ai-sdk-adapter.ts';
import type { Message, Prompt, Said, Script } from './versions.ts';

/** A context window that a few steps fill. */
export const SMALL: AiSdkAdapterOptions = {
  settings: { 'context-limit': 6_000, maxOutputTokens: 200 },
};

export const TASK: Message = {
  role: 'user',
  content: 'Make the build green. Never touch main.',
};

/** The output of a step: many trivial lines and one that matters. */
export function printed(at: number, lines: number = 120): string {
  const noise = Array.from({ length: lines }, (_, line) => `ok ${line} of suite ${at} passed`);
  return [...noise, `Error: gate_${at} has no tariff`].join('\n');
}

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

export function shownIds(prompt: unknown): string[] {
  return [...JSON.stringify(prompt).matchAll(/#[\da-f]{8}/g)].map(([id]) => id);
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
  const problems: string[] = [];
  const open = new Set<string>();
  for (const { type, toolCallId = '' } of partsOf(prompt)) {
    if (type === 'tool-call') open.add(toolCallId);
    if (type === 'tool-result' && !open.delete(toolCallId)) {
      problems.push(`a result without a call: ${toolCallId}`);
    }
  }
  return [...problems, ...[...open].map((id) => `a call without a result: ${id}`)];
}

export function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
