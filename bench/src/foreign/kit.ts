import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openai } from '@palimpsest/formats/openai';
import { compress } from 'palimpsest';
import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import { share } from '../retention/pooling.ts';

/** A session of `compaction-conformance-kit`, and what must stand in it after a compression. */
export interface KitSession {
  readonly messages: readonly ChatMessage[];
  readonly items: readonly {
    readonly required: readonly string[];
    /** What an older statement said, if a newer one replaces it. */
    readonly superseded: readonly string[];
    /** Whether only the newer of two statements may stand. Otherwise the survival counts. */
    readonly isConflict: boolean;
  }[];
}

/** What a method leaves of the sessions after five rounds. Shares in per cent. */
export interface KitRow {
  readonly method: string;
  /** Per cent of the characters. */
  readonly budget: number;
  readonly survived: number | null;
  readonly resolved: number | null;
  readonly stale: number;
  /** Sessions that were over the budget after any round. */
  readonly over: number;
}
type KitJob = Pick<KitRow, 'method' | 'budget'> & { readonly data: string };

const ROUNDS = 5;

let read: readonly KitSession[] | undefined;

/**
 * Compresses each session five times to a share of its characters, and scores what is left as the kit does. With `UPPER_BOUND` as the method, it
 * calculates instead what could survive.
 *
 * @param sessions @default those that the kit makes
 */
export async function kitRow(
  { data, method, budget }: KitJob,
  sessions: readonly KitSession[] = (read ??= makeSessions(data)),
): Promise<KitRow> {
  if (method === UPPER_BOUND) {
    return {
      method,
      budget,
      survived: mostSurvivors(sessions, budget),
      resolved: null,
      stale: 0,
      over: 0,
    };
  }
  const [survived, resolved]: [boolean[], boolean[]] = [[], []];
  let [stale, over] = [0, 0];
  for (const { messages, items } of sessions) {
    const target = Math.floor((kitText(messages).length * budget) / 100);
    let left = messages;
    let isOver = false;
    for (let round = 0; round < ROUNDS; round += 1) {
      left = await shrink(left, method, target);
      isOver ||= kitText(left).length > target;
    }
    over += Number(isOver);
    const text = kitText(left).toLowerCase();
    const has = (word: string): boolean => text.includes(word.toLowerCase());
    for (const { required, superseded, isConflict } of items) {
      const isStale = isConflict && superseded.some(has);
      (isConflict ? resolved : survived).push(required.every(has) && !isStale);
      stale += Number(isStale);
    }
  }
  return { method, budget, survived: rate(survived), resolved: rate(resolved), stale, over };
}

/** The name of the row with what no method can exceed that keeps whole messages, the system message and the newest exchange. */
export const UPPER_BOUND = 'at most';

/**
 * Returns the largest share of the items that are no updates, in per cent, that fits beside the system message and the newest exchange. For each item,
 * its shortest message stays whole, with no word about it; the last that fits counts in part.
 */
function mostSurvivors(sessions: readonly KitSession[], budget: number): number | null {
  let [survived, asked] = [0, 0];
  for (const { messages, items } of sessions) {
    const fixed = kitText([messages[0]!, ...messages.slice(-2)]).length;
    let room = (kitText(messages).length * budget) / 100 - fixed;
    const wanted = items.filter(({ isConflict }) => !isConflict);
    const texts = messages.map(contentText).toSorted((a, b) => a.length - b.length);
    const itemsOf = new Map<string, number>();
    for (const { required } of wanted) {
      const shortest = texts.find((text) =>
        required.every((word) => text.toLowerCase().includes(word.toLowerCase())),
      );
      if (shortest === undefined) continue;
      itemsOf.set(shortest, (itemsOf.get(shortest) ?? 0) + 1);
    }
    asked += wanted.length;
    const cheapest = [...itemsOf].toSorted(
      ([a, of], [b, others]) => a.length / of - b.length / others,
    );
    for (const [text, of] of cheapest) {
      survived += of * Math.min(1, Math.max(0, room) / text.length);
      room -= text.length;
    }
  }
  return share({ survived, asked });
}

function rate(all: readonly boolean[]): number | null {
  return share({ survived: all.filter(Boolean).length, asked: all.length });
}

function makeSessions(data: string): KitSession[] {
  const script = fileURLToPath(new URL('kit-sessions.py', import.meta.url));
  const env = { ...process.env, PYTHONPATH: `${data}/compaction-conformance-kit/src` };
  return JSON.parse(execFileSync('python3', [script], { env, encoding: 'utf8', maxBuffer: 1e8 }));
}

/** Returns the text in which the kit looks, and whose characters it counts. */
function kitText(messages: readonly ChatMessage[]): string {
  return messages.map((message) => `[${message.role}] ${contentText(message)}`).join('\n');
}

async function shrink(
  messages: readonly ChatMessage[],
  method: string,
  target: number,
): Promise<readonly ChatMessage[]> {
  if (method !== 'newest only') {
    // One character too many is counted: no line break follows the last message.
    const estimateTokens = (entries: Parameters<typeof openai.encode>[0]): number =>
      kitText(openai.encode(entries) as ChatMessage[]).length + 1;
    const options = { strategy: method, targetTokens: target, estimateTokens };
    return (await compress(messages, { ...options, format: 'openai' })).messages;
  }
  const oldest = messages.findIndex(({ role }) => role !== 'system');
  if (kitText(messages).length <= target || oldest < 0) return messages;
  return await shrink(messages.toSpliced(oldest, 1), method, target);
}
