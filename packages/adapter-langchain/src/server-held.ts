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

type Members = {
  readonly [Name in (typeof CONTINUES)[number] | (typeof PLACES)[number]]?: unknown;
};

/**
 * Returns whether calls continue a server-managed conversation, whose messages must not be rewritten.
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
