import { anthropic } from '@palimpsest/formats/anthropic';
import { gemini } from '@palimpsest/formats/gemini';
import { openai } from '@palimpsest/formats/openai';
import { openaiResponses } from '@palimpsest/formats/openai-responses';
import { history } from '@palimpsest/testing';

type Body = Record<string, unknown>;

/** Creates a history: a question, reads of `count` files, and an answer. */
function reads(count: number) {
  let builder = history().human('Find where the delay is set.');
  for (let file = 0; file < count; file += 1) {
    const lines = Array.from({ length: 40 }, (_, line) => `const value_${file}_${line} = ${line};`);
    builder = builder.call('read_file', { path: `src/${file}.ts` }).result(lines.join('\n'));
  }
  return builder.ai('It is set in src/7.ts.').build();
}

const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
const about = 'Reads a file of the workspace, whole, as text. '.repeat(20);

/** Creates a request body for each provider, with the same messages, system prompt and tool. Members are in an unusual order. */
export function requestBodies(system: string, count = 60): Record<string, Body> {
  const entries = reads(count);
  const tool = { name: 'read_file', description: about };
  return {
    anthropic: {
      model: 'm',
      system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }],
      messages: anthropic.encode(entries),
      max_tokens: 1024,
      tools: [{ ...tool, input_schema: schema }],
      metadata: { user_id: 'u' },
    },
    openai: {
      tools: [{ type: 'function', function: { ...tool, parameters: schema } }],
      messages: [{ role: 'system', content: system }, ...openai.encode(entries)],
      model: 'm',
      temperature: 0,
    },
    gemini: {
      systemInstruction: { parts: [{ text: system }] },
      contents: gemini.encode(entries),
      tools: [{ functionDeclarations: [{ ...tool, parameters: schema }] }],
      generationConfig: { maxOutputTokens: 1024 },
    },
    'gemini in snake case': {
      tools: [{ function_declarations: [{ ...tool, parameters: schema }] }],
      contents: gemini.encode(entries),
      system_instruction: { parts: [{ text: system }] },
      cachedContent: null,
    },
    'gemini as its SDK takes it': {
      model: 'm',
      contents: gemini.encode(entries),
      config: {
        systemInstruction: system,
        tools: [{ functionDeclarations: [{ ...tool, parametersJsonSchema: schema }] }],
      },
    },
    'openai-responses': {
      model: 'm',
      instructions: system,
      input: openaiResponses.encode(entries),
      tools: [{ type: 'function', ...tool, parameters: schema }],
      store: false,
    },
  };
}
