import type { ContentBlock, IContent } from '@palimpsest/core-types';

let count = 0;

/** Creates an entry with a unique id, so that no two are equal. */
function entry(
  speaker: IContent['speaker'],
  blocks: readonly ContentBlock[],
  metadata: IContent['metadata'] = {},
): IContent {
  count += 1;
  return { speaker, blocks: [...blocks], metadata: { ...metadata, id: `e${count}` } };
}

/** Returns about `tokens` tokens of distinct words. */
function words(tokens: number): string {
  const said: string[] = [];
  for (let at = 0; at * 3 < tokens; at += 1) said.push(`word_${count}_${at}`);
  return said.join(at3(said.length));
}

const at3 = (length: number): string => (length > 40 ? '\n' : ' ');

export const says = (
  speaker: IContent['speaker'],
  tokens: number,
  metadata?: IContent['metadata'],
): IContent => entry(speaker, [{ type: 'text', text: words(tokens) }], metadata);

export const blank = (): IContent => entry('ai', [{ type: 'text', text: '' }]);

export const thinks = (tokens: number): IContent =>
  entry('ai', [
    { type: 'thinking', thought: words(tokens), signature: 'c2lnbmVk' },
    { type: 'text', text: words(5) },
  ]);

const TOOLS = ['read_file', 'write_file', 'bash'];

/** Returns parallel tool calls on two recurring files, and their results. */
export function exchangeOf(calls: number, tokens: number, thinking: boolean): [IContent, IContent] {
  count += 1;
  const ids = Array.from({ length: calls }, (_, at) => `c${count}_${at}`);
  const toolOf = (at: number): string => TOOLS[(count + at) % TOOLS.length]!;
  const call = (id: string, at: number): ContentBlock => ({
    type: 'tool_call',
    id,
    name: toolOf(at),
    parameters: { file_path: `f${(count + at) % 2}.ts`, command: 'make', content: 'x' },
  });
  const thought: ContentBlock = { type: 'thinking', thought: words(9), signature: 'c2lnbmVk' };
  const response = (callId: string, at: number): ContentBlock => ({
    type: 'tool_response',
    callId,
    toolName: toolOf(at),
    result: words(tokens),
  });
  return [
    entry('ai', [...(thinking ? [thought] : []), ...ids.map(call)]),
    entry('tool', ids.map(response)),
  ];
}
