/** The store cannot be used as it is. The message is for the operator, and nothing was changed. */
export class DatabaseProblem extends Error {}
