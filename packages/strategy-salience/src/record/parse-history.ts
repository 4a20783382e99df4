import {
  formatMediaPlaceholder,
  getRecallPrefixLength,
  isMarker,
  parseGapMarker,
  readResultMedia,
  recallIdOf,
  replaceBinaryText,
  type ContentBlock,
  type IContent,
  type MediaBlock,
  type ToolCallBlock,
  type ToolResponseBlock,
  type ToolTaxonomy,
  type ToolUse,
} from '@palimpsest/core-types';
import { findPlanCalls } from '@palimpsest/engine';
import {
  GAP,
  isGeneratedContinuation,
  isGeneratedNotice,
  isGeneratedSnapshot,
  parseNoticeEntry,
  readRecordEntry,
  splitInjectedText,
  type ExchangeIndex,
  type RecordItem,
  type TextSegment,
} from '@palimpsest/history';
import {
  describeStep,
  hasFailed,
  isFlagged,
  type StepDescription,
} from '@palimpsest/tool-taxonomy';
import type { Role } from '../ranking/unit-index.ts';
import type { ParsedText } from '../reading/parsed-text.ts';
import { textsOfBlock } from './block-texts.ts';
import type { ParseCache } from './parse-cache.ts';

/** A text of the history whose units are kept or left out. */
export interface Part {
  /** Where it stands. */
  readonly entry: number;
  readonly block: number;
  readonly role: Role;
  readonly reading: ParsedText;
  /** What it is among the arguments of its call: `replacing`. Empty for all else. */
  readonly label: string;
  /** Whether it was read from a record. @default false */
  readonly isRead?: boolean;
  /** The step that it belongs to; `undefined` for the words of a person. */
  readonly call: CallFacts | undefined;
}

/** What the selection knows about a call. */
export interface CallFacts {
  readonly namesFile: boolean;
  /** The command, if the call runs one. */
  readonly command: string | undefined;
  readonly hasFailed: boolean;
  /** Whether the failure is flagged, so that its text is read by lines. */
  readonly isFlagged: boolean;
  /** Whether it wrote the plan, and no newer call did; or whether a newer call wrote it again. */
  readonly plan: 'newest' | 'replaced' | undefined;
}

/** What a person wrote in one text. */
interface Words {
  readonly kind: 'person';
  readonly entry: number;
  readonly texts: readonly Part[];
}

/** Position of a block. */
interface Place {
  readonly entry: number;
  readonly block: number;
}

/** One thing that was done or said, with what came back. */
export interface Step {
  readonly kind: 'step';
  readonly entry: number;
  /** `Read`, and `src/a.ts`; the title is both and the details. */
  readonly verb: string;
  readonly object: string;
  readonly details: string;
  readonly path: string | undefined;
  readonly title: Part | undefined;
  /** Arguments, then results. */
  readonly texts: readonly Part[];
  /** Lines that stand for media. */
  readonly media: readonly string[];
  /** `undefined` for a step without a result. */
  readonly response: ToolResponseBlock | undefined;
  /** Where the response stands. */
  readonly place: Place | undefined;
  readonly call: CallFacts | undefined;
}

export type Piece = Words | Step;

export interface ParseOptions {
  readonly taxonomy: ToolTaxonomy;
  readonly parseCache: ParseCache;
}

/** Returns the pieces of each entry of a history. A result belongs to the step of its call. */
export function parseHistory(
  index: ExchangeIndex,
  { taxonomy, parseCache }: ParseOptions,
): readonly (readonly Piece[])[] {
  const { history, exchanges } = index;
  const { newest, replaced } = findPlanCalls(index, taxonomy);
  const newestPlans = new Set(newest.map(({ call }) => call));
  const steps = new Map<ToolCallBlock, Step>();
  for (const { calls } of exchanges) {
    for (const ref of calls) {
      const { call, entry, response } = ref;
      const use = taxonomy.describe(call.name, call.parameters);
      const facts: CallFacts = {
        namesFile: use.paths.length > 0,
        command: use.kind === 'run' ? (use.key ?? '') : undefined,
        hasFailed: response !== undefined && hasFailed(taxonomy, use, response.response),
        isFlagged: response !== undefined && isFlagged(response.response),
        plan: replaced.has(call) ? 'replaced' : newestPlans.has(call) ? 'newest' : undefined,
      };
      const place = response && { entry: response.entry, block: response.block };
      steps.set(
        call,
        stepOfCall(call, {
          entry,
          block: ref.block,
          use,
          facts,
          place,
          response: response?.response,
          parseCache,
        }),
      );
    }
  }
  return history.map((entry, at) => piecesOf(entry, at, { steps, parseCache }));
}

