import { fieldsOf, type AdaptRequest } from '@palimpsest/adapter';

/**
 * Returns the name of a model, its context window and its output limit, as far as known. Each provider has its own names for them; `bound` is
 * the model behind a binding.
 */
export function modelFacts(
  model: unknown,
): Pick<AdaptRequest, 'model' | 'contextLimit' | 'maxOutputTokens'> {
  const given = fieldsOf(model);
  const own = given['bound'] === undefined ? given : fieldsOf(given['bound']);
  const name = typeof model === 'string' ? model : (own['model'] ?? own['modelName']);
  return {
    model: typeof name === 'string' && name !== '' ? name : undefined,
    contextLimit: countOf(fieldsOf(own['profile'])['maxInputTokens']),
    maxOutputTokens: countOf(own['maxTokens']) ?? countOf(own['maxOutputTokens']),
  };
}

/** Returns a positive whole number. Some models use -1 for no limit. */
export function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}
