import type { Block } from './bound-thinking.ts';
import type { AnswerMessage } from './scripted-api.ts';

/** Streams a message as events, in chunks that end anywhere. */
export function eventsOf(message: AnswerMessage): ReadableStream<Uint8Array> {
  const { content, usage, stop_reason, ...head } = message;
  const { output_tokens, ...input } = usage;
  const start = { ...head, content: [], stop_reason: null, usage: { ...input, output_tokens: 1 } };
  const events = [
    { type: 'message_start', message: start },
    ...content.flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens },
    },
    { type: 'message_stop' },
  ];
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  const bytes = new TextEncoder().encode(text.join(''));
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + 41));
      at += 41;
    },
  });
}

function blockEvents(block: Block, index: number): { readonly type: string }[] {
  const delta = (given: object) => ({ type: 'content_block_delta', index, delta: given });
  const { thinking, signature, text, input, ...head } = block;
  const begins = (given: object) => ({
    type: 'content_block_start',
    index,
    content_block: { ...head, ...given },
  });
  const events =
    block.type === 'thinking'
      ? [
          begins({ thinking: '', signature: '' }),
          delta({ type: 'thinking_delta', thinking }),
          delta({ type: 'signature_delta', signature }),
        ]
      : block.type === 'text'
        ? [begins({ text: '' }), delta({ type: 'text_delta', text })]
        : [
            begins({ input: {} }),
            delta({ type: 'input_json_delta', partial_json: JSON.stringify(input) }),
          ];
  return [...events, { type: 'content_block_stop', index } as { type: string }];
}
