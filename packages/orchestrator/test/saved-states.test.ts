import { OptionError } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { ConversationHistory, createOrchestrator } from '../src/index.ts';
import { estimateTokens, registry } from './orchestrator/session.ts';

/** States written by release 0.1.0. They must load as long as format 1 is supported. */
const ORCHESTRATOR = `{"kind":"palimpsest.orchestrator","format":1,
  "state":{"calls":7,
    "sent":{"length":9,"tokens":4000,"overhead":1300,"at":61000,"model":"large","expected":{"cached":3000,"written":1000,"uncached":0,"output":0}},
    "stuck":{"strategy":"salience","target":2000,"settings":"{}","tokens":3900}},
  "breaker":{"failures":3,"lastFailureAt":1000},
  "calibration":{"kind":"palimpsest.calibration","format":1,"models":[{"model":"large","ratio":1.25}]},
  "ledgers":{"large":{"version":1,"totals":{"calls":1,"reported":0.02,"predicted":0.01,"difference":0.01,"saved":0,"tokens":{"cached":3000,"written":1000,"uncached":0,"output":50}}}}}`;

const orchestratorFrom = (state: unknown) =>
  createOrchestrator({
    history: new ConversationHistory(),
    strategies: registry(),
    estimateTokens,
    now: () => 2_000,
    state,
  });

test('restores an orchestrator of format 1 and writes it unchanged', () => {
  const orchestrator = orchestratorFrom(JSON.parse(ORCHESTRATOR));
  expect(JSON.parse(JSON.stringify(orchestrator))).toEqual(JSON.parse(ORCHESTRATOR));
});

const DAMAGES: readonly (readonly [path: readonly string[], value: unknown, option: string])[] = [
  [['kind'], 'palimpsest.session', 'state.kind'],
  [['format'], 2, 'state.format'],
  [['state'], null, 'state.state'],
  [['state', 'calls'], '7', 'state.state.calls'],
  [['breaker', 'failures'], -1, 'state.breaker.failures'],
  [['state', 'sent', 'overhead'], undefined, 'state.state.sent.overhead'],
  [['state', 'stuck', 'target'], true, 'state.state.stuck.target'],
  [['ledgers'], 5, 'state.ledgers'],
];

test.each(DAMAGES)('rejects a damaged orchestrator: %j is %j', (path, value, option) => {
  const state = JSON.parse(ORCHESTRATOR);
  const holder = path.slice(0, -1).reduce((object, name) => object[name], state);
  holder[path.at(-1)!] = value;
  const restore = (): unknown => orchestratorFrom(state);
  const code = 'INVALID_ORCHESTRATOR_JSON';
  expect(restore).toThrow(OptionError);
  expect(restore).toThrow(expect.objectContaining({ option, code }));
});
