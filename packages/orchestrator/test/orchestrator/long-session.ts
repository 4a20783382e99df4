import type { IContent, ToolTaxonomy } from '@palimpsest/core-types';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { PRICES } from '../../src/index.ts';
import { estimateTokens, session, type Session } from './session.ts';

/** Work of one turn. */
export interface TurnWork {
  /** Entries passed to the estimator. */
  readonly estimated: number;
  /** Reads of `speaker` or `blocks` of entries in the history. */
  readonly read: number;
  /** Tool lookups in the taxonomy. */
  readonly described: number;
  readonly kind: string;
}

export interface LongSession extends Session {
  readonly turns: readonly TurnWork[];
}

const WORDS =
  'the gate opens when the tariff is paid and the clerk has signed the third copy'.split(' ');

/** Returns words with numbers that differ from turn to turn, two tokens each. */
function said(turn: number, words: number = 10): string {
  return Array.from(
    { length: words },
    (_, at) => `${WORDS[(turn * 7 + at) % WORDS.length]}_${(turn * 31 + at) % 997}`,
  ).join(' ');
}

/** Returns the message of a turn, in a cycle of four: user message, tool call, tool result, assistant message. */
function messageAt(turn: number): IContent {
  const id = `call_${Math.floor(turn / 4)}`;
  const file_path = `src/file_${Math.floor(turn / 4) % 50}.ts`;
  const name = turn % 8 < 4 ? 'read_file' : 'write_file';
  switch (turn % 4) {
    case 0:
      return { speaker: 'human', blocks: [{ type: 'text', text: said(turn) }] };
    case 1: {
      const parameters = { file_path, content: said(turn) };
      return { speaker: 'ai', blocks: [{ type: 'tool_call', id, name, parameters }] };
    }
    case 2: {
      const result = said(turn, 120);
      const block = { type: 'tool_response', callId: id, toolName: name, result } as const;
      return { speaker: 'tool', blocks: [block] };
    }
    default:
      return { speaker: 'ai', blocks: [{ type: 'text', text: said(turn) }] };
  }
}

interface Counters {
  estimated: number;
  read: number;
  described: number;
}

/** Returns a copy of the entry that counts each read of its speaker or its blocks. */
function watched(entry: IContent, counters: Counters): IContent {
  const { speaker, blocks } = entry;
  return {
    get speaker() {
      counters.read += 1;
      return speaker;
    },
    get blocks() {
      counters.read += 1;
      return blocks;
    },
  };
}

/** Runs a session with one message, one request and one report per turn. The clock moves 10 s per turn, and an hour at every hundredth. */
export async function longSession(
  messages: number,
  settings: Record<string, unknown>,
  afterTurn: (turn: number) => void = () => {},
): Promise<LongSession> {
  const counters: Counters = { estimated: 0, read: 0, described: 0 };
  const taxonomy: ToolTaxonomy = {
    ...defaultToolTaxonomy,
    describe: (...given) => {
      counters.described += 1;
      return defaultToolTaxonomy.describe(...given);
    },
  };
  const lived = session(settings, {
    taxonomy,
    prices: PRICES.anthropic,
    estimateTokens: (entries) => {
      counters.estimated += entries.length;
      return estimateTokens(entries);
    },
  });
  const { history, orchestrator, clock } = lived;
  const turns: TurnWork[] = [];
  for (let turn = 0; turn < messages; turn += 1) {
    history.append(watched(messageAt(turn), counters));
    clock.now += turn % 100 === 99 ? 3_600_000 : 10_000;
    Object.assign(counters, { estimated: 0, read: 0, described: 0 });
    const { tokensAfter, kind } = await orchestrator.prepare({ model: 'large' });
    turns.push({ ...counters, kind });
    const usage = {
      promptTokens: tokensAfter,
      completionTokens: 60,
      totalTokens: tokensAfter + 60,
    };
    orchestrator.report({ usage });
    afterTurn(turn);
  }
  return { ...lived, turns };
}

export function meanWork(turns: readonly TurnWork[]): number {
  const all = turns.map(({ estimated, read, described }) => estimated + read + described);
  return all.reduce((sum, work) => sum + work, 0) / turns.length;
}
