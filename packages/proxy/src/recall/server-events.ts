import { createEventReader, type ServerEvent } from '@palimpsest/adapter';
import type { Chunks } from '../body.ts';

/** Splits a body into events, and very long ones into pieces. The bytes of all of them are the bytes of the body. */
export async function* readServerEvents(body: Chunks): AsyncGenerator<ServerEvent> {
  const reader = createEventReader();
  for await (const chunk of body) yield* reader.push(chunk);
  yield* reader.end();
}

export function formatEvent(name: string | undefined, data: unknown): Uint8Array {
  const start = name === undefined ? '' : `event: ${name}\n`;
  return new TextEncoder().encode(`${start}data: ${JSON.stringify(data)}\n\n`);
}
