import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lineCases } from '../../support/imports/line-chats.ts'
import { countLines, readHistory } from '../../support/imports/read-history.ts'
import { renderLine } from '../../support/imports/render-line.ts'
import { isSoak } from '../../support/soak.ts'

test('every history that LINE can save is read back exactly', async () => {
  await fc.assert(
    fc.asyncProperty(lineCases, async ({ chat, variant, knowsNames }) => {
      const { text, lines, items: expected } = renderLine(chat, variant)
      const isDayFirst = variant.locale === 'en' && variant.date % 4 > 1
      const { head, items } = await readHistory(Buffer.from(text), {
        dateOrder: isDayFirst ? 'day-month' : 'month-day',
        ...(knowsNames && { names: chat.people }),
      })
      assert.deepEqual(items, expected)
      assert.equal(countLines(items), lines)
      assert.deepEqual(head.questions, [])
      if (variant.hasHead && variant.layout === 'phone') assert.equal(head.title, chat.name)
    }),
    { numRuns: isSoak ? 10_000 : 300 },
  )
})
