import {
  CompressionProfileNotFoundError,
  type ResolvedModel,
  OptionError,
} from '@palimpsest/core-types';
import { createSettings, toEphemeralAccessors } from '@palimpsest/factory/settings';
import { createStrategy } from '@palimpsest/engine';
import { defineSummaryStrategy } from '@palimpsest/summarizer/history';
import { history, scriptedProvider, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { createProfileResolver } from '../src/index.ts';

const session = scriptedProvider(['from the session']);
const cheap = { provider: scriptedProvider(['from cheap']), model: 'small', contextLimit: 64_000 };

test("resolves to the session's own model when no profile is named", () => {
  const own: ResolvedModel = { provider: session, model: 'large' };
  expect(createProfileResolver({ session: () => own, profiles: { cheap } })()).toBe(own);
});

test('connects a model at each resolution when a profile is a function', async () => {
  let connections = 0;
  const connect = async (): Promise<ResolvedModel> => {
    connections += 1;
    return cheap;
  };
  const resolve = createProfileResolver({ session: () => session, profiles: { cheap: connect } });
  expect(connections).toBe(0);
  await resolve('cheap');
  expect(await resolve('cheap')).toBe(cheap);
  expect(connections).toBe(2);
});

test.each([
  ['chaep', { cheap }, ': known are "cheap".'],
  ['toString', { cheap }, ': known are "cheap".'],
  ['', { cheap }, ': known are "cheap".'],
  ['cheap', {}, ': no profiles exist.'],
])('rejects the unknown profile "%s" and names the known ones', async (name, profiles, words) => {
  const resolve = createProfileResolver({ session: () => session, profiles });
  const error = await Promise.resolve(resolve(name)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CompressionProfileNotFoundError);
  expect(error).toMatchObject({ code: 'PROFILE_NOT_FOUND', profile: name });
  expect(String(error)).toContain(words);
});

test.each([
  [{}, 'session'],
  [{ session: () => session }, 'profiles'],
  [{ session: () => session, profiles: { cheap: { provider: { name: 'x' } } } }, 'profiles.cheap'],
])('rejects invalid options at construction: %o', (options, option) => {
  const create = (): unknown => createProfileResolver(options as never);
  expect(create).toThrow(OptionError);
  expect(create).toThrow(option);
});

test('compression.profile selects the model that writes the summary', async () => {
  const words =
    '<state_snapshot><overall_goal>The build is repaired.</overall_goal></state_snapshot>';
  const provider = scriptedProvider([words]);
  const asked = { provider, model: 'small', temperature: 0.1 };
  const strategy = createStrategy(
    defineSummaryStrategy({
      name: 'halves',
      description: 'Summarizes all but the newest four.',
      split: ({ context }) => ({ top: 0, bottom: context.history.length - 4 }),
    }),
  );
  let talk = history();
  for (let part = 0; part < 12; part += 1) {
    talk = talk.human(`Look at part ${part}. ${'And say what you see. '.repeat(40)}`).ai('I see.');
  }
  const settings = createSettings({ overrides: { 'compression.profile': 'cheap' } });
  const context = testContext(talk.build(), {
    resolveProvider: createProfileResolver({ session: () => session, profiles: { cheap: asked } }),
    ephemerals: toEphemeralAccessors(settings),
  });
  const result = await strategy.compress(context);
  expect(result.kind).toBe('applied');
  expect(JSON.stringify(result)).toContain('The build is repaired.');
  expect(provider.requests).toMatchObject([{ model: 'small', temperature: 0.1 }]);
  expect(session.requests).toEqual([]);
});
