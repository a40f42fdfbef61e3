import { createRandom } from '@innkeeper/testdata'

export type BenchRule = { id?: string; keywords: string[]; question: string; answer: string; match?: 'regex' | 'ai' }

/** A rule answers every message that contains this word. */
export const answeredWord = 'teapot'

const scripts = [
  { from: 0x61, size: 26, least: 5, most: 9 },
  { from: 0x4e00, size: 3_000, least: 2, most: 4 },
  { from: 0xe01, size: 46, least: 4, most: 8 },
]

/** Rules with two keywords each, in turn Latin, Chinese and Thai; one of them answers `answeredWord`. */
export function makeRules(count: number): BenchRule[] {
  const random = createRandom('bench/rules')
  const word = ({ from, size, least, most }: (typeof scripts)[number]) =>
    Array.from({ length: random.between(least, most) }, () =>
      String.fromCharCode(from + random.between(0, size - 1)),
    ).join('')
  const rules = Array.from({ length: count - 1 }, (_, index) => {
    const script = scripts[index % scripts.length] as (typeof scripts)[number]
    return {
      keywords: [word(script), `${word(script)}${index}`],
      question: `Question ${index}?`,
      answer: `Answer ${index}.`,
    }
  })
  return [...rules, { keywords: [answeredWord], question: 'Tea?', answer: 'In the blue pot, {name}.' }]
}

/** Imports all of them at once, over the HTTP API that admins use. */
export async function importRules(
  port: number,
  channelId: string,
  { key, rules }: { key: string; rules: BenchRule[] },
): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/channels/${channelId}/assistant/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ assistant: { format: 'innkeeper-assistant/1', rules } }),
  })
  if (!answer.ok) throw new Error(`Cannot import rules: ${await answer.text()}`)
}
