import { runAtOnce, type IContent, type ToolCallBlock } from '@palimpsest/core-types';
import {
  GAP,
  partsOfEntry,
  REPLACED_STATEMENT,
  type ExchangeIndex,
  type RecordItem,
  type TextSource,
} from '@palimpsest/engine/history';
import { namesAction } from '@palimpsest/engine/tools';
import type { Role } from '../ranking/unit-index.ts';
import type { ParseCache } from './parse-cache.ts';
import type { Part, Piece, Step } from './pieces.ts';
import { stepsOfCalls, type ParseOptions } from './steps-of-calls.ts';

type Form = Parameters<ParseCache['read']>[2];

/** Returns the pieces of each entry of a history. A result belongs to the step of its call. */
export function parseHistory(
  index: ExchangeIndex,
  options: ParseOptions,
): readonly (readonly Piece[])[] {
  return runAtOnce(parseInSteps(index, options));
}

/** Does what `parseHistory` does. Yields between calls and entries. */
export function* parseInSteps(
  index: ExchangeIndex,
  options: ParseOptions,
): Generator<void, readonly (readonly Piece[])[]> {
  const steps = yield* stepsOfCalls(index, options);
  const { parseCache } = options;
  const pieces: Piece[][] = [];
  for (const [at, entry] of index.history.entries()) {
    pieces.push(piecesOf(entry, at, { steps, parseCache }));
    yield;
  }
  return pieces;
}

interface PieceSources {
  readonly steps: ReadonlyMap<ToolCallBlock, Step>;
  readonly parseCache: ParseCache;
}

const ROLES = {
  agent: ['text', 'parseProse'],
  model: ['text', 'parseProse'],
  program: ['result', 'read'],
  tool: ['result', 'read'],
  system: ['system', 'read'],
} as const satisfies Record<TextSource, readonly [Role, Form]>;

function piecesOf(entry: IContent, at: number, { steps, parseCache }: PieceSources): Piece[] {
  return partsOfEntry(entry).flatMap((part): Piece | readonly Piece[] => {
    switch (part.kind) {
      case 'item':
        // It is written again, if the statement is still there.
        if (part.item.kind === 'step' && part.item.title.startsWith(REPLACED_STATEMENT)) return [];
        return pieceOfItem(part.item, at, parseCache);
      case 'call':
        return steps.get(part.call) ?? [];
      case 'step':
        return { ...stepOf(at, part.title), media: part.media };
      default: {
        const { owner, block, isMedia } = part.origin;
        const base = { entry: at, block, label: '', call: undefined };
        if (part.kind === 'text') {
          const [role, form] = ROLES[part.source];
          const parsed = parseCache.read(owner, part.text, form);
          return stepOf(at, part.title, [{ ...base, role, parsed }]);
        }
        const parsed = parseCache.read(owner, part.text, isMedia ? 'parseLines' : 'parseProse');
        return { kind: 'person', entry: at, texts: [{ ...base, role: 'user', parsed }] };
      }
    }
  });
}

const NO_STEP = {
  details: '',
  path: undefined,
  folder: '',
  title: undefined,
  texts: [],
  media: [],
  response: undefined,
  place: undefined,
  call: undefined,
  isAction: false,
} as const;

function stepOf(entry: number, verb: string, texts: readonly Part[] = []): Step {
  return { ...NO_STEP, kind: 'step', entry, verb, object: '', texts };
}

/** Returns the piece of a record that was written before. */
function pieceOfItem(item: RecordItem, at: number, parseCache: ParseCache): Piece {
  const text = item.lines.map((line) => (line === GAP ? '…' : line)).join('\n');
  const base = { entry: at, block: 0, label: '', call: undefined, isRead: true };
  if (item.kind === 'person') {
    const parsed = parseCache.read(item, text, 'parseProse');
    return { kind: 'person', entry: at, texts: [{ ...base, role: 'user', parsed }] };
  }
  const title = item.title.replace(/:$/, '');
  const isSaid = title === 'Said';
  const owner = item.lines as object;
  const texts: Part[] =
    text === ''
      ? []
      : [
          {
            ...base,
            role: isSaid ? 'text' : 'result',
            parsed: parseCache.read(owner, text, isSaid ? 'parseProse' : 'parseLines'),
          },
        ];
  if (isSaid) return stepOf(at, title, texts);
  const parsed = parseCache.read(item, title, 'parseLines');
  const step = stepOf(at, title, texts);
  return { ...step, title: { ...base, role: 'arguments', parsed }, isAction: namesAction(title) };
}
