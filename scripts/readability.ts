import { collectPassages } from './readability/passages.ts'
import { judge } from './readability/rules.ts'

// Reports texts that read like a translation, run on, or use title case. `npm run check` fails if there are any.

const problems = collectPassages().flatMap(judge)
for (const { where, text, problem } of problems) console.log(`${where}: ${problem}\n    ${text}`)
console.log(`${problems.length} hard to read`)
process.exitCode = problems.length > 0 ? 1 : 0
