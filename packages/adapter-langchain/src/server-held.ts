import { fieldsOf, hasAnyField } from '@palimpsest/adapter';

/** Call parameters by which a conversation stored at the provider continues. */
const CONTINUES = [
  'previous_response_id',
  'previousResponseId',
  'conversation',
  'previous_interaction_id',
  'previousInteractionId',
] as const;

/** Members in which models and bindings keep call parameters. */
const PLACES = ['modelKwargs', 'invocationKwargs', 'kwargs', 'defaultOptions', 'config'] as const;

/**
 * Returns whether calls continue a server-managed conversation, whose messages must not be rewritten.
 *
 * @param settings parameters of this call
 */
export function isServerHeld(model: unknown, settings: unknown): boolean {
  const own = fieldsOf(model);
  const bound = fieldsOf(own['bound']);
  const places = PLACES.flatMap((place) => [own[place], bound[place]]);
  return [settings, ...places].some((place) => hasAnyField(place, CONTINUES));
}
