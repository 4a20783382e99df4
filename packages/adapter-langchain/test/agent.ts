import { DynamicStructuredTool } from '@langchain/core/tools';
import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';
import { printed, shownIds, TASK } from '../../adapter/test/work.ts';

export { printed, shownIds, SMALL } from '../../adapter/test/work.ts';

/** A tool that fails at every fifth step. */
export const bash: DynamicStructuredTool = new DynamicStructuredTool({
  name: 'bash',
  description: 'Runs a command.',
  schema: { type: 'object', properties: { at: { type: 'integer' } }, required: ['at'] },
  func: ({ at }: { at: number }) =>
    at % 5 === 0
      ? Promise.reject(new Error(`${printed(at)}\nbroken pipe`))
      : Promise.resolve(printed(at)),
});

/**
 * A model that calls `bash` `steps` times, recalls the first id it was sent, and ends. Its calls report a token usage.
 * The ids of its messages start with `run`.
 */
export function working(steps: number, run = 'a'): ReturnType<typeof fakeModel> {
  const model = fakeModel();
  const calls = (at: number, name: string, args: object) =>
    new AIMessage({
      id: `${run}_${at}`,
      content: `Step ${at}.`,
      tool_calls: [{ id: `call_${run}_${at}`, name, args, type: 'tool_call' }],
      ...usage(1_000 + at),
    });
  for (let at = 1; at <= steps; at += 1) model.respond(() => calls(at, 'bash', { at }));
  model.respond((messages) => calls(steps + 1, 'recall', { id: shownIds(texts(messages))[0] }));
  return model.respond(() => new AIMessage({ id: `${run}_end`, content: 'The build is green.' }));
}

/** Typed as an object: the types of LangChain do not accept usage for messages without a declared structure. */
export function usage(input: number, details: object = {}): object {
  const counts = { input_tokens: input, output_tokens: 10, total_tokens: input + 10 };
  return { usage_metadata: { ...counts, ...details } };
}

export function texts(messages: readonly BaseMessage[]): string[] {
  return messages.map(({ content }) =>
    typeof content === 'string' ? content : JSON.stringify(content),
  );
}

export function sizeOf(messages: readonly BaseMessage[]): number {
  return texts(messages).join('').length;
}

export function resultsIn(messages: readonly BaseMessage[]): Map<string, ToolMessage> {
  const results = messages.filter((message) => ToolMessage.isInstance(message));
  return new Map(results.map((message) => [message.tool_call_id, message]));
}

/** Lists calls without a result directly after them, and results without a call. */
export function pairProblems(messages: readonly BaseMessage[]): string[] {
  const problems: string[] = [];
  let open = new Set<string>();
  for (const message of messages) {
    if (ToolMessage.isInstance(message)) {
      if (!open.delete(message.tool_call_id)) problems.push(`no call ${message.tool_call_id}`);
      continue;
    }
    for (const id of open) problems.push(`no result ${id}`);
    open = new Set(
      AIMessage.isInstance(message) ? (message.tool_calls ?? []).map(({ id }) => id!) : [],
    );
  }
  return problems.concat([...open].map((id) => `no result ${id}`));
}

export const task = (): HumanMessage => new HumanMessage({ id: 'task', content: TASK });

/** Returns whether a request says that a call failed: its result is marked as an error, or a step of the record says so. */
export function saysFailed(messages: readonly BaseMessage[], at: number): boolean {
  const result = resultsIn(messages).get(`call_a_${at}`);
  if (result !== undefined) return result.status === 'error';
  return new RegExp(`^• Used bash.* at ${at}, failed`, 'm').test(texts(messages).join('\n'));
}
