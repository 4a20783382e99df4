/** Lines of a log, each with its own names. */
export function linesOf(name: string, count: number): string {
  return Array.from(
    { length: count },
    (_, at) =>
      `${name} step ${at}: ${name}Worker${at} handled parcel_${name}_${at * 37} in hall ${at}`,
  ).join('\n');
}
