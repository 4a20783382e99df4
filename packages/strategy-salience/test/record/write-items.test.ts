import { indexExchanges } from '@palimpsest/engine/history';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { createParseCache, parseHistory } from '../../src/index.ts';
import { writeItems } from '../../src/record/write-items.ts';
import { linesOf } from '../lines-of.ts';

test('the size of a result that is left out is not read as that of the arguments below the title', () => {
  const prompt = 'Which pump opens gate 7?\nName its file.';
  const built = history()
    .call('Task', { description: 'Find the pump', prompt })
    .result(linesOf('pump', 60))
    .build();
  const pieces = parseHistory(indexExchanges(built), {
    taxonomy: defaultToolTaxonomy,
    parseCache: createParseCache()(),
  });
  const writing = writeItems(pieces.flat(), {
    isKept: ({ role }) => role === 'arguments',
    namedFrom: 0,
    replaced: new Map(),
    idOf: () => undefined,
  });
  let step = writing.next();
  while (step.done !== true) step = writing.next();
  expect(step.value).toEqual([
    {
      kind: 'step',
      title: 'Used Task Find the pump, result of 60 lines left out:',
      lines: ['prompt:', ...prompt.split('\n')],
    },
  ]);
});
