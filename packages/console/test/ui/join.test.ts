import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinIn } from '../../src/ui/format/join.ts'

test('sentences, lists and labels are joined as the language does', () => {
  const joined = (language: string, texts: [string, string]) => {
    const join = joinIn(language)
    return [join.sentences(...texts), join.list(texts), join.labelled(...texts)]
  }
  assert.deepEqual(joined('en', ['Too large', 'Try again.']), [
    'Too large. Try again.',
    'Too large, Try again.',
    'Too large: Try again.',
  ])
  const japanese = [
    '失敗しました。もう一度お試しください。',
    '失敗しました、もう一度お試しください。',
    '失敗しました：もう一度お試しください。',
  ]
  assert.deepEqual(joined('ja', ['失敗しました', 'もう一度お試しください。']), japanese)
  assert.deepEqual(joined('zh-TW', ['失敗', '請再試一次。'])[0], '失敗。請再試一次。')
  assert.deepEqual(joined('th', ['ไม่สำเร็จ', 'ลองอีกครั้ง']), [
    'ไม่สำเร็จ ลองอีกครั้ง',
    'ไม่สำเร็จ, ลองอีกครั้ง',
    'ไม่สำเร็จ: ลองอีกครั้ง',
  ])
})
