import {
  personAnswer,
  REPLACED_STATEMENT,
  type RecordItem,
  type RecordLine,
} from '@palimpsest/engine/history';
import { shortObject, type KnownPaths } from '@palimpsest/engine/tools';
import { unitText } from '../reading/parsed-text.ts';
import type { ReplacedWords } from '../required/read-words.ts';
import { keptLines } from './kept-lines.ts';
import { listSteps, shortResult, type BareStep } from './list-steps.ts';
import type { Part, Piece, Step } from './pieces.ts';

export interface WriteOptions {
  /** Returns whether a unit of a part is kept. */
  readonly isKept: (part: Part, unit: number) => boolean;
  /**
   * Index of the first entry whose steps are listed by object (`Read a.ts, b.ts`). Older steps are counted (`Read 2 files`); with `Infinity`, only
   * actions are counted, and all other steps are left out.
   */
  readonly namedFrom: number;
  /** Statements of people that newer ones replace. Where one is kept, a step says so. */
  readonly replaced: ReplacedWords;
  /** Returns the recall id of a step whose result is not whole. */
  readonly idOf: (step: Step) => string | undefined;
}

/** Returns the items of a record for some pieces. Consecutive steps of which no line is kept share sentences. Yields between pieces. */
export function* writeItems(
  pieces: Iterable<Piece>,
  { isKept, namedFrom, replaced, idOf }: WriteOptions,
): Generator<void, RecordItem[]> {
  const items: RecordItem[] = [];
  const known: KnownPaths = new Map();
  let bare: BareStep[] = [];
  const flush = (): void => {
    const isNewer = (bare[0]?.step.entry ?? 0) >= namedFrom;
    const titles = listSteps(bare, isNewer ? 'objects' : 'counts', known);
    bare = [];
    for (const title of titles) items.push({ kind: 'step', title, lines: [] });
  };
  for (const piece of pieces) {
    yield;
    if (piece.kind === 'person') {
      flush();
      const lines = piece.texts.flatMap(
        (part) => keptLines(part, (unit) => isKept(part, unit)).lines,
      );
      if (lines.length > 0) items.push({ kind: 'person', lines });
      for (const part of piece.texts) {
        for (const [unit, how] of replaced.get(part) ?? []) {
          if (how === 'repeated' || !isKept(part, unit)) continue;
          const title = `${REPLACED_STATEMENT}${unitText(part.parsed, unit).trim()}`;
          items.push({ kind: 'step', title, lines: [] });
        }
      }
      continue;
    }
    const written = writeStep(piece, isKept);
    if (written === undefined && !piece.isAction && namedFrom === Infinity) continue;
    const isTitleOnly = written?.lines.length === 0 && piece.details === '';
    if (written === undefined || isTitleOnly) {
      const id = hasLongResult(piece) ? idOf(piece) : undefined;
      bare.push({ step: piece, isNamed: written !== undefined, id });
      continue;
    }
    flush();
    const { verb, details } = piece;
    const object = shortObject(piece, known);
    const words = [verb, object === '' ? '' : ` ${object}`];
    if (details !== '') words.push(object === '' ? ` with ${details}` : `, ${details}`);
    const id = written.isWhole ? undefined : idOf(piece);
    const ending = `${written.outcome}${id === undefined ? '' : ` #${id}`}`;
    const title = `${words.join('')}${ending}${written.lines.length > 0 ? ':' : ''}`;
    items.push({ kind: 'step', title, lines: written.lines });
  }
  flush();
  return items;
}

/** Returns whether a list of steps leaves out the result of a step. */
function hasLongResult(step: Step): boolean {
  const { texts, media } = step;
  const hasResult = media.length > 0 || texts.some(({ role }) => role === 'result');
  return hasResult && (media.length > 0 || shortResult(step) === '');
}

interface WrittenStep {
  readonly lines: readonly RecordLine[];
  readonly outcome: string;
  readonly isWhole: boolean;
}

/** Returns what is kept of a step; `undefined` if nothing is. */
function writeStep(step: Step, isKept: WriteOptions['isKept']): WrittenStep | undefined {
  const { title, texts, media } = step;
  const lines: RecordLine[] = [];
  let isShown = title !== undefined && isAnyKept(title, isKept);
  let [shownOfResult, omitted] = [0, 0];
  let label = '';
  for (const part of texts) {
    const kept = keptLines(part, (unit) => isKept(part, unit));
    if (part.role === 'result') {
      omitted += kept.omitted;
      shownOfResult += kept.lines.length;
    }
    if (kept.lines.length === 0) continue;
    isShown = true;
    if (part.label !== label && part.label !== '') lines.push(`${part.label}:`);
    // Separates the result from the arguments of the call.
    if (part.role === 'result' && label !== '') lines.push('result:');
    label = part.role === 'result' ? '' : part.label;
    for (const line of kept.lines) lines.push(line);
  }
  if (!isShown) return undefined;
  lines.push(...media);
  return {
    lines,
    outcome: outcomeOf(step, { shown: lines.length, shownOfResult, omitted }),
    isWhole: omitted === 0,
  };
}

function isAnyKept(part: Part, isKept: WriteOptions['isKept']): boolean {
  for (let unit = 0; unit < part.parsed.count; unit += 1) if (isKept(part, unit)) return true;
  return false;
}

interface ShownResult {
  readonly shown: number;
  readonly shownOfResult: number;
  readonly omitted: number;
}

/** Returns the words that end the title of a step (`, failed`, `, 12 lines`); empty if the lines below it show how it ended. */
function outcomeOf(step: Step, { shown, shownOfResult, omitted }: ShownResult): string {
  const { call, response } = step;
  if (call === undefined) return '';
  if (call.hasFailed) return ', failed';
  if (response === undefined) return ', without a result';
  if (personAnswer(response) !== undefined) return '';
  if (shownOfResult > 0) return '';
  const short = shortResult(step);
  if (short !== '') return `: ${short}`;
  if (call.writes || call.plan !== undefined) return '';
  if (omitted === 0) return ', no output';
  const size = `${omitted} ${omitted === 1 ? 'line' : 'lines'}`;
  // Below the title stand arguments: the count is not theirs.
  return shown === 0 ? `, ${size}` : `, result of ${size} left out`;
}
