import { defined, type ContentBlock, type IContent } from '@palimpsest/core-types';

/**
 * Builds a history step by step. Call ids count up from `call-1`, so equal calls build equal histories.
 *
 * ```ts
 * history().human('Fix it').call('read_file', { path: 'a.ts' }).result('text').ai('Done.').build();
 * ```
 */
export interface HistoryBuilder {
  system(text: string): HistoryBuilder;
  human(text: string): HistoryBuilder;
  ai(text: string): HistoryBuilder;
  /** Adds an assistant message with one tool call. */
  call(
    name: string,
    parameters?: unknown,
    options?: { readonly id?: string; readonly thought?: string },
  ): HistoryBuilder;
  /** Adds an assistant message with several tool calls. */
  calls(...calls: readonly (readonly [name: string, parameters?: unknown])[]): HistoryBuilder;
  /** Adds a tool entry with the result of the oldest pending call. */
  result(result: unknown, error?: string): HistoryBuilder;
  /** Adds one tool entry with results of the oldest pending calls, in order. */
  results(...results: readonly unknown[]): HistoryBuilder;
  entry(entry: IContent): HistoryBuilder;
  build(): IContent[];
}

export function history(): HistoryBuilder {
  const entries: IContent[] = [];
  const pending: { id: string; name: string }[] = [];
  let callCount = 0;

  const addText = (speaker: 'system' | 'human' | 'ai') => (text: string) =>
    add({ speaker, blocks: [{ type: 'text', text }] });
  const createCall = (name: string, parameters: unknown, id?: string): ContentBlock => {
    callCount += 1;
    const call = { id: id ?? `call-${callCount}`, name };
    pending.push(call);
    return { type: 'tool_call', ...call, parameters };
  };
  const createResponse = (result: unknown, error?: string): ContentBlock => {
    const call = pending.shift();
    if (call === undefined)
      throw new Error(
        'result: expected a pending call, got none. Add one with call() or calls() first.',
      );
    const { id: callId, name: toolName } = call;
    return { type: 'tool_response', callId, toolName, result, ...defined({ error }) };
  };
  const add = (entry: IContent): HistoryBuilder => {
    entries.push(entry);
    return builder;
  };

  const builder: HistoryBuilder = {
    system: addText('system'),
    human: addText('human'),
    ai: addText('ai'),
    call(name, parameters = {}, { id, thought } = {}) {
      const thinking: ContentBlock[] = thought === undefined ? [] : [{ type: 'thinking', thought }];
      return add({ speaker: 'ai', blocks: [...thinking, createCall(name, parameters, id)] });
    },
    calls(...calls) {
      const blocks = calls.map(([name, parameters = {}]) => createCall(name, parameters));
      return add({ speaker: 'ai', blocks });
    },
    result: (result, error) => add({ speaker: 'tool', blocks: [createResponse(result, error)] }),
    results: (...results) =>
      add({ speaker: 'tool', blocks: results.map((result) => createResponse(result)) }),
    entry: add,
    build: () => [...entries],
  };
  return builder;
}