interface PieceSources {
  readonly steps: ReadonlyMap<ToolCallBlock, Step>;
  readonly parseCache: ParseCache;
}

function piecesOf(entry: IContent, at: number, { steps, parseCache }: PieceSources): Piece[] {
  const record = readRecordEntry(entry);
  const pieces: Piece[] = [];
  if (record !== undefined) {
    for (const item of record.items) pieces.push(pieceOfItem(item, at, parseCache));
  }
  if (isGeneratedContinuation(entry)) return [];
  // Anyone can type a notice: only a generated one is no text of a person.
  if (isGeneratedNotice(entry)) {
    const { dropped } = parseNoticeEntry(entry)!;
    return [stepOf(at, `Left out ${dropped} earlier messages`)];
  }
  for (const [number, block] of entry.blocks.entries()) {
    if (record !== undefined && number === 0) continue;
    const place = { entry: at, block: number };
    switch (block.type) {
      case 'text':
        pieces.push(...piecesOfText(entry, place, block, block.text, parseCache));
        break;
      case 'code':
        pieces.push(...piecesOfText(entry, place, block, block.code, parseCache));
        break;
      case 'media':
        // A record has the lines of the media that it carries.
        if (record === undefined) pieces.push(pieceOfMedia(entry, place, block, parseCache));
        break;
      case 'tool_call': {
        const step = steps.get(block);
        if (step !== undefined) pieces.push(step);
        break;
      }
      case 'opaque':
        if (block.belongsToCalls !== true) pieces.push(stepOf(at, `Received ${block.kind}`));
        break;
      default:
        break;
    }
  }
  return pieces;
}

const NO_STEP = {
  details: '',
  path: undefined,
  title: undefined,
  texts: [],
  media: [],
  response: undefined,
  place: undefined,
  call: undefined,
} as const;

function stepOf(entry: number, verb: string, texts: readonly Part[] = []): Step {
  return { ...NO_STEP, kind: 'step', entry, verb, object: '', texts };
}

const segments = new WeakMap<ContentBlock, readonly TextSegment[]>();

function piecesOfText(
  entry: IContent,
  place: Place,
  block: ContentBlock,
  text: string,
  parseCache: ParseCache,
): Piece[] {
  const isMarkerAlone = entry.blocks.length === 1 && parseGapMarker(text) !== undefined;
  if (text.trim() === '' || isMarkerAlone) return [];
  const at = place.entry;
  const base = { ...place, label: '', call: undefined };
  if (entry.speaker === 'ai') {
    const reading = parseCache.read(block, text, 'readProse');
    return [stepOf(at, 'Said', [{ ...base, role: 'text', reading }])];
  }
  if (entry.speaker !== 'human') {
    const role = entry.speaker === 'system' ? 'system' : 'result';
    return [
      stepOf(at, 'Received', [{ ...base, role, reading: parseCache.read(block, text, 'read') }]),
    ];
  }
  if (isGeneratedSnapshot(entry)) {
    const reading = parseCache.read(block, text, 'readProse');
    return [stepOf(at, 'A model summarized', [{ ...base, role: 'text', reading }])];
  }
  let parts = segments.get(block);
  if (parts === undefined) segments.set(block, (parts = splitInjectedText(text)));
  return parts.map((segment): Piece => {
    if (segment.isInjected) {
      const reading = parseCache.read(segment, segment.text, 'read');
      return stepOf(at, 'The agent program added', [{ ...base, role: 'result', reading }]);
    }
    const reading = parseCache.read(segment, segment.text, 'readProse');
    return { kind: 'person', entry: at, texts: [{ ...base, role: 'user', reading }] };
  });
}

