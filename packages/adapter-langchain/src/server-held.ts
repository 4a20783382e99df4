/** Parameters of a call that say: the provider has what was said before. */
const CONTINUES = [
  'previous_response_id',
  'previousResponseId',
  'conversation',
  'previous_interaction_id',
  'previousInteractionId',
] as const;

/** Where models and what is bound to them keep parameters of calls. */
const PLACES = ['modelKwargs', 'invocationKwargs', 'kwargs', 'defaultOptions', 'config'] as const;

type Members = {
  readonly [Name in (typeof CONTINUES)[number] | (typeof PLACES)[number]]?: unknown;
};

/**
 * Whether calls continue a conversation that the provider holds, so that their messages are no history to be rewritten.
 *
 * @param settings parameters of this call
 */
export function isServerHeld(model: unknown, settings: unknown): boolean {
  const own: Members & { readonly bound?: unknown } = membersOf(model);
  const bound = membersOf(own.bound);
  const places = PLACES.flatMap((place) => [own[place], bound[place]]);
  return [settings, ...places].some((place) => {
    const members = membersOf(place);
    return CONTINUES.some((name) => (members[name] ?? '') !== '');
  });
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? value : {};
}
