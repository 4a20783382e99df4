import { scriptedProvider } from '@palimpsest/testing';
import { createHash } from 'node:crypto';
import { compress } from 'palimpsest';
import type { Conversation } from '../corpus.ts';

/** Targets as shares of a conversation's tokens. */
const TARGETS = [0.6, 0.3, 0.1] as const;

export const STRATEGIES = [
  'salience',
  'high-density',
  'extractive',
  'top-down-truncation',
  'middle-out',
  'one-shot',
] as const;

/** Context window of the scripted model, in tokens: small enough that long conversations need several requests. */
const MODEL_CONTEXT_LIMIT = 32_000;

const SUMMARY = '<state_snapshot>\n<goal>Go on.</goal>\n<plan>Next step.</plan>\n</state_snapshot>';

/** Characters of one message's digest: 36 bits. */
const DIGEST_LENGTH = 6;

/** Result of compressing one conversation once. */
export interface ParityRow {
  readonly id: string;
  readonly strategy: string;
  readonly target: number;
  /** Digests of the returned messages, `DIGEST_LENGTH` characters each. */
  readonly messages: string;
  /** The report, or the thrown error. */
  readonly report: Readonly<Record<string, unknown>>;
  /** Digest of the requests to the model. Absent if there were none. */
  readonly requests?: string;
}

/** Compresses a conversation with each of the strategies, to each target. */
export async function parityRows(
  { id, messages }: Pick<Conversation, 'id' | 'messages'>,
  strategies: readonly string[] = STRATEGIES,
): Promise<ParityRow[]> {
  const rows: ParityRow[] = [];
  for (const strategy of strategies)
    for (const target of TARGETS) {
      const provider = scriptedProvider([SUMMARY]);
      const model = { provider, contextLimit: MODEL_CONTEXT_LIMIT };
      const result = await withFixedRandomness(() =>
        compress(messages, { strategy, targetRatio: target, model }).catch((error: unknown) => ({
          messages: [],
          report: { error: String(error) },
        })),
      );
      const requests = provider.requests.map(({ contents }) => contents);
      rows.push({
        id,
        strategy,
        target,
        messages: result.messages.map(digest).join(''),
        report: { ...result.report },
        ...(requests.length === 0 ? {} : { requests: digest(requests) }),
      });
    }
  return rows;
}

/** Runs a function with fixed random bytes. Delimiters in requests are random, and their token count depends on their digits. */
async function withFixedRandomness<Result>(run: () => Promise<Result>): Promise<Result> {
  let draws = 0;
  Object.defineProperty(globalThis.crypto, 'getRandomValues', {
    configurable: true,
    value: (bytes: Uint8Array) => {
      draws += 1;
      bytes.set(createHash('sha256').update(String(draws)).digest().subarray(0, bytes.length));
      return bytes;
    },
  });
  try {
    return await run();
  } finally {
    // The platform's function is in the prototype.
    Reflect.deleteProperty(globalThis.crypto, 'getRandomValues');
  }
}

function digest(value: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(value));
  return hash.digest('base64url').slice(0, DIGEST_LENGTH);
}

/** Report fields in prose: their wording may change while the output stays. */
const PROSE_FIELDS: ReadonlySet<string> = new Set(['shortfallReason', 'error']);

export interface Move {
  /** The first differing message, the fields of the report, the requests. */
  readonly description: string;
  /** Whether nothing but prose of the report differs. */
  readonly isWordingOnly: boolean;
}

/** Describes how a row differs from an earlier one; `undefined` if it does not. */
export function findMove(before: ParityRow, after: ParityRow): Move | undefined {
  const moved: string[] = [];
  const reworded: string[] = [];
  if (before.messages !== after.messages) {
    const [was, is] = [before, after].map(({ messages }) => messages.length / DIGEST_LENGTH);
    const index = firstDifference(before.messages, after.messages);
    moved.push(`message ${index} (${was} → ${is} messages)`);
  }
  for (const field of new Set([...Object.keys(before.report), ...Object.keys(after.report)])) {
    const [was, is] = [before, after].map(({ report }) => JSON.stringify(report[field]));
    const isReworded = PROSE_FIELDS.has(field) && was !== undefined && is !== undefined;
    if (was !== is) (isReworded ? reworded : moved).push(`${field} ${was} → ${is}`);
  }
  if (before.requests !== after.requests) moved.push('requests to the model');
  const all = [...moved, ...reworded];
  if (all.length === 0) return undefined;
  return { description: all.join('; '), isWordingOnly: moved.length === 0 };
}

function firstDifference(before: string, after: string): number {
  let index = 0;
  while (before[index] === after[index]) index += 1;
  return Math.floor(index / DIGEST_LENGTH);
}
