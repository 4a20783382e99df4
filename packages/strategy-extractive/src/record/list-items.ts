import {
  isMarker,
  findRecallId,
  soleText,
  type IContent,
  type ToolCallBlock,
  type ToolResponseBlock,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import {
  GAP,
  partsOfEntry,
  REPLACED_STATEMENT,
  type EntryPart,
  type ExchangeIndex,
  type RecordItem,
  type RecordLine,
  type ToolCallRef,
} from '@palimpsest/engine/history';
import { parseSummaryText } from '@palimpsest/summarizer/reduce';
import { truncateText } from '@palimpsest/engine/text';
import {
  createFolderNamer,
  describeStep,
  hasFailed,
  namesAction,
  shortObject,
  summarizeResponse,
  type KnownPaths,
  type StepDescription,
} from '@palimpsest/engine/tools';

type EntryText = Extract<EntryPart, { kind: 'text' }>;

export interface ItemSources {
  readonly index: ExchangeIndex;
  readonly taxonomy: ToolTaxonomy;
  /** Returns the statements in a text that a newer one replaces. */
  readonly replacedIn: (text: string) => readonly string[];
  readonly originalId?: ((entry: IContent, block: number) => string | undefined) | undefined;
}

/** Lines of results that stay. */
type AskedLines = ReadonlyMap<ToolResponseBlock, readonly string[]>;

/** Maximum length of the title of a step, in UTF-16 units: enough for a path, a pattern and a few short arguments. */
const TITLE_LENGTH = 200;

/** Returns a function that lists the items of an entry in a record. Calls are one line each; words of people are whole. */
export function itemLister({
  index,
  taxonomy,
  replacedIn,
  originalId,
}: ItemSources): (entry: IContent, known: KnownPaths, asked?: AskedLines) => Generator<RecordItem> {
  const calls = new Map<ToolCallBlock, ToolCallRef>();
  const descriptions = new Map<ToolCallBlock, StepDescription>();
  const describe = (call: ToolCallBlock): StepDescription =>
    describeStep(call.name, call.parameters, taxonomy.describe(call.name, call.parameters));
  for (const exchange of index.exchanges) {
    for (const ref of exchange.calls) {
      calls.set(ref.call, ref);
      descriptions.set(ref.call, describe(ref.call));
    }
  }
  const nameFolder = createFolderNamer(descriptions.values());

  function stepOf(call: ToolCallBlock, known: KnownPaths, asked?: AskedLines): RecordItem {
    const use = taxonomy.describe(call.name, call.parameters);
    const said = descriptions.get(call) ?? describe(call);
    const what = [shortObject(said, known), said.details, nameFolder(said)]
      .filter((words) => words !== '')
      .join(', ');
    const whole = what === '' ? said.verb : `${said.verb} ${what}`;
    const short = truncateText(whole, TITLE_LENGTH);
    const title = short.length < whole.length ? `${short}…` : whole;
    const found = calls.get(call)?.response;
    if (found === undefined) return step(`${title}, without a result`);
    const { response, entry, block } = found;
    const id = findRecallId(response.result) ?? originalId?.(index.history[entry]!, block);
    const mark = id === undefined ? '' : ` #${id}`;
    if (!hasFailed(taxonomy, use, response)) {
      const lines = asked?.get(response) ?? [];
      return step(`${title}${mark}${lines.length > 0 ? ':' : ''}`, lines);
    }
    const lines = failureLines(summarizeResponse(call, response, taxonomy));
    return step(`${title}, failed${mark}${lines.length > 0 ? ':' : ''}`, lines);
  }

  function* wordsOf(item: Extract<RecordItem, { kind: 'person' }>): Generator<RecordItem> {
    yield item;
    const text = item.lines.map((line) => (line === GAP ? '' : line)).join('\n');
    for (const sentence of replacedIn(text)) yield step(`${REPLACED_STATEMENT}${sentence}`);
  }

  return function* itemsOf(entry, known, asked) {
    for (const part of partsOfEntry(entry)) {
      if (part.kind === 'call') yield stepOf(part.call, known, asked);
      else if (part.kind === 'step') yield step(part.title, part.media);
      else if (part.kind === 'text') yield* stepOfText(part);
      else if (part.kind === 'person')
        yield* wordsOf({ kind: 'person', lines: linesOf(part.text) });
      // Of an earlier record: newer words may replace others now.
      else if (part.item.kind === 'person') yield* wordsOf(part.item);
      else if (!part.item.title.startsWith(REPLACED_STATEMENT)) yield part.item;
    }
  };
}

/** Returns the error of a summarized failure, and the lines of its output that a summary keeps. */
function failureLines({ error = '', result }: ToolResponseBlock): string[] {
  const [, ...shown] = (soleText(result) ?? '').split('\n');
  const cause = truncateText(error.trim(), TITLE_LENGTH);
  return [...(cause === '' ? [] : cause.split('\n')), ...shown];
}

function step(title: string, lines: readonly RecordLine[] = []): RecordItem {
  return { kind: 'step', title, lines };
}

function* stepOfText({ title, source, text }: EntryText): Generator<RecordItem> {
  if (source === 'agent') {
    const summary = isMarker(text) && text.startsWith('[summary') ? parseSummaryText(text) : text;
    if (!isMarker(summary)) yield step(`${title}:`, linesOf(summary));
  } else yield step(`${title}:`, source === 'program' ? beginningOf(text) : linesOf(text));
}

/** Lines that stay of what a program added to a message: enough to tell what it is. */
const ADDED_LINES = 3;

function beginningOf(text: string): RecordLine[] {
  const lines = linesOf(text.trim());
  const shown = lines.slice(0, ADDED_LINES).map((line) => truncateText(line, TITLE_LENGTH));
  const isWhole = lines.length <= ADDED_LINES && shown.every((line, at) => line === lines[at]);
  return isWhole ? shown : [...shown, GAP];
}

function linesOf(text: string): string[] {
  return text.split('\n');
}

const TIMES = / \((\d{1,9}) times\)$/;

/** Returns the items with one line for the same step several times in a row, which counts them. */
export function joinRepeated(items: readonly RecordItem[]): RecordItem[] {
  const joined: RecordItem[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (last === undefined || !isBare(last) || !isBare(item) || nameIn(last) !== nameIn(item)) {
      joined.push(item);
      continue;
    }
    joined[joined.length - 1] = step(`${nameIn(item)} (${timesIn(last) + timesIn(item)} times)`);
  }
  return joined;
}

type StepItem = Extract<RecordItem, { kind: 'step' }>;

function isBare(item: RecordItem): item is StepItem {
  return item.kind === 'step' && item.lines.length === 0;
}

function nameIn({ title }: StepItem): string {
  return title.replace(TIMES, '');
}

function timesIn({ title }: StepItem): number {
  return Number(TIMES.exec(title)?.[1] ?? 1);
}

const STEPS = /^Took (\d{1,9}) steps?$/;

/** Returns the items with one line for each run of steps, which counts them. Calls that may have changed something outside are named. */
export function countSteps(items: readonly RecordItem[]): RecordItem[] {
  const counted: RecordItem[] = [];
  let steps = 0;
  const close = (): void => {
    if (steps > 0) counted.push(step(steps === 1 ? 'Took 1 step' : `Took ${steps} steps`));
    steps = 0;
  };
  for (const item of items) {
    if (item.kind === 'person') {
      close();
      counted.push(item);
    } else if (item.title.startsWith(REPLACED_STATEMENT)) counted.push(item);
    else if (namesAction(item.title)) {
      close();
      counted.push(step(nameOfAction(item.title)));
    } else steps += Number(STEPS.exec(item.title)?.[1] ?? 1);
  }
  close();
  return joinRepeated(counted);
}

/** A title that names calls without their arguments: `Used book_flight (2 times, 1 failed); used pay`. */
const WITHOUT_ARGUMENTS = /^Used [\w.:/-]+(?:, failed)?(?: \([^()]*\))?(?:;|$)/;

/** Returns the title of a call without its arguments: `Used book_flight, failed`. What an earlier report counted stays. */
function nameOfAction(title: string): string {
  if (WITHOUT_ARGUMENTS.test(title)) return title;
  const name = /^Used [\w.:/-]+/.exec(title)?.[0] ?? title;
  return /, failed(?:[ :]|$)/.test(title) ? `${name}, failed` : name;
}
