import { createEditSchedule } from '../economics/edit-schedule.ts';
import { PRICES } from '../economics/prices.ts';
import type { OrchestratorOptions } from './orchestrator-options.ts';

/**
 * Refuses prices and what belongs to them when they are given, not when something is due.
 *
 * @throws {PricingError}
 */
export function checkEconomics({
  prices,
  cacheTtl,
  hysteresis,
  regeneratedShare,
}: OrchestratorOptions): void {
  // Prices that depend on the model are checked with it, and may not all have the TTL.
  const isKnown = typeof prices === 'object';
  createEditSchedule({
    prices: isKnown ? prices : PRICES.anthropic,
    ...(isKnown && cacheTtl !== undefined ? { cacheTtl } : {}),
    ...(hysteresis === undefined ? {} : { hysteresis }),
    ...(regeneratedShare === undefined ? {} : { regeneratedShare }),
  });
}
