import { account } from './account.ts'

/** Texts of the account's pages, and of recovery codes. */
export const accountTexts = { account }
