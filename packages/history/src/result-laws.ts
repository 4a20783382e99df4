import type {
  ContentBlock,
  HumanTextPolicy,
  IContent,
  ProvenanceRecord,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import { isThinkingAlone } from './blank.ts';
import { readDroppedNotice } from './dropped-notices.ts';
import { historyInvariants, type Violation } from './history-invariants.ts';
import type { Protection } from './protection.ts';

/** A compression to be judged: what went in (repaired), what came out, and what had been promised. */
export interface JudgedResult {
  readonly before: readonly IContent[];
  readonly after: readonly IContent[];
  /** For each entry of `after`, the indices in `before` it stands for. */
  readonly provenance: readonly ProvenanceRecord[];
  /** Index in `before` of the first entry of the tail. Without it, nothing is judged that depends on it. */
  readonly tailStart?: number;
  readonly isProtected: Protection;
  readonly humanText: HumanTextPolicy;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly targetTokens?: number;
  readonly shortfallTokens?: number;
}

/** Something every compression keeps. The numbers are those of the laws in `docs/architecture.md`. */
export interface ResultLaw {
  readonly name: string;
  readonly promise: string;
  find(result: JudgedResult): Iterable<readonly [index: number, message: string]>;
}

export const resultLaws: readonly ResultLaw[] = [
  {
    name: 'law-1-whole-history',
    promise: 'What comes out is a history a provider accepts (laws 1, 4 and 9).',
    *find({ after }) {
      for (const invariant of historyInvariants) {
        for (const { index, message } of invariant.check(after)) yield [index, message];
      }
    },
  },
  {
    name: 'law-2-order',
    promise: 'Surviving entries and blocks keep their order.',
    *find({ before, after, provenance }) {
      let last = -1;
      for (const [index, { sources, reason }] of provenance.entries()) {
        if (reason === 'notice') continue;
        const source = sources[0];
        if (source === undefined) continue;
        if (source <= last) yield [index, `entry ${source} stands behind entry ${last}`];
        last = sources.at(-1)!;
        if (sources.length === 1 && !keepsBlockOrder(before[source]!, after[index]!)) {
          yield [index, `blocks of entry ${source} changed places`];
        }
      }
    },
  },
  {
    name: 'law-3-protected',
    promise: 'System and pinned entries are the same objects.',
    *find({ before, after, isProtected }) {
      const surviving = new Set(after);
      for (const [index, entry] of before.entries()) {
        if (isProtected(entry) && !surviving.has(entry)) yield [index, 'a protected entry changed'];
      }
    },
  },
  {
    name: 'law-3-tail',
    promise: 'The tail is the same objects, at the end.',
    *find({ before, after, tailStart = before.length }) {
      const length = before.length - tailStart;
      for (let offset = 1; offset <= length; offset += 1) {
        const index = before.length - offset;
        if (after[after.length - offset] !== before[index]) yield [index, 'a tail entry changed'];
      }
    },
  },
  {
    name: 'law-3-human-text',
    promise:
      'Human text keeps to what the strategy declares; the newest human entry always survives.',
    *find({ before, after, humanText, tailStart, isProtected }) {
      const surviving = new Set(after);
      const gone = before
        .map((entry, index) => ({ entry, index }))
        .filter(({ entry }) => isHuman(entry) && !surviving.has(entry));
      const newest = before.findLastIndex(isHuman);
      if (gone.at(-1)?.index === newest && newest >= 0) {
        yield [newest, 'the newest human entry is gone'];
      }
      if (humanText === 'kept') for (const { index } of gone) yield [index, 'human text changed'];
      if (humanText !== 'last' || gone.length === 0 || tailStart === undefined) return;
      const headLength = after.length - (before.length - tailStart);
      for (let index = 0; index < headLength; index += 1) {
        const entry = after[index]!;
        const isFree =
          entry.speaker !== 'human' && !isProtected(entry) && !entry.blocks.some(isOpaque);
        if (isFree) yield [index, `an ${entry.speaker} entry is left although human text is gone`];
      }
    },
  },
  {
    name: 'law-4-thinking',
    promise: 'Reasoning is untouched or gone, and never left alone.',
    *find({ before, after }) {
      const known = new Set<ContentBlock>();
      const alone = new Set<IContent>();
      for (const entry of before) {
        if (isThinkingAlone(entry)) alone.add(entry);
        for (const block of entry.blocks) if (block.type === 'thinking') known.add(block);
      }
      for (const [index, entry] of after.entries()) {
        for (const block of entry.blocks) {
          if (block.type === 'thinking' && !known.has(block))
            yield [index, 'reasoning was rewritten'];
        }
        if (isThinkingAlone(entry) && !alone.has(entry)) yield [index, 'reasoning is left alone'];
      }
    },
  },
  {
    name: 'law-5-size',
    promise:
      'The result is never larger than the input, and at the target or short of it by what it says.',
    *find({ tokensBefore, tokensAfter, targetTokens, shortfallTokens = 0 }) {
      if (tokensAfter > tokensBefore) yield [-1, `${tokensBefore} tokens became ${tokensAfter}`];
      if (targetTokens !== undefined && tokensAfter - targetTokens > shortfallTokens) {
        yield [
          -1,
          `${tokensAfter} tokens for a target of ${targetTokens}, shortfall ${shortfallTokens}`,
        ];
      }
    },
  },
  {
    name: 'law-7-failures',
    promise:
      'A failed call whose response survives still says so, with its error up to 500 characters.',
    *find({ before, after, provenance }) {
      for (const [index, { sources }] of provenance.entries()) {
        const [source] = sources;
        if (sources.length !== 1 || source === undefined) continue;
        const now = after[index]!;
        if (now === before[source]) continue;
        const responses = before[source]!.blocks.filter(isResponse);
        let next = 0;
        for (const block of now.blocks.filter(isResponse)) {
          // Ids may repeat within an entry; the responses that survive are in order.
          while (next < responses.length && responses[next]!.callId !== block.callId) next += 1;
          const failure = responses[next];
          next += 1;
          if (failure === undefined || !isFailure(failure)) continue;
          const isKept =
            block.isError === failure.isError &&
            (block.error ?? '').startsWith((failure.error ?? '').slice(0, 500));
          if (!isKept) yield [index, `the failure of ${block.toolName} (${block.callId}) is gone`];
        }
      }
    },
  },
];

/** Everything a result breaks; empty for a lawful one. */
export function judge(result: JudgedResult): Violation[] {
  return resultLaws.flatMap((law) =>
    Array.from(law.find(result), ([index, message]) => ({ law: law.name, index, message })),
  );
}

function isResponse(block: ContentBlock): block is ToolResponseBlock {
  return block.type === 'tool_response';
}

function isFailure({ error = '', isError }: ToolResponseBlock): boolean {
  return isError === true || error.trim() !== '';
}

/** Something a person said. A notice of ours is a human entry too, but not human text. */
function isHuman(entry: IContent): boolean {
  return entry.speaker === 'human' && readDroppedNotice(entry) === undefined;
}

const isOpaque = ({ type }: ContentBlock): boolean => type === 'opaque';

function keepsBlockOrder(before: IContent, after: IContent): boolean {
  if (before === after) return true;
  const places = new Map(before.blocks.map((block, place) => [block, place]));
  let last = -1;
  for (const block of after.blocks) {
    const place = places.get(block);
    if (place === undefined) continue;
    if (place <= last) return false;
    last = place;
  }
  return true;
}
