import type { ChatMessage } from '../../retention/chat-message.ts';
import { makeTranscript } from '../../transcript.ts';
import { clocked, middle } from '../measure.ts';
import type { Conversation, GrowthMethod } from './method.ts';
import { keepWatch, onlyStop, StoppedError, type Bounds } from './watch.ts';

/** Cost of a method before each request of a conversation that was reduced once and then grows by one exchange per turn. */
export interface TurnRow {
  readonly method: string;
  /** Number of messages at the first request. */
  readonly messages: number;
  /** Whether the host passes the whole conversation, or continues with the previous result. */
  readonly hands: Hands;
  readonly turns: number;
  /** Mean number of messages examined per turn. */
  readonly looksPerTurn: number | null;
  /** Median time of a turn. The mean and the maximum, below, include occasional compressions. */
  readonly turnMs: number | null;
  readonly meanTurnMs: number | null;
  readonly slowestTurnMs: number | null;
  readonly note?: string;
}

type Hands = 'own' | 'whole';

const TURNS = 100;
/** Number of examined messages after which the cost of a turn is known. */
const ENOUGH_LOOKS = 50_000_000;

export async function measureTurns(
  method: GrowthMethod,
  size: number,
  bounds: Bounds,
): Promise<TurnRow[]> {
  const text = makeTranscript(size + 2 * TURNS, 1);
  const rows: TurnRow[] = [];
  for (const hands of ['whole', 'own'] as const) {
    rows.push(await measureOne(method, text, { hands, size, bounds }));
  }
  return rows;
}

interface Measured {
  readonly hands: Hands;
  readonly size: number;
  readonly bounds: Bounds;
}

async function measureOne(
  method: GrowthMethod,
  text: string,
  { hands, size, bounds }: Measured,
): Promise<TurnRow> {
  const ends = requestEnds(JSON.parse(text) as ChatMessage[], size);
  const begin = (): Conversation =>
    method.conversation(JSON.parse(text) as ChatMessage[], ends[0]!);
  const row = { method: method.name, messages: size, hands };
  try {
    const counted = begin();
    await counted[hands](ends[0]!, keepWatch(size, bounds));
    let [looks, turns] = [0, 0];
    for (const end of ends.slice(1)) {
      const watch = keepWatch(size, bounds);
      await counted[hands](end, watch);
      looks += watch.looks;
      turns += 1;
      if (looks >= ENOUGH_LOOKS) break;
    }
    const timed = begin();
    await timed[hands](ends[0]!, onlyStop(bounds));
    const times: number[] = [];
    for (const end of ends.slice(1, 1 + turns)) {
      times.push((await clocked(() => timed[hands](end, onlyStop(bounds)))).ms);
    }
    return {
      ...row,
      turns,
      looksPerTurn: looks / turns,
      turnMs: middle(times),
      meanTurnMs: times.reduce((sum, ms) => sum + ms, 0) / turns,
      slowestTurnMs: Math.max(...times),
    };
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
    const nothing = { turnMs: null, meanTurnMs: null, slowestTurnMs: null };
    const note = `a request not answered in ${error.seconds.toFixed(1)} s, after ${error.looks} looks at messages`;
    return { ...row, turns: 0, looksPerTurn: null, ...nothing, note };
  }
}

/** Returns the lengths of the requests: each ends after a tool result and has at least `size` messages. */
function requestEnds(messages: readonly ChatMessage[], size: number): readonly number[] {
  return messages.flatMap(({ role }, at) => (at + 1 >= size && role === 'tool' ? [at + 1] : []));
}
