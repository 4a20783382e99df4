import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openai } from '@palimpsest/formats/openai';
import { compress } from 'palimpsest';
import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import { share } from '../retention/pooling.ts';

/** A session of `compaction-conformance-kit`, and what must stand in it after a compression. */
export interface KitSession {
  /** Whether its survival counts: the other sessions only test conflicts. */
  readonly isRandom: boolean;
  readonly messages: readonly ChatMessage[];
  readonly items: Readonly<Record<string, readonly string[]>>;
  /** What an older statement said, of each item that a newer one replaces. */
  readonly stale: Readonly<Record<string, readonly string[]>>;
  readonly conflicts: readonly string[];
}

/** What a method leaves of the sessions after five rounds. Shares in per cent. */
export interface KitRow {
  readonly method: string;
  readonly budget: number;
  readonly survived: number | null;
  readonly resolved: number | null;
  readonly stale: number;
  /** Sessions that were over the budget after any round. */
  readonly over: number;
}

/** Makes the sessions, with the kit itself. @param folder of a clone of the kit */
export function readKit(folder: string): KitSession[] {
  const script = fileURLToPath(new URL('kit-sessions.py', import.meta.url));
  const env = { ...process.env, PYTHONPATH: `${folder}/src` };
  return JSON.parse(execFileSync('python3', [script], { env, encoding: 'utf8', maxBuffer: 1e8 }));
}

const ROUNDS = 5;

/** Compresses each session five times to a share of its characters, and scores what is left as the kit does. */
export async function kitRow(
  sessions: readonly KitSession[],
  { method, budget }: { readonly method: string; readonly budget: number },
): Promise<KitRow> {
  let [survived, items, over, resolved, stale, conflicts] = [0, 0, 0, 0, 0, 0];
  for (const session of sessions) {
    const target = Math.floor((kitText(session.messages).length * budget) / 100);
    let isOver = false;
    let left = session.messages;
    for (let round = 0; round < ROUNDS; round += 1) {
      left = await shrink(left, method, target);
      isOver ||= kitText(left).length > target;
    }
    over += Number(isOver);
    const text = kitText(left).toLowerCase();
    const has = (word: string): boolean => text.includes(word.toLowerCase());
    for (const words of session.isRandom ? Object.values(session.items) : []) {
      items += 1;
      survived += Number(words.every(has));
    }
    for (const id of session.conflicts) {
      const isStale = session.stale[id]!.some(has);
      conflicts += 1;
      stale += Number(isStale);
      resolved += Number(!isStale && session.items[id]!.every(has));
    }
  }
  return {
    method,
    budget,
    survived: share({ survived, asked: items }),
    resolved: share({ survived: resolved, asked: conflicts }),
    stale,
    over,
  };
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
  let left = messages;
  const oldest = (): number => left.findIndex(({ role }) => role !== 'system');
  while (kitText(left).length > target && oldest() >= 0) left = left.toSpliced(oldest(), 1);
  return left;
}
