/** How far reported counts may pull an estimate: half to double. */
const RATIO_MIN = 0.5;
const RATIO_MAX = 2;

/** What a calibration has learned, ready for JSON. */
export interface CalibrationState {
  /** Reported tokens per estimated token, 0.5 to 2, by model. */
  readonly ratios: Readonly<Record<string, number>>;
}

/** One request: what was estimated for it, and what the provider reported. */
export interface CalibrationSample {
  readonly model: string;
  readonly estimated: number;
  readonly reported: number;
}

/** Learns from the usage providers report how far an estimate is off, for each model apart. */
export interface Calibration {
  /** Takes a request into account. Samples that are not positive finite numbers are ignored. */
  record(sample: CalibrationSample): void;
  /** The estimate as it should have been; unchanged for a model nobody reported on. Tokens, rounded up. */
  correct(model: string, estimated: number): number;
  toJSON(): CalibrationState;
}

export interface CalibrationOptions {
  /** Where an earlier calibration stopped; its `toJSON()`. */
  readonly from?: CalibrationState;
  /** Weight of the newest sample against all before it, above 0 and at most 1. The first sample counts fully. @default 0.3 */
  readonly weight?: number;
}

/** A calibration: an exponentially weighted ratio for each model, between 0.5 and 2. */
export function createCalibration({ from, weight = 0.3 }: CalibrationOptions = {}): Calibration {
  const share = weight > 0 && weight <= 1 ? weight : 0.3;
  const ratios = new Map<string, number>();
  for (const [model, ratio] of Object.entries(from?.ratios ?? {}))
    if (isPositive(ratio)) ratios.set(model, clamp(ratio));

  return {
    record({ model, estimated, reported }) {
      if (!isPositive(estimated) || !isPositive(reported)) return;
      const sample = clamp(reported / estimated);
      const before = ratios.get(model) ?? sample;
      ratios.set(model, before + share * (sample - before));
    },
    correct: (model, estimated) => Math.ceil(estimated * (ratios.get(model) ?? 1)),
    toJSON: () => ({ ratios: Object.fromEntries(ratios) }),
  };
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

function clamp(ratio: number): number {
  return Math.min(RATIO_MAX, Math.max(RATIO_MIN, ratio));
}
