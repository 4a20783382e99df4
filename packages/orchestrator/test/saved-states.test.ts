import { OptionError } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { ConversationHistory, createBreaker, createOrchestrator } from '../src/index.ts';
import { estimateTokens, registry } from './orchestrator/session.ts';

/** States written by release 0.1.0. They must load as long as format 1 is supported. */
const HISTORY = `{"kind":"palimpsest.conversation-history","format":1,"id":"alice/42","version":3,"entries":[
  {"speaker":"human","blocks":[{"type":"text","text":"Fix it."}],"metadata":{"id":"h1"}},
  {"speaker":"ai","blocks":[{"type":"opaque","kind":"image","native":{"$palimpsest.bytes":"AQID"}}]}]}`;
const BREAKER = `{"kind":"palimpsest.breaker","format":1,"failures":3,"lastFailureAt":1000}`;
const ORCHESTRATOR = `{"kind":"palimpsest.orchestrator","format":1,
  "state":{"calls":7,
    "schedule":{"calls":7,"firstCallAt":1000,"lastCallAt":61000,"waited":0.25,"lastApplied":{"call":4,"net":0.5}},
    "growth":{"tokens":900,"calls":6},
    "sent":{"length":9,"tokens":4000,"beside":1300,"at":61000,"model":"large","expected":{"cached":3000,"written":1000,"uncached":0,"output":0}},
    "stuck":{"strategy":"salience","target":2000,"settings":"{}","tokens":3900}},
  "breaker":${BREAKER},
  "calibration":{"kind":"palimpsest.calibration","format":1,"models":[{"model":"large","ratio":1.25}]},
  "ledgers":{"large":{"version":1,"calls":[{"at":61000,"reported":0.02,"predicted":0.01,"tokens":{"cached":3000,"written":1000,"uncached":0,"output":50}}]}}}`;

const orchestratorFrom = (state: unknown) =>
  createOrchestrator({
    history: new ConversationHistory(),
    strategies: registry(),
    estimateTokens,
    now: () => 2_000,
    state,
  });

test('restores a history of format 1 and writes it unchanged', () => {
  const history = ConversationHistory.from(JSON.parse(HISTORY));
  expect([history.id, history.version, history.length]).toEqual(['alice/42', 3, 2]);
  expect(history.raw()[1]?.blocks).toEqual([
    { type: 'opaque', kind: 'image', native: new Uint8Array([1, 2, 3]) },
  ]);
  expect(JSON.parse(JSON.stringify(history))).toEqual(JSON.parse(HISTORY));
});

test('restores a breaker of format 1 within its cool-down and writes it unchanged', () => {
  const breaker = createBreaker({ now: () => 2_000 }, JSON.parse(BREAKER));
  expect(breaker.remainingMs()).toBe(59_000);
  expect(JSON.parse(JSON.stringify(breaker))).toEqual(JSON.parse(BREAKER));
});

test('restores an orchestrator of format 1 and writes it unchanged', () => {
  const orchestrator = orchestratorFrom(JSON.parse(ORCHESTRATOR));
  expect(JSON.parse(JSON.stringify(orchestrator))).toEqual(JSON.parse(ORCHESTRATOR));
});

const DAMAGES: readonly (readonly [path: readonly string[], value: unknown, option: string])[] = [
  [['kind'], 'palimpsest.breaker', 'state.kind'],
  [['format'], 2, 'state.format'],
  [['state'], null, 'state.state'],
  [['state', 'calls'], '7', 'state.state.calls'],
  [['state', 'schedule'], [], 'state.state.schedule.calls'],
  [['state', 'schedule', 'waited'], null, 'state.state.schedule.waited'],
  [['state', 'schedule', 'lastApplied', 'net'], undefined, 'state.state.schedule.lastApplied.net'],
  [['state', 'growth', 'tokens'], 'many', 'state.state.growth.tokens'],
  [['state', 'sent', 'beside'], undefined, 'state.state.sent.beside'],
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

test.each([
  [{ ...JSON.parse(BREAKER), failures: -1 }, 'json.failures'],
  [{ ...JSON.parse(BREAKER), lastFailureAt: 'now' }, 'json.lastFailureAt'],
  [{ ...JSON.parse(BREAKER), format: '1' }, 'json.format'],
  [BREAKER, 'json'],
])('rejects a damaged breaker: %j', (json, option) => {
  const code = 'INVALID_BREAKER_JSON';
  expect(() => createBreaker({}, json)).toThrow(expect.objectContaining({ option, code }));
});
