import { assistantParts as parts } from './assistant-parts.ts'
import { ruleTools } from './rule-tools.ts'

export const assistantParts = { assistantParts: parts, ruleTools }
