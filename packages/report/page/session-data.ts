import type { ComparedEntry, ComparedText, Comparison } from '@palimpsest/report';

type EntryFacts = Omit<ComparedEntry, 'texts'>;

export type Overview = Omit<Comparison, 'entries'> & { readonly entries: readonly EntryFacts[] };

/** A comparison whose texts are parsed when they are shown. */
export interface SessionData {
  readonly overview: Overview;
  texts(entry: number): readonly ComparedText[];
  /** Returns the positions of the entries that contain a text, in any case; `undefined` if `signal` is aborted first. */
  search(wanted: string, signal: AbortSignal): Promise<ReadonlySet<number> | undefined>;
}

/** Reads lines of JSON as `writeReport` writes them. */
function openLines(lines: readonly string[]): SessionData {
  const [first = '{}', ...texts] = lines;
  const overview = JSON.parse(first) as Overview;
  const known = new Map<number, readonly ComparedText[]>();
  return {
    overview,
    texts(entry) {
      const own = known.get(entry) ?? (JSON.parse(texts[entry] ?? '[]') as ComparedText[]);
      known.set(entry, own);
      return own;
    },
    async search(wanted, signal) {
      // The lines hold texts as JSON writes them.
      const written = JSON.stringify(wanted.toLowerCase()).slice(1, -1);
      const found = new Set<number>();
      let pause = performance.now() + SLICE;
      for (const [entry, line] of texts.entries()) {
        const label = overview.entries[entry]?.label ?? '';
        if (`${label}\n${line}`.toLowerCase().includes(written)) found.add(entry);
        if (performance.now() < pause) continue;
        await rest();
        if (signal.aborted) return undefined;
        pause = performance.now() + SLICE;
      }
      return found;
    },
  };
}

/** Reads the data in the page: deflated lines of JSON in base64. Rests between parts, so that the page stays responsive. */
export async function readPageData(encoded: string): Promise<SessionData> {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async start(controller) {
      for (let at = 0; at < encoded.length; at += PART) {
        const part = atob(encoded.slice(at, at + PART));
        controller.enqueue(Uint8Array.from(part, (character) => character.charCodeAt(0)));
        await rest();
      }
      controller.close();
    },
  });
  const reader = stream
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .pipeThrough(new TextDecoderStream())
    .getReader();
  const lines: string[] = [];
  let open: string[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const [head = '', ...tail] = next.value.split('\n');
    open.push(head);
    for (const line of tail) {
      lines.push(open.join(''));
      open = [line];
    }
  }
  lines.push(open.join(''));
  return openLines(lines);
}

/** Characters of base64 that are decoded at once; divisible by 4. */
const PART = 0x4_00_00;

/** Milliseconds of work between two rests. */
const SLICE = 30;

function rest(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
