import type { ModelProvider, ResolvedModel } from '@palimpsest/core-types';
import type { Profile } from './profile.ts';
import type { ProfileSettings } from './profile-settings.ts';

/** Where keys are, for profiles that do not hold their own. */
export interface KeySources {
  /** The key of that name (`auth-key-name`). */
  readonly namedKey?: (name: string) => string | undefined | Promise<string | undefined>;
  /** The text of a file with a key in it (`auth-keyfile`). */
  readonly readKeyFile?: (path: string) => string | undefined | Promise<string | undefined>;
  /** The folder that `~/` at the front of such a path stands for. */
  readonly home?: string;
}

export interface ProfileResolverOptions extends KeySources {
  /** The model the conversation is held with; asked for wherever no profile is named. */
  readonly session: () => ModelProvider | ResolvedModel;
  /** The profile of that name, as it is now: asked at every resolution. */
  readonly profiles?: (name: string) => Profile | undefined | Promise<Profile | undefined>;
  /** The names there are, for errors. */
  readonly names?: () => readonly string[];
  /** Makes a connection of what a profile says; `undefined` where there is no such provider. */
  readonly connect?: (
    settings: ProfileSettings,
  ) =>
    | ModelProvider
    | ResolvedModel
    | undefined
    | Promise<ModelProvider | ResolvedModel | undefined>;
}
