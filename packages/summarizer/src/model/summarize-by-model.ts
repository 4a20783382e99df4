import { rankedNames } from '../entities.ts';
import { readProse } from '../prose/read-prose.ts';
import { textUnits } from '../reading/text-units.ts';
import { summarizeText, summaryEntities } from '../summarize-text.ts';
import type { Summary } from '../summarizer.ts';
import { type GenerateRequest, isTimeout } from './call-model.ts';
import { fence } from './fence.ts';
import { judgeAnswer, OWN_LENGTH_FACTOR, TELLING_NAMES, TELLING_ROOM } from './judge-answer.ts';
import type { SummaryOutcome } from './outcome.ts';
import { instructionsFor } from './prompts.ts';
import { stripScratchpad } from './strip-scratchpad.ts';

export interface ModelMeans {
  readonly ask: (request: Omit<GenerateRequest, 'signal'>) => Promise<unknown>;
  readonly createNonce: () => string;
  /** After an abort, an error is not a failure of the model. */
  readonly signal: AbortSignal;
}

export interface Attempts extends Pick<SummaryOutcome, 'level' | 'passedOver' | 'calls'> {
  readonly summary: Summary;
}

/** Tries the levels in order until a result may replace the text. */
export async function summarizeByModel(
  text: string,
  budget: number,
  { ask, createNonce, signal }: ModelMeans,
): Promise<Attempts> {
  const own = summarizeText(text, budget);
  const { names: found } = readProse(text, textUnits(text));
  const room = Math.min(budget, OWN_LENGTH_FACTOR * own.text.length);
  if (room < 1) return { ...nothingAsked, summary: own };
  const names = rankedNames(found, TELLING_NAMES, '', Math.floor(TELLING_ROOM * room));
  const fenced = fence(text.toWellFormed(), createNonce);
  const passedOver: SummaryOutcome['passedOver'][number][] = [];
  for (const level of ['model', 'escalation'] as const) {
    const maxCharacters = level === 'model' ? room : Math.ceil(room / 2);
    const instructions = instructionsFor(level, maxCharacters);
    const prompt = `${instructions}\n\n${fenced.text}`;
    let said: unknown;
    try {
      said = await ask({ instructions, text: fenced.text, prompt, maxCharacters });
    } catch (error) {
      signal.throwIfAborted();
      passedOver.push({ level, reason: isTimeout(error) ? 'timeout' : 'failed', error });
      break;
    }
    const answer = typeof said === 'string' ? stripScratchpad(said).toWellFormed() : '';
    const measures = { text, nonce: fenced.nonce, budget, ownLength: own.text.length, names };
    const reason = judgeAnswer(answer, measures);
    if (reason === undefined) {
      const entities = summaryEntities(found, answer);
      const calls = passedOver.length + 1;
      return { summary: { text: answer, entities, kind: 'model' }, level, passedOver, calls };
    }
    passedOver.push({ level, reason });
  }
  return { summary: own, level: 'deterministic', passedOver, calls: passedOver.length };
}

/** A summary of length 0 needs no call. */
const nothingAsked = {
  level: 'deterministic',
  passedOver: [{ level: 'model', reason: 'no-room' }],
  calls: 0,
} as const;
