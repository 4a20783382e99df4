import {
  getRecallPrefixLength,
  isMarker,
  mediaPlaceholder,
  findRecallId,
  replaceBinaryText,
  type IContent,
  type ToolCallBlock,
  type ToolResponseBlock,
  type ToolTaxonomy,
  type ToolUse,
} from '@palimpsest/core-types';
import { findPlanCalls } from '@palimpsest/engine';
import { personAnswer, type ExchangeIndex } from '@palimpsest/engine/history';
import {
  createFolderNamer,
  describeStep,
  hasFailed,
  hasErrorFlag,
  isAction,
  type StepDescription,
} from '@palimpsest/engine/tools';
import { textsOfBlock } from './block-texts.ts';
import type { ParseCache } from './parse-cache.ts';
import type { CallFacts, Part, Place, Step } from './pieces.ts';

export interface ParseOptions {
  readonly taxonomy: ToolTaxonomy;
  readonly parseCache: ParseCache;
}

/** Returns the step of each call of a history, with its result. Yields after each. */
export function* stepsOfCalls(
  index: ExchangeIndex,
  { taxonomy, parseCache }: ParseOptions,
): Generator<void, ReadonlyMap<ToolCallBlock, Step>> {
  const { newest, replaced } = findPlanCalls(index, taxonomy);
  const newestPlans = new Set(newest.map(({ call }) => call));
  const ends = yield* endsOfCalls(index, taxonomy);
  const newestEnds = new Map(Array.from(ends.values(), (end) => [end.name, end]));
  const steps = new Map<ToolCallBlock, Step>();
  const descriptions: StepDescription[] = [];
  for (const [call, { use }] of ends) {
    descriptions.push(descriptionOf(call, use));
    yield;
  }
  const nameFolder = createFolderNamer(descriptions);
  for (const { calls } of index.exchanges) {
    for (const ref of calls) {
      const { call, entry, response } = ref;
      const end = ends.get(call)!;
      const { use } = end;
      const last = end.name === undefined ? end : newestEnds.get(end.name)!;
      const said = descriptionOf(call, use);
      const plan = replaced.has(call) ? 'replaced' : newestPlans.has(call) ? 'newest' : undefined;
      const setsMode = use.plan === 'mode' && plan === 'newest';
      const facts: CallFacts = {
        namesFile: use.paths.length > 0,
        writes: use.kind === 'write',
        command: use.kind === 'run' ? (use.key ?? '') : undefined,
        hasFailed: end.hasFailed,
        later: last === end ? undefined : last.hasFailed ? 'failed' : 'done',
        isFlagged: response !== undefined && hasErrorFlag(response.response),
        plan,
        instructs: setsMode && said.texts.length === 0,
      };
      const place = response && { entry: response.entry, block: response.block };
      steps.set(
        call,
        stepOfCall(said, {
          entry,
          block: ref.block,
          folder: nameFolder(said),
          isAction: setsMode || isAction(call.name, use),
          facts,
          place,
          response: response?.response,
          parseCache,
        }),
      );
      yield;
    }
  }
  return steps;
}

/** How a call ended. */
interface CallEnd {
  readonly use: ToolUse;
  /** Tool and object; `undefined` without a result, and for tools whose calls for one object may do different things. */
  readonly name: string | undefined;
  readonly hasFailed: boolean;
}

/** Returns how each call ended, in order. Yields after each. */
function* endsOfCalls(
  index: ExchangeIndex,
  taxonomy: ToolTaxonomy,
): Generator<void, ReadonlyMap<ToolCallBlock, CallEnd>> {
  const ends = new Map<ToolCallBlock, CallEnd>();
  for (const { calls } of index.exchanges) {
    for (const { call, response } of calls) {
      const use = taxonomy.describe(call.name, call.parameters);
      const isUnique =
        response === undefined || use.key === undefined || /^(?:state|other)$/.test(use.kind);
      ends.set(call, {
        use,
        // A search says where it looked in its details: a search elsewhere does not mend it.
        name: isUnique
          ? undefined
          : [call.name, use.key, use.kind === 'search' && descriptionOf(call, use).details].join(),
        hasFailed: response !== undefined && hasFailed(taxonomy, use, response.response),
      });
      yield;
    }
  }
  return ends;
}

const known = new WeakMap<ToolCallBlock, StepDescription>();

function descriptionOf(call: ToolCallBlock, use: ToolUse): StepDescription {
  let said = known.get(call);
  if (said === undefined) {
    said = describeStep(call.name, call.parameters, use);
    known.set(call, said);
  }
  return said;
}

interface CallSources extends Place {
  readonly place: Place | undefined;
  readonly folder: string;
  readonly isAction: boolean;
  readonly facts: CallFacts;
  readonly response: ToolResponseBlock | undefined;
  readonly parseCache: ParseCache;
}

function stepOfCall(
  said: StepDescription,
  { entry, block, folder, isAction: isActionStep, facts, place, response, parseCache }: CallSources,
): Step {
  const { verb, object, path } = said;
  const details = [said.details, folder].filter((words) => words !== '').join(', ');
  const base = { entry, block, label: '', call: facts };
  const texts = said.texts.map((owner): Part => {
    const parsed = parseCache.read(owner, replaceBinaryText(owner.text), 'readProse');
    return { ...base, role: 'arguments', label: owner.label, parsed };
  });
  const media: string[] = [];
  // What a person said stands for itself.
  if (response !== undefined && personAnswer(response) === undefined)
    addResult(response, { base: { ...base, ...place }, texts, media, parseCache });
  const shown = [object, details].filter((words) => words !== '').join(', ');
  const parsed = parseCache.read(said, shown, 'parseLines');
  return {
    kind: 'step',
    entry,
    verb,
    object,
    details,
    path,
    folder,
    title: shown === '' ? undefined : { ...base, role: 'arguments', parsed },
    texts,
    media,
    response,
    place,
    call: facts,
    isAction: isActionStep,
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
      parsed: parseCache.read(response, error, 'parseLines'),
    });
  }
  for (const text of textsOfBlock(response)) {
    const { part } = text;
    if (part?.type === 'media') {
      media.push(mediaPlaceholder(part.media));
      continue;
    }
    const source = text.source.slice(getRecallPrefixLength(text.source));
    if (source.trim() === '' || isMarker(source)) continue;
    const form = base.call?.isFlagged === true ? 'parseLines' : 'read';
    texts.push({ ...base, role: 'result', parsed: parseCache.read(text, source, form) });
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
  return findRecallId(response.result) ?? originalId?.(history[place.entry]!, place.block);
}
