import type { Attributes, Meter, Tracer } from '@opentelemetry/api';

export interface InstrumentOptions {
  /** @default the global provider's */
  readonly tracer?: Tracer;
  /** @default the global provider's, which has to be registered before the first request */
  readonly meter?: Meter;
  /** Go with every span and every measurement: what tells your agents apart, say. Few different values, as metrics keep each. */
  readonly attributes?: Attributes;
  /** Record what errors say, up to 1,000 characters of each. Those of providers may quote the conversation. @default false */
  readonly recordErrorMessages?: boolean;
}
