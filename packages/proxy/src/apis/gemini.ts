import { fieldsOf, observeGeminiUsage, type AgentTool, type Fields } from '@palimpsest/adapter';
import { gemini } from '@palimpsest/formats/gemini';
import type { Api, OwnResult } from './api.ts';
import { geminiCallKey, readGeminiTurns } from './gemini-turns.ts';
import { countOf, listOf, offerTools } from './members.ts';

const STREAM = /:streamGenerateContent$/;

/** `generateContent` and `streamGenerateContent` of the Gemini API. */
export const geminiApi: Api = {
  codec: gemini,
  watchUsage: observeGeminiUsage,
  model: (_body, target) => /\/([^/:]+):/.exec(target)?.[1],
  maxOutputTokens: (body) => countOf(fieldsOf(body['generationConfig'])['maxOutputTokens']),
  withTools({ value }, target, offered) {
    const [path = '', query = ''] = target.split('?');
    // Without `alt=sse` the stream is one JSON list.
    const isList = STREAM.test(path) && new URLSearchParams(query).get('alt') !== 'sse';
    const hasChoices = (fieldsOf(value['generationConfig'])['candidateCount'] ?? 1) !== 1;
    const declared = listOf(value['tools']).flatMap((tool) => [
      ...listOf(fieldsOf(tool)['functionDeclarations']),
      ...listOf(fieldsOf(tool)['function_declarations']),
    ]);
    // The provider's own tools cannot be combined with functions.
    if (isList || hasChoices || declared.length === 0) return undefined;
    return offerTools(value, offered, declared, (own) => [
      { functionDeclarations: own.map(toDeclaration) },
    ]);
  },
  readTurns: readGeminiTurns,
  ownResults: (results) => [{ role: 'user', parts: results.map(responsePart) }],
  callKeys: (content) =>
    listOf(fieldsOf(content)['parts']).flatMap((part) => {
      const call = fieldsOf(part)['functionCall'];
      return call === undefined ? [] : [geminiCallKey(call)];
    }),
  withClientCalls(content, given) {
    const calls = listOf(fieldsOf(given)['parts']).filter(isCall);
    const keys = new Set(calls.map(keyOf));
    const parts = listOf(fieldsOf(content)['parts']).map((part) =>
      isCall(part) && keys.has(keyOf(part)) ? (calls.shift() ?? part) : part,
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

function keyOf(part: unknown): string {
  return geminiCallKey(fieldsOf(part)['functionCall']);
}

function responsePart({ id, name, text, isError }: OwnResult): Fields {
  const response = isError ? { error: text } : { output: text };
  const named = { name, response };
  return { functionResponse: id === '' ? named : { id, ...named } };
}

function toDeclaration({ name, description, inputSchema }: AgentTool): object {
  return { name, description, parametersJsonSchema: inputSchema };
}
