import type { AdaptRequest } from '@palimpsest/adapter';

/** Facts that chat models expose, each provider under its own names. */
interface ModelMembers {
  readonly model?: unknown;
  readonly modelName?: unknown;
  readonly maxTokens?: unknown;
  readonly maxOutputTokens?: unknown;
  readonly profile?: { readonly maxInputTokens?: unknown };
  /** The model behind a binding. */
  readonly bound?: unknown;
}

/** Returns the name of a model, its context window and its output limit, as far as known. */
export function modelFacts(
  model: unknown,
): Pick<AdaptRequest, 'model' | 'contextLimit' | 'maxOutputTokens'> {
  const own: ModelMembers = membersOf(model);
  const {
    model: name,
    modelName,
    maxTokens,
    maxOutputTokens,
    profile,
  } = own.bound === undefined ? own : membersOf(own.bound);
  const given = typeof model === 'string' ? model : (name ?? modelName);
  const window = countOf(profile?.maxInputTokens);
  const answer = countOf(maxTokens) ?? countOf(maxOutputTokens);
  return {
    ...(typeof given === 'string' && given !== '' ? { model: given } : {}),
    ...(window === undefined ? {} : { contextLimit: window }),
    ...(answer === undefined ? {} : { maxOutputTokens: answer }),
  };
}

function membersOf(value: unknown): ModelMembers {
  return typeof value === 'object' && value !== null ? value : {};
}

/** Some models use -1 for no limit. */
function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}
