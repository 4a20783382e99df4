import { createAdapter } from '@palimpsest/adapter';
import type { UsageStats } from '@palimpsest/core-types';

// A loop of one's own around a model, here a fake one with a small context window that reads the logs of 12 builds.
const contextWindow = 8_000;

interface ToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}
interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
}

const messages: Message[] = [
  { role: 'user', content: 'Read the logs of the builds 1 to 12. What does each of them need?' },
];
let builds = 0;
let sizeOfLast = 0;
let removed: string | undefined;

const adapter = createAdapter({ contextLimit: contextWindow });
const { recall } = adapter.tools;
for (let isDone = false; !isDone;) {
  const { messages: sent, report } = await adapter.adapt('openai', messages);
  const { message, usage } = await callModel(sent);
  report(usage);
  messages.push(message);
  for (const { id, function: call } of message.tool_calls ?? []) {
    const input: unknown = JSON.parse(call.arguments);
    const content = call.name === 'recall' ? (await recall.run(input)).text : runTool(input);
    messages.push({ role: 'tool', tool_call_id: id, content });
  }
  isDone = message.tool_calls === undefined;
}

console.log(messages.at(-1)?.content);
console.log(`${messages.length - 1} messages became ${sizeOfLast} in the last request`);
console.log(`The model asked for lines of a removed log:\n${messages.at(-2)?.content}`);

/** Stands for the call of your provider, with `sent` as messages and `recall` among the tools. */
function callModel(request: readonly Message[]): Promise<{
  readonly message: Message;
  readonly usage: UsageStats;
}> {
  const text = JSON.stringify(request);
  removed ??= /#([\da-f]{8})/.exec(text)?.[1];
  sizeOfLast = request.length;
  const promptTokens = Math.ceil(text.length / 4);
  const usage = { promptTokens, completionTokens: 20, totalTokens: promptTokens + 20 };
  builds += 1;
  if (builds === 14) {
    const content = 'Each build needs the gate of its number.';
    return Promise.resolve({ message: { role: 'assistant', content }, usage });
  }
  const next =
    builds === 13
      ? { name: recall.name, arguments: JSON.stringify({ id: removed, offset: 150, limit: 2 }) }
      : { name: 'read_log', arguments: JSON.stringify({ build: builds }) };
  const calls = [{ id: `call_${builds}`, type: 'function', function: next }];
  return Promise.resolve({
    message: { role: 'assistant', content: null, tool_calls: calls },
    usage,
  });
}

/** Stands for your tools. */
function runTool(input: unknown): string {
  const { build } = input as { readonly build: number };
  const lines = Array.from({ length: 150 }, (_, line) => `step ${line} of build ${build}: ok`);
  return [...lines, `Error: build ${build} needs gate_${build}`].join('\n');
}
