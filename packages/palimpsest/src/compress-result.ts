import type { CompressReport } from './report.ts';

export interface CompressResult<Message> {
  /** In the format they were given. Untouched messages are the same objects; the input array is never changed. */
  readonly messages: Message[];
  readonly report: CompressReport;
}

export interface CompressedBody<Body> {
  /** The given body with other messages: every other member, and their order, as it was. The given object where nothing changed. */
  readonly body: Body;
  readonly report: CompressReport;
}

/** What comes out for a body. A value of type `any` may be a list of messages as well, and is taken for one. */
export type CompressedBodyOf<Body> = 0 extends 1 & Body
  ? CompressResult<Body>
  : CompressedBody<Body>;
