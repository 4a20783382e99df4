import { fieldsOf, watchGeminiUsage, type Fields } from '@palimpsest/adapter';
import { gemini } from '@palimpsest/formats/gemini';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import type { Api, RecallResult } from './api.ts';
import { geminiCallKey, readGeminiTurns } from './gemini-turns.ts';
import { addTool, countOf, isRecall, listOf } from './members.ts';

const TOOL = Object.freeze({
  functionDeclarations: Object.freeze([
    Object.freeze({
      name: RECALL_TOOL.name,
      description: RECALL_TOOL.description,
      parametersJsonSchema: RECALL_TOOL.inputSchema,
    }),
  ]),
});

const STREAM = /:streamGenerateContent$/;

/** `generateContent` and `streamGenerateContent` of the Gemini API. */
export const geminiApi: Api = {
  codec: gemini,
  watchUsage: watchGeminiUsage,
  model: (_body, target) => /\/([^/:]+):/.exec(target)?.[1],
  maxOutputTokens: (body) => countOf(fieldsOf(body['generationConfig'])['maxOutputTokens']),
  withRecallTool({ value }, target) {
    const [path = '', query = ''] = target.split('?');
    // Without `alt=sse` the stream is one JSON list.
    const isList = STREAM.test(path) && new URLSearchParams(query).get('alt') !== 'sse';
    const hasChoices = (fieldsOf(value['generationConfig'])['candidateCount'] ?? 1) !== 1;
    const declared = listOf(value['tools']).flatMap((tool) => [
      ...listOf(fieldsOf(tool)['functionDeclarations']),
      ...listOf(fieldsOf(tool)['function_declarations']),
    ]);
    // The provider's own tools cannot be combined with functions.
    const isTaken = declared.length === 0 || declared.some(isRecall);
    return isList || hasChoices || isTaken ? undefined : addTool(value, TOOL);
  },
  readTurns: readGeminiTurns,
  recallResults: (results) => [{ role: 'user', parts: results.map(responsePart) }],
  callKeys: (content) =>
    listOf(fieldsOf(content)['parts']).flatMap((part) => {
      const call = fieldsOf(part)['functionCall'];
      return call === undefined ? [] : [geminiCallKey(call)];
    }),
  withClientCalls(content, given) {
    const own = listOf(fieldsOf(given)['parts']).filter(isCall);
    const parts = listOf(fieldsOf(content)['parts']).map((part) =>
      isCall(part) && !isRecall(fieldsOf(part)['functionCall']) ? (own.shift() ?? part) : part,
    );
    return { ...fieldsOf(content), parts };
  },
  withResults(content, results) {
    const parts = results.flatMap((result) => listOf(fieldsOf(result)['parts']));
    return {
      ...fieldsOf(content),
      parts: [...parts, ...listOf(fieldsOf(content)['parts'])],
    };
  },
};

function isCall(part: unknown): boolean {
  return fieldsOf(part)['functionCall'] !== undefined;
}

function responsePart({ id, text, isError }: RecallResult): Fields {
  const response = isError ? { error: text } : { output: text };
  const named = { name: RECALL_TOOL.name, response };
  return { functionResponse: id === '' ? named : { id, ...named } };
}
