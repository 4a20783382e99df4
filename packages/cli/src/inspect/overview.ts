import type { Repair } from '@palimpsest/core-types';
import type { FormatName } from '@palimpsest/formats';
import { median } from '../compress/totals.ts';
import { LARGEST_SHOWN } from './inspect-conversation.ts';
import type {
  Finding,
  Findings,
  Inspection,
  LargeConversation,
  Overview,
  ToolShare,
} from './inspection.ts';
import { keepLargest, Tally } from './tally.ts';

/** Adds up what is in many conversations, without keeping them. */
export interface OverviewBuilder {
  add(inspection: Inspection, index: number): void;
  addBadLine(): void;
  build(name: string): Overview;
}

export function overviewBuilder(): OverviewBuilder {
  const speakers = new Tally();
  const blocks = new Tally();
  const tools = new Map<string, ToolShare>();
  const formats = new Set<FormatName>();
  const largest: LargeConversation[] = [];
  const sizes: number[] = [];
  const repairs: Partial<Record<Repair['kind'], number>> = {};
  let findings: Findings = { staleReads: NONE, repeatedInclusions: NONE, duplicateResults: NONE };
  let repeatedIds = 0;
  let badLines = 0;
  let messages = 0;
  let entries = 0;
  let tokens = 0;
  let overhead: Overview['overhead'] = { system: 0, tools: 0 };
  return {
    add(inspection, index) {
      const { id, tokens: own } = inspection;
      for (const share of inspection.speakers) speakers.add(share.name, share.tokens, share.count);
      for (const share of inspection.blocks) blocks.add(share.name, share.tokens, share.count);
      for (const tool of inspection.tools) tools.set(tool.name, sum(tools.get(tool.name), tool));
      for (const [kind, count] of Object.entries(inspection.repairs) as [
        Repair['kind'],
        number,
      ][]) {
        repairs[kind] = (repairs[kind] ?? 0) + count;
      }
      findings = {
        staleReads: join(findings.staleReads, inspection.findings.staleReads),
        repeatedInclusions: join(
          findings.repeatedInclusions,
          inspection.findings.repeatedInclusions,
        ),
        duplicateResults: join(findings.duplicateResults, inspection.findings.duplicateResults),
      };
      formats.add(inspection.format);
      repeatedIds += inspection.repeatedIds;
      messages += inspection.messages;
      entries += inspection.entries;
      tokens += own;
      const { system, tools: definitions } = inspection.overhead;
      overhead = { system: overhead.system + system, tools: overhead.tools + definitions };
      sizes.push(own);
      const found = { index, id, messages: inspection.messages, tokens: own };
      keepLargest(largest, found, LARGEST_SHOWN);
    },
    addBadLine() {
      badLines += 1;
    },
    build: (name) => ({
      name,
      conversations: sizes.length,
      badLines,
      formats: [...formats],
      messages,
      entries,
      tokens,
      medianTokens: median(sizes) ?? 0,
      overhead,
      speakers: speakers.shares(),
      blocks: blocks.shares(),
      tools: [...tools.values()].toSorted((a, b) => b.tokens - a.tokens),
      findings,
      repairs,
      repeatedIds,
      largest,
    }),
  };
}

const NONE: Finding = { count: 0, tokens: 0 };

function join(left: Finding, right: Finding): Finding {
  return { count: left.count + right.count, tokens: left.tokens + right.tokens };
}

function sum(known: ToolShare | undefined, tool: ToolShare): ToolShare {
  if (known === undefined) return tool;
  return {
    name: tool.name,
    count: known.count + tool.count,
    tokens: known.tokens + tool.tokens,
    failures: known.failures + tool.failures,
    resultTokens: known.resultTokens + tool.resultTokens,
  };
}
