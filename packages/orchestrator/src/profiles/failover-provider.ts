import type { IContent, ModelProvider, ModelRequest, ResolvedModel } from '@palimpsest/core-types';
import type { Candidate, CandidateFailure } from './candidate.ts';
import { errorWithoutKey } from './error-without-key.ts';
import { FailoverError } from './failover-error.ts';
import { wholeAnswer } from './whole-answer.ts';

/** The members of a load balancer, in the order they are asked. */
export interface FailoverPool {
  /** Its name. */
  readonly profile: string;
  readonly candidates: readonly Candidate[];
  /** The window of the load balancer itself, in tokens. */
  readonly contextLimit: number | undefined;
  readonly timeoutMs: number | undefined;
}

/**
 * One model made of several: its window is the smallest of theirs (#2207). It is called what they are called where that is the same, so
 * that a prompt for them is found; else the provider is called as the load balancer, and no model is named.
 *
 * @throws {FailoverError} where none of them could be connected
 */
export function failoverModel(pool: FailoverPool): ResolvedModel {
  const models = pool.candidates.flatMap(({ model }) => model ?? []);
  if (models.length === 0) {
    throw new FailoverError(pool.profile, pool.candidates.map(failureOf));
  }
  const limits = [pool, ...pool.candidates].flatMap(({ contextLimit = 0 }) =>
    contextLimit > 0 ? contextLimit : [],
  );
  const model = shared(models.map((one) => one.model));
  const name = shared(models.map(({ provider }) => provider.name));
  const provider: ModelProvider = {
    name: name ?? pool.profile,
    generateChatCompletion: (request) => firstAnswer(pool, request),
  };
  return {
    provider,
    ...(model === undefined ? {} : { model }),
    ...(limits.length === 0
      ? {}
      : { contextLimit: limits.reduce((least, limit) => Math.min(least, limit)) }),
  };
}

/** Nothing of an answer is passed on before it has ended well, so that no two mix. */
async function* firstAnswer(
  { profile, candidates, timeoutMs }: FailoverPool,
  request: ModelRequest,
): AsyncGenerator<IContent> {
  const { signal } = request;
  const failures: CandidateFailure[] = [];
  for (const candidate of candidates) {
    if (candidate.model === undefined) {
      failures.push(failureOf(candidate));
      continue;
    }
    let answer: readonly IContent[];
    try {
      answer = await wholeAnswer(candidate.model, request, timeoutMs);
    } catch (error) {
      signal?.throwIfAborted();
      failures.push(failureOf({ ...candidate, error }));
      continue;
    }
    for (const chunk of answer) {
      signal?.throwIfAborted();
      yield chunk;
    }
    return;
  }
  throw new FailoverError(profile, failures);
}

function failureOf({ profile, error, apiKey }: Candidate): CandidateFailure {
  return { profile, error: errorWithoutKey(error, apiKey) };
}

function shared(names: readonly (string | undefined)[]): string | undefined {
  const [first] = names;
  return names.every((name) => name === first) ? first : undefined;
}
