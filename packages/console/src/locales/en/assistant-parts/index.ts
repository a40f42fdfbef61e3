import { assistantParts as parts } from './assistant-parts.ts'
import { ruleTools } from './rule-tools.ts'

/** Texts of the assistant's other parts and tools, and of what people asked it. */
export const assistantParts = { assistantParts: parts, ruleTools }
