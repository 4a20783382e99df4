import type { Summarizer } from '@palimpsest/core-types';
import { createRegistry } from '@palimpsest/factory';
import { history, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { extractive } from '../src/index.ts';

const SUMMARIZER = 'compression.extractive.summarizer';
const WINDOW = { 'compression.extractive.recencyWindow': 0 };
const prose = 'The worker pool of the billing service was looked at again. '.repeat(20);
const before = history().human('Go.').ai(prose).human('And?').build();

function saying(text: string): Summarizer {
  return { summarize: () => ({ text, entities: [], kind: 'prose' }) };
}

function choose(name: string): object {
  return { settings: { ...WINDOW, [SUMMARIZER]: name } };
}

async function textAfter(
  services: Parameters<typeof createRegistry>[0],
  context: object = {},
): Promise<string> {
  const strategy = createRegistry(services).register(extractive).resolve('extractive');
  const result = await strategy.compress({
    ...testContext(before, { targetTokens: 80 }),
    settings: WINDOW,
    ...context,
  });
  return JSON.stringify(result.kind === 'applied' ? result.newHistory : before);
}

test('settings choose a summarizer by name', async () => {
  const services = {
    summarizer: saying('The service.'),
    summarizers: { mine: saying('By name.') },
  };
  expect(await textAfter({ services })).toContain('The service.');
  expect(await textAfter({ services }, choose('mine'))).toContain('By name.');
  expect(await textAfter({ services }, choose('deterministic'))).toContain('worker pool');
  await expect(textAfter({ services }, choose('poet'))).rejects.toThrow(
    'compression.extractive.summarizer: expected one of deterministic, mine, got "poet".',
  );
});

test('a finder of duplicates, a classifier and a redaction of the registry are used', async () => {
  const seen: string[] = [];
  const services = {
    classifier: { isHard: (text: string) => (seen.push('classifier'), text.includes('worker')) },
    redact: (text: string) => (seen.push('redact'), text),
    dedup: {
      findDuplicates: () => (seen.push('dedup'), new Map()),
      findNearDuplicates: () => new Map(),
      removeRepeatedInclusions: () => ({ replacements: new Map(), count: 0 }),
    },
  };
  await textAfter({ services });
  expect(new Set(seen)).toEqual(new Set(['classifier', 'dedup']));
  await textAfter({ services: { ...services, classifier: { isHard: () => false } } });
  expect(seen).toContain('redact');
});
