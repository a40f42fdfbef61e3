/** Milliseconds since 1970. A parameter everywhere, so that tests can move it. */
export type Clock = () => number
