import type { ComparedEntry, ComparedText, Comparison } from '@palimpsest/report';
import type { SessionPart } from './session-parts.ts';

type EntryFacts = Omit<ComparedEntry, 'texts'>;

export type Overview = Omit<Comparison, 'entries'> & { readonly entries: readonly EntryFacts[] };

/** A comparison whose texts are parsed when they are shown. */
export interface SessionData {
  readonly overview: Overview;
  texts(entry: number): readonly ComparedText[];
  /** Returns the positions of the entries that contain a text, in any case; `undefined` if `signal` is aborted first. */
  search(wanted: string, signal: AbortSignal): Promise<ReadonlySet<number> | undefined>;
}

/** Creates a function that takes the parts of one session after another, and returns each session with its last part. */
export function createReceiver(): (part: SessionPart) => SessionData | undefined {
  let overview: Omit<Overview, 'entries'> | undefined;
  let entries: EntryFacts[] = [];
  let lines: Line[] = [];
  return (part) => {
    if (part.kind === 'overview') {
      overview = part.overview;
      entries = [];
      lines = [];
    } else if (part.kind === 'entries') for (const entry of part.entries) entries.push(entry);
    else if (part.kind === 'texts') {
      let start = 0;
      for (const length of part.lengths) {
        lines.push({ json: part.json, start, end: start + length });
        start += length;
      }
    } else return openSession({ ...overview!, entries }, lines);
    return undefined;
  };
}

/** The texts of an entry: a range of a longer text. */
interface Line {
  readonly json: string;
  readonly start: number;
  readonly end: number;
}

function openSession(overview: Overview, lines: readonly Line[]): SessionData {
  const lineOf = (entry: number): string => {
    const line = lines[entry];
    return line === undefined ? '[]' : line.json.slice(line.start, line.end);
  };
  const known = new Map<number, readonly ComparedText[]>();
  return {
    overview,
    texts(entry) {
      const own = known.get(entry) ?? (JSON.parse(lineOf(entry)) as ComparedText[]);
      known.set(entry, own);
      return own;
    },
    async search(wanted, signal) {
      // The lines hold texts as JSON writes them.
      const written = JSON.stringify(wanted.toLowerCase()).slice(1, -1);
      const found = new Set<number>();
      let pause = performance.now() + SLICE;
      for (const entry of lines.keys()) {
        const label = overview.entries[entry]?.label ?? '';
        if (`${label}\n${lineOf(entry)}`.toLowerCase().includes(written)) found.add(entry);
        if (performance.now() < pause) continue;
        await rest();
        if (signal.aborted) return undefined;
        pause = performance.now() + SLICE;
      }
      return found;
    },
  };
}

/** Milliseconds of work between two rests. */
const SLICE = 30;

/** Lets the page respond to its user. */
export function rest(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
