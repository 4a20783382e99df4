import type { Content, Part } from '@google/genai';

/** A request as it was sent. */
export interface Sent {
  readonly url: string;
  readonly text: string;
  readonly contents: readonly Content[];
}

export type Answer = (sent: Sent, at: number) => Part[];

export interface FakeGemini {
  readonly fetch: typeof fetch;
  readonly sent: readonly Sent[];
}

interface FakeOptions {
  /** Returns the token count to report for a request. */
  readonly promptTokens?: (sent: Sent) => number;
}

/** A Gemini server without a network: responds by a script, with one body or with a stream in chunks of a few bytes. */
export function fakeGemini(answer: Answer, { promptTokens }: FakeOptions = {}): FakeGemini {
  const sent: Sent[] = [];
  return {
    sent,
    fetch: async (input, init) => {
      const { url, text } = await requestOf(input, init);
      const one = { url, text, contents: (JSON.parse(text) as Sent).contents };
      sent.push(one);
      const counted = promptTokens?.(one);
      const usageMetadata =
        counted === undefined
          ? {}
          : { usageMetadata: { promptTokenCount: counted, candidatesTokenCount: 9 } };
      const events = answer(one, sent.length - 1).map((part, index, all) => ({
        candidates: [
          {
            content: { role: 'model', parts: [part] },
            ...(index === all.length - 1 ? { finishReason: 'STOP' } : {}),
          },
        ],
        ...usageMetadata,
      }));
      if (url.includes('alt=sse')) {
        const stream = events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join('');
        const headers = { 'content-type': 'text/event-stream' };
        return new Response(inPieces(stream), { headers });
      }
      const parts = events.flatMap(({ candidates }) => candidates[0]!.content.parts);
      const content = { role: 'model', parts };
      const body = { candidates: [{ content, finishReason: 'STOP' }], ...usageMetadata };
      return Response.json(body);
    },
  };
}

async function requestOf(...given: Parameters<typeof fetch>): Promise<Pick<Sent, 'url' | 'text'>> {
  const request = new Request(...given);
  return { url: request.url, text: await request.text() };
}

function inPieces(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let from = 0;
  return new ReadableStream({
    pull(stream) {
      if (from >= bytes.length) return stream.close();
      stream.enqueue(bytes.slice(from, (from += 37)));
    },
  });
}
