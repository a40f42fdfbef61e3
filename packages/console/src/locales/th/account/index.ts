import { account } from './account.ts'

export const accountTexts = { account }
