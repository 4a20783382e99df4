import type { IContent, ModelProvider, ModelRequest, ResolvedModel } from '@palimpsest/core-types';
import { scriptedProvider, type ScriptedAnswer, type ScriptedProvider } from '@palimpsest/testing';
import type { ProfileResolverOptions } from '../../src/profiles/profile-resolver-options.ts';
import type { ProfileSettings } from '../../src/profiles/profile-settings.ts';
import { createProfileResolver } from '../../src/profiles/profile-resolver.ts';

export const session: ModelProvider = scriptedProvider(['the session']);

export interface Host {
  readonly options: ProfileResolverOptions;
  /** What was to be connected, in its order. */
  readonly connected: ProfileSettings[];
  /** Names that were looked up, in their order. */
  readonly read: string[];
  /** Who was asked, by the model of its profile. */
  readonly providers: Record<string, ScriptedProvider>;
}

/**
 * A host with these profiles.
 *
 * @param answers by the model of a profile, what its provider says; an error under `connect <model>` is thrown at once
 */
export function host(
  profiles: Readonly<Record<string, unknown>>,
  answers: Readonly<Record<string, ScriptedAnswer>> = {},
  more: Partial<ProfileResolverOptions> = {},
): Host {
  const [connected, read]: [ProfileSettings[], string[]] = [[], []];
  const providers: Record<string, ScriptedProvider> = {};
  return {
    connected,
    read,
    providers,
    options: {
      session: () => session,
      profiles: (name) => {
        read.push(name);
        return profiles[name] as never;
      },
      names: () => Object.keys(profiles),
      connect(settings) {
        connected.push(settings);
        const failure = answers[`connect ${settings.model}`];
        if (failure instanceof Error) throw failure;
        return (providers[settings.model] ??= scriptedProvider([
          answers[settings.model] ?? `from ${settings.model}`,
        ]));
      },
      ...more,
    },
  };
}

/** A profile whose model is called like it. */
export const profile = (
  model: string,
  ephemeralSettings: Readonly<Record<string, unknown>> = {},
): object => ({ version: 1, provider: 'openai', model, modelParams: {}, ephemeralSettings });

export const pool = (policy: string | undefined, ...profiles: readonly string[]): object => ({
  version: 1,
  type: 'loadbalancer',
  ...(policy === undefined ? {} : { policy }),
  profiles,
  provider: '',
  model: '',
  modelParams: {},
  ephemeralSettings: {},
});

/** What a profile leads to, as an object. */
export async function resolved(
  options: ProfileResolverOptions,
  name: string,
): Promise<ResolvedModel> {
  return (await createProfileResolver(options)(name)) as ResolvedModel;
}

export async function answerOf(
  { provider }: ResolvedModel,
  request: Partial<ModelRequest> = {},
): Promise<string> {
  let text = '';
  for await (const { blocks } of provider.generateChatCompletion({ contents: [], ...request })) {
    for (const block of blocks) if (block.type === 'text') text += block.text;
  }
  return text;
}

export async function errorOf(work: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof Error) return thrown as Error & Record<string, unknown>;
  throw new Error('No error was thrown.');
}

export const said = (text: string): IContent => ({
  speaker: 'ai',
  blocks: [{ type: 'text', text }],
});

/** An answer that breaks after these pieces. */
export function broken(error: Error, ...pieces: readonly string[]): ModelProvider {
  return {
    name: 'broken',
    async *generateChatCompletion() {
      yield* pieces.map(said);
      throw error;
    },
  };
}
