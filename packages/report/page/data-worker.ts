// Reads the data of a report in a thread of its own, so that the page stays responsive.
import type { Overview } from './session-data.ts';
import { postSession } from './session-parts.ts';

const parts: Uint8Array<ArrayBuffer>[] = [];

addEventListener('message', ({ data }: MessageEvent<string | undefined>) => {
  if (data !== undefined) parts.push(decodeBase64(data));
  // A rejected promise would not reach the page; an error does.
  else read().catch((error: unknown) => reportError(error));
});

async function read(): Promise<void> {
  const lines = readLines();
  const { value = '{}' } = await lines.next();
  await postSession(JSON.parse(value as string) as Overview, lines, (part) => postMessage(part));
}

/** Reads the data in the page as `writeReport` writes it: deflated lines of JSON. */
async function* readLines(): AsyncGenerator<string> {
  const reader = new Blob(parts.splice(0))
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let unfinished: string[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const [head = '', ...tail] = next.value.split('\n');
    unfinished.push(head);
    for (const line of tail) {
      yield unfinished.join('');
      unfinished = [line];
    }
  }
  yield unfinished.join('');
}

function decodeBase64(encoded: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
}
