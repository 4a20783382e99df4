import type { CompressReport } from './report.ts';

export interface CompressResult<Message> {
  /** Messages in the input format. Unchanged messages are the same objects; the input array never changes. */
  readonly messages: Message[];
  readonly report: CompressReport;
}

export interface CompressedBody<Body> {
  /** The given body with the new messages. All other members keep their values and order. The given object if nothing changed. */
  readonly body: Body;
  readonly report: CompressReport;
}

/** Result type for a body. A value of type `any` may also be a list of messages, and counts as one. */
export type CompressedBodyOf<Body> = 0 extends 1 & Body
  ? CompressResult<Body>
  : CompressedBody<Body>;
