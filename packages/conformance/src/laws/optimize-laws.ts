import type {
  ContentBlock,
  DensityConfig,
  IContent,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import { indexExchanges, isHumanText, type ToolCallRef } from '@palimpsest/history';
import type { Trial, TrialLaw } from '../trial.ts';
import { textsIn } from './reduction-laws.ts';

/** Laws about what `optimize` may remove, and what must then exist elsewhere. */
export const optimizeLaws: readonly TrialLaw[] = [
  {
    name: 'law-7-stale-reads',
    guarantee:
      '`optimize` takes a call and its response out only where a later call names the same file and succeeded.',
    *find(trial) {
      const planned = planOf(trial);
      if (planned === undefined) return;
      const { before } = planned;
      const { exchanges } = indexExchanges(before);
      const answered = exchanges.flatMap(({ calls }) => calls.filter(hasSucceeded));
      const left = responsesLeft(planned);
      for (const { response, call } of exchanges.flatMap(({ calls }) => calls)) {
        if (response === undefined || left.has(response.response)) continue;
        const names = fileNames(call.parameters);
        const isStale = answered.some(
          (other) =>
            other.entry > response.call.entry &&
            names.some((name) => JSON.stringify(other.call.parameters ?? '').includes(name)),
        );
        if (!isStale) yield [response.entry, `nothing that succeeded later is about ${call.name}`];
      }
    },
  },
  {
    name: 'law-3-switches',
    guarantee: 'What is switched off does not happen: `optimize` does no more than it is told.',
    *find(trial) {
      const planned = planOf(trial);
      if (planned === undefined) return;
      const { before, now, after } = planned;
      const { readWritePruning, fileDedupe, recencyPruning, staleReads }: DensityConfig =
        trial.situation.density;
      const left = responsesLeft(planned);
      const kept = new Set(after.flatMap(({ blocks }) => blocks));
      const mayShorten = recencyPruning || (readWritePruning && staleReads === 'pointer');
      for (const [index, entry] of before.entries()) {
        if (!fileDedupe && isHumanText(entry) && now(index) !== entry) {
          yield [index, 'human text changed'];
        }
        for (const block of entry.blocks) {
          if (block.type !== 'tool_response' || kept.has(block)) continue;
          const isRemoved = !left.has(block);
          if (isRemoved ? !readWritePruning : !mayShorten) yield [index, 'a result changed'];
        }
      }
    },
  },
];

interface Planned {
  readonly before: readonly IContent[];
  readonly after: readonly IContent[];
  /** Returns what is left of an entry; `undefined` if it was removed. */
  readonly now: (index: number) => IContent | undefined;
}

function planOf({ optimized }: Trial): Planned | undefined {
  if (optimized?.kind !== 'answered') return undefined;
  const { plan, checked } = optimized.result;
  const removals = new Set(plan.removals);
  return {
    before: checked.before,
    after: checked.after,
    now: (index) =>
      removals.has(index) ? undefined : (plan.replacements.get(index) ?? checked.before[index]),
  };
}

function hasSucceeded({ response }: ToolCallRef): boolean {
  if (response === undefined) return false;
  const { error = '', isError } = response.response;
  return error.trim() === '' && isError !== true;
}

/** Returns the tool results of which something is left. If an id repeats within an entry, all results with that id count. */
function responsesLeft({ before, now }: Planned): ReadonlySet<ToolResponseBlock> {
  const left = new Set<ToolResponseBlock>();
  for (const [index, { blocks }] of before.entries()) {
    const are = new Set<ContentBlock>(now(index)?.blocks);
    const ids = new Set<string>();
    for (const block of are) {
      if (block.type === 'tool_response' && !blocks.includes(block)) ids.add(block.callId);
    }
    for (const block of blocks) {
      if (block.type !== 'tool_response') continue;
      if (are.has(block) || ids.has(block.callId)) left.add(block);
    }
  }
  return left;
}

/** Returns the last path segment of every text in the parameters, as it is written in JSON. */
function fileNames(parameters: unknown): string[] {
  return textsIn(parameters)
    .map((text) => text.split(/[/\\]/).at(-1)!)
    .filter((name) => name !== '')
    .map((name) => JSON.stringify(name).slice(1, -1));
}
