import { createStrategy } from '@palimpsest/engine';
import {
  UnknownStrategyError,
  type CompressionStrategy,
  type IContent,
} from '@palimpsest/core-types';
import type { OverflowRequest } from '../../src/overflow/fit-to-limit.ts';
import type { StrategySource } from '../../src/strategy-source.ts';
import { salience } from '@palimpsest/strategy-salience';
import { countTokensByCharacters } from '@palimpsest/testing';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';

export function sourceOf(...strategies: readonly CompressionStrategy[]): StrategySource {
  return {
    resolve(name) {
      const found = strategies.find((strategy) => strategy.name === name);
      if (found === undefined) throw new UnknownStrategyError(name);
      return found;
    },
  };
}

/** Returns the strategies of a typical registry. */
export const usual = (): StrategySource => sourceOf(createStrategy(salience));

export const none: StrategySource = sourceOf();

export function overflowing(
  history: readonly IContent[],
  options: Partial<OverflowRequest> = {},
): OverflowRequest {
  return {
    history,
    pending: [],
    limitTokens: 1_000,
    estimateTokens: countTokensByCharacters,
    strategies: usual(),
    taxonomy: defaultToolTaxonomy,
    ...options,
  };
}
