import type { IContent } from '@palimpsest/core-types';
import { getCodec } from '@palimpsest/formats';
import { openai } from '@palimpsest/formats/openai';
import { createProxy } from '@palimpsest/proxy';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { describe, expect, test } from 'vitest';
import { writeAnswer, type ApiName } from '../../tools/hosts/scripted-apis.ts';
import { newRefusals, REFUSALS } from '../src/checks.ts';
import { hasCorpus, heavyConversations, wantsAll } from '../src/corpus.ts';
import { expressibleIn } from '../src/laws/expressible.ts';

/** The path of an API, the member with its messages, and a tool. Gemini streams at another path. */
const APIS: Readonly<Record<ApiName, readonly [path: string, member: string, tool: object]>> = {
  anthropic: ['/v1/messages', 'messages', { name: 'x', input_schema: {} }],
  openai: ['/v1/chat/completions', 'messages', { type: 'function', function: { name: 'x' } }],
  'openai-responses': ['/v1/responses', 'input', { type: 'function', name: 'x' }],
  gemini: [
    '/v1beta/models/m:generateContent',
    'contents',
    { functionDeclarations: [{ name: 'x' }] },
  ],
};

/** Returns a window in which half of the conversation fits in addition to its instructions. */
function windowOf(history: readonly IContent[]): number {
  const instructions = estimateEntryTokens(history.filter(({ speaker }) => speaker === 'system'));
  return 1_000 + Math.ceil((instructions + estimateEntryTokens(history)) / 2);
}

/** Returns the path at which an API streams. */
function streamPath(path: string): string {
  return path.replace(':generateContent', ':streamGenerateContent?alt=sse');
}

/** Splits text in pieces that do not end where events end. */
function piecesOf(text: string): readonly string[] {
  return text.match(/[^]{1,97}/g) ?? [];
}

function streamOf(pieces: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
}

describe.skipIf(!hasCorpus)(`recorded conversations (${wantsAll ? 'all' : 'the sample'})`, () => {
  test.each(Object.entries(APIS))(
    'over %s pass byte for byte while they fit, streamed or not, and are valid when they are shortened',
    { timeout: 3_600_000 },
    async (format, [path, member, tool]) => {
      const api = format as ApiName;
      const codec = getCodec(api);
      const refusals = REFUSALS.get(api)!;
      const problems: Record<string, unknown> = {};
      let shortened = 0;
      for (const { id, messages } of heavyConversations()) {
        const history = expressibleIn(api, openai.decode(messages));
        const written = codec.encode(history);
        /** Sends the conversation through a proxy with a window, and returns what it sent and passed on. */
        const passThrough = async (isStream: boolean, contextLimit: number) => {
          const body = JSON.stringify({ stream: isStream, [member]: written, tools: [tool] });
          const facts = { number: 1, isStream, promptTokens: 9 };
          const { type, parts } = writeAnswer(api, { text: id }, facts);
          const pieces = piecesOf(parts.join(''));
          let sent = '';
          const send: typeof fetch = async (_url, init) => {
            sent = await new Response(init?.body).text();
            return new Response(streamOf(pieces), { headers: { 'content-type': type } });
          };
          const { handle } = createProxy({
            tools: [],
            fetch: send,
            compression: { contextLimit, settings: { maxOutputTokens: 200 } },
          });
          const url = `http://localhost${isStream ? streamPath(path) : path}`;
          const received: string[] = [];
          const decoder = new TextDecoderStream();
          const { body: passedOn } = await handle(new Request(url, { method: 'POST', body }));
          for await (const chunk of passedOn!.pipeThrough(decoder)) received.push(chunk);
          return { body, sent, pieces, received };
        };
        for (const isStream of [true, false]) {
          const { body, sent, pieces, received } = await passThrough(isStream, 100_000_000);
          if (sent !== body) problems[id] = 'another body';
          if (received.join('') !== pieces.join('')) problems[id] = 'another response';
          if (isStream && received.length !== pieces.length) problems[id] ??= 'other chunks';
        }
        const { body, sent } = await passThrough(true, windowOf(history));
        const after = (JSON.parse(sent) as Record<string, readonly object[]>)[member]!;
        const refused = newRefusals(refusals, written, after);
        if (refused.length > 0) problems[id] = refused[0];
        if (sent.length < body.length) shortened += 1;
      }
      expect(problems).toEqual({});
      expect(shortened).toBeGreaterThan(wantsAll ? 260 : 9);
    },
  );
});