function pieceOfMedia(
  entry: IContent,
  place: Place,
  block: MediaBlock,
  parseCache: ParseCache,
): Piece {
  const line = placeholderOf(block);
  const at = place.entry;
  const base = { ...place, label: '', call: undefined };
  if (entry.speaker !== 'human') return { ...stepOf(at, 'Received'), media: [line] };
  const reading = parseCache.read(block, line, 'parseLines');
  return { kind: 'person', entry: at, texts: [{ ...base, role: 'user', reading }] };
}

/** Returns the line that stands for a picture or document. */
function placeholderOf(block: MediaBlock): string {
  const media = readResultMedia(block);
  const name = block.filename ?? block.caption;
  return formatMediaPlaceholder(
    media ?? { mimeType: block.mimeType, ...(name === undefined ? {} : { name }) },
  );
}

/** Returns the piece of a record that was written before. */
function pieceOfItem(item: RecordItem, at: number, parseCache: ParseCache): Piece {
  const text = item.lines.map((line) => (line === GAP ? '…' : line)).join('\n');
  const base = { entry: at, block: 0, label: '', call: undefined, isRead: true };
  if (item.kind === 'person') {
    const reading = parseCache.read(item, text, 'readProse');
    return { kind: 'person', entry: at, texts: [{ ...base, role: 'user', reading }] };
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
            reading: parseCache.read(owner, text, isSaid ? 'readProse' : 'parseLines'),
          },
        ];
  if (isSaid) return stepOf(at, title, texts);
  const reading = parseCache.read(item, title, 'parseLines');
  return { ...stepOf(at, title, texts), title: { ...base, role: 'arguments', reading } };
}

const descriptions = new WeakMap<ToolCallBlock, StepDescription>();

interface CallSources extends Place {
  readonly place: Place | undefined;
  readonly use: ToolUse;
  readonly facts: CallFacts;
  readonly response: ToolResponseBlock | undefined;
  readonly parseCache: ParseCache;
}

function stepOfCall(
  call: ToolCallBlock,
  { entry, block, use, facts, place, response, parseCache }: CallSources,
): Step {
  let said = descriptions.get(call);
  if (said === undefined) {
    said = describeStep(call.name, call.parameters, use);
    descriptions.set(call, said);
  }
  const { verb, object, details, path } = said;
  const base = { entry, block, label: '', call: facts };
  const texts = said.texts.map((owner): Part => {
    const reading = parseCache.read(owner, replaceBinaryText(owner.text), 'readProse');
    return { ...base, role: 'arguments', label: owner.label, reading };
  });
  const media: string[] = [];
  if (response !== undefined)
    addResult(response, { base: { ...base, ...place }, texts, media, parseCache });
  const shown = [object, details].filter((words) => words !== '').join(', ');
  const reading = parseCache.read(said, shown, 'parseLines');
  return {
    kind: 'step',
    entry,
    verb,
    object,
    details,
    path,
    title: shown === '' ? undefined : { ...base, role: 'arguments', reading },
    texts,
    media,
    response,
    place,
    call: facts,
  };
}

interface ResultTarget {
  readonly base: Pick<Part, 'entry' | 'block' | 'label' | 'call'>;
  readonly texts: Part[];
  readonly media: string[];
  readonly parseCache: ParseCache;
}

function addResult(
  response: ToolResponseBlock,
  { base, texts, media, parseCache }: ResultTarget,
): void {
  const { error } = response;
  if (error !== undefined && error.trim() !== '') {
    texts.push({
      ...base,
      role: 'result',
      reading: parseCache.read(response, error, 'parseLines'),
    });
  }
  for (const text of textsOfBlock(response)) {
    const { part } = text;
    if (part?.type === 'media') {
      media.push(formatMediaPlaceholder(part.media));
      continue;
    }
    const source = text.source.slice(getRecallPrefixLength(text.source));
    if (source.trim() === '' || isMarker(source)) continue;
    const form = base.call?.isFlagged === true ? 'parseLines' : 'read';
    texts.push({ ...base, role: 'result', reading: parseCache.read(text, source, form) });
  }
}

/** Returns the recall id of the result of a step. */
export function recallIdOfStep(
  step: Step,
  history: readonly IContent[],
  originalId: ((entry: IContent, block: number) => string | undefined) | undefined,
): string | undefined {
  const { response, place } = step;
  if (response === undefined || place === undefined) return undefined;
  return recallIdOf(response.result) ?? originalId?.(history[place.entry]!, place.block);
}
