import type { IContent } from '@palimpsest/core-types';
import { findFirstChange, findViolations } from '@palimpsest/engine/history';
import { expect } from 'vitest';
import type { Orchestrator, PrepareRequest, PrepareResult } from '../../src/index.ts';
import { estimateTokens } from './session.ts';

/** State before a request. */
export interface Before {
  readonly sent: readonly IContent[];
  readonly ratio: number;
  readonly json: string;
}

export function lookBefore(orchestrator: Orchestrator, model: string = ''): Before {
  const { history } = orchestrator;
  const { models } = orchestrator.toJSON().calibration;
  return {
    sent: history.curated(),
    ratio: models.find((learned) => learned.model === model)?.ratio ?? 1,
    json: writtenDown(orchestrator),
  };
}

/** Returns the saved state of history and orchestrator as JSON. */
export const writtenDown = (orchestrator: Orchestrator): string =>
  JSON.stringify([orchestrator.history.toJSON(), orchestrator.toJSON()]);

/** Checks the guarantees of an outcome of any kind. */
export function expectLawful(
  outcome: PrepareResult,
  request: PrepareRequest,
  before: Before,
): void {
  const { pending = [], overhead: { system = 0, tools = 0 } = {} } = request;
  const tokens = (entries: readonly IContent[]) =>
    Math.ceil((system + tools + Number(estimateTokens(entries))) * before.ratio - 1e-6);
  const given = [...before.sent, ...pending];
  const sent = [...outcome.history, ...outcome.pending];
  expect(outcome.tokensBefore).toBe(tokens(given));
  expect(outcome.tokensAfter).toBe(tokens(sent));
  expect(brokenIn(sent)).toEqual(brokenIn(given).length === 0 ? [] : expect.anything());
  const changed = findFirstChange(before.sent, outcome.history);
  const inPending = findFirstChange(pending, outcome.pending);
  const behind = inPending === undefined ? undefined : before.sent.length + inPending;
  expect(outcome.firstChangedIndex).toBe(changed ?? behind);
  expectKind(outcome, request, before);
}

function expectKind(outcome: PrepareResult, request: PrepareRequest, before: Before): void {
  const { pending, allowRewrite } = request;
  const { tokensBefore, tokensAfter, budget, kind } = outcome;
  const isServerHeld = kind === 'unchanged' && outcome.reason === 'server-held';
  if (kind === 'overflow') {
    expect(tokensAfter).toBeGreaterThan(budget.limit);
    expect(outcome.error).toBeInstanceOf(Error);
  } else if (allowRewrite === 'never') {
    expect(['unchanged', 'compressed']).toContain(kind);
    expect(outcome.compression).toBeUndefined();
    expect(outcome.optimized).toBe(0);
  } else if (!isServerHeld) {
    expect(tokensAfter).toBeLessThanOrEqual(budget.limit);
  }
  if (kind === 'unchanged') {
    expect(outcome.history).toBe(before.sent);
    if (pending !== undefined) expect(outcome.pending).toBe(pending);
  }
  if (kind === 'failed') expect(outcome.cause).toBeDefined();
  if (kind === 'compressed') {
    expect(outcome.firstChangedIndex).toBeDefined();
    expect(tokensAfter).toBeLessThanOrEqual(tokensBefore);
  }
  if (outcome.steps.length > 0) expect(tokensBefore).toBeGreaterThan(budget.limit);
}

export function brokenIn(entries: readonly IContent[]): string[] {
  return findViolations(entries).map(({ law, message }) => `${law}: ${message}`);
}
