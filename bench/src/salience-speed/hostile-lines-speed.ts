import type { IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import { fastest } from '../speed/measure.ts';
import { makeTranscript } from '../transcript.ts';
import { hostileLines, proseOf } from '../speed/hostile/hostile-lines.ts';
import { quarterOf, runSalience } from './run-salience.ts';

export interface HostileLineRow {
  readonly text: string;
  readonly megabytes: number;
  readonly ownMs: number;
  /** Time per character, as a multiple of ordinary prose. */
  readonly toProse: number;
  /** Time per character, as a multiple of the time at a tenth of the length. */
  readonly toTenth: number;
  readonly estimatorMs: number;
  /** Tokens after compression divided by the target: more than 1 is a shortfall. */
  readonly filled: number;
}

/** Measures a single result of `length` characters between ordinary entries, ordinary prose first. */
export async function measureHostileLines(length: number): Promise<HostileLineRow[]> {
  const rows: HostileLineRow[] = [];
  const tenths = textsOf(length / 10);
  for (const [text, whole] of Object.entries(textsOf(length))) {
    const tenth = await costOf(tenths[text]!);
    const { ownMs, estimatorMs, filled } = await costOf(whole);
    const msPerCharacter = ownMs / whole.length;
    rows.push({
      text,
      megabytes: whole.length / 1e6,
      ownMs,
      toProse: ownMs / (rows[0]?.ownMs ?? ownMs),
      toTenth: msPerCharacter / (tenth.ownMs / tenths[text]!.length),
      estimatorMs,
      filled,
    });
  }
  return rows;
}

function textsOf(length: number): Readonly<Record<string, string>> {
  return { 'ordinary prose': proseOf(length), ...hostileLines(length) };
}

async function costOf(
  text: string,
): Promise<Pick<HostileLineRow, 'estimatorMs' | 'filled' | 'ownMs'>> {
  let [estimatorMs, filled] = [0, 0];
  const ownMs = await fastest(2, async () => {
    const history = between(text);
    const targetTokens = quarterOf(history);
    const run = await runSalience(history, { targetTokens });
    estimatorMs = run.estimatorMs;
    filled = run.tokensAfter / targetTokens;
    return run.ownMs;
  });
  return { ownMs, estimatorMs, filled };
}

/** Creates a session with the text as a result in its middle. */
function between(text: string): readonly IContent[] {
  const messages = JSON.parse(makeTranscript(40, 1)) as {
    readonly role: string;
    readonly content: string | null;
  }[];
  const middle = messages.findIndex(({ role }, index) => role === 'tool' && index >= 20);
  return openai.decode(
    messages.map((message, index) => (index === middle ? { ...message, content: text } : message)),
  );
}
