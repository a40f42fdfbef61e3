/** The command was asked for wrongly; the message says how to ask. */
export class UsageProblem extends Error {}
