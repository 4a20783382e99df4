import {
  CompressionProfileNotFoundError,
  type ModelProvider,
  type ProviderResolver,
  type ResolvedModel,
  OptionError,
} from '@palimpsest/core-types';
import { isModel } from '@palimpsest/engine';

type Model = ModelProvider | ResolvedModel;

interface ProfileResolverOptions {
  /** Returns the model of the conversation, for compressions without a profile. */
  readonly session: () => Model;
  /**
   * Models by profile name: a provider, a provider with settings for its requests, or a function that returns one of these. The function is
   * called for each compression that names the profile.
   */
  readonly profiles: Readonly<Record<string, Model | (() => Model | Promise<Model>)>>;
}

/**
 * Returns a `resolveProvider` that selects the model by the profile name in `compression.profile`. Keys, pools and failover
 * belong to the provider that the host puts into a profile.
 *
 * @throws {OptionError} `INVALID_OPTION`. The resolver rejects with `CompressionProfileNotFoundError` for an unknown name
 */
export function createProfileResolver(options: ProfileResolverOptions): ProviderResolver {
  const { session, profiles } = options;
  if (typeof session !== 'function') {
    throw new OptionError('session', session, 'a function that returns a model');
  }
  if (typeof profiles !== 'object' || profiles === null) {
    throw new OptionError('profiles', profiles, 'an object of models by profile name');
  }
  for (const [name, model] of Object.entries(profiles)) {
    if (typeof model !== 'function') assertModel(`profiles.${name}`, model);
  }
  return (name) => (name === undefined ? session() : resolve(name, profiles));
}

async function resolve(name: string, profiles: ProfileResolverOptions['profiles']): Promise<Model> {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile === undefined) {
    const known = Object.keys(profiles).map((each) => JSON.stringify(each));
    const reason = known.length === 0 ? 'no profiles exist' : `known are ${known.join(', ')}`;
    throw new CompressionProfileNotFoundError(name, reason);
  }
  const model = typeof profile === 'function' ? await profile() : profile;
  assertModel(`profiles.${name}`, model);
  return model;
}

function assertModel(option: string, value: unknown): asserts value is Model {
  if (isModel(value)) return;
  const expected = 'a provider with generateChatCompletion, or an object with such a provider';
  throw new OptionError(option, value, expected);
}
