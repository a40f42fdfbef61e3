import { isObject } from '../../http-client/untrusted-json.ts'
import { listOf } from '../json.ts'

/**
 * The words of a rich message, without its layout: headings, lists, tables and captions, one line each. Its own pictures are
 * left out.
 */
export function flattenRichMessage(given: unknown): string {
  if (!isObject(given)) return ''
  return linesOf(given.blocks).join('\n')
}

function linesOf(blocks: unknown): string[] {
  return listOf(blocks, (block) => (isObject(block) && block.type !== 'thinking' ? block : undefined)).flatMap(
    (block) => {
      const lines = [
        wordsOf(block.summary),
        wordsOf(block.text),
        wordsOf(block.expression),
        ...listOf(block.items, lineOfItem),
        ...linesOf(block.blocks),
        ...listOf(block.cells, lineOfRow),
        ...captionOf(block.caption),
        wordsOf(block.credit),
      ]
      return lines.filter((line) => line !== '')
    },
  )
}

function lineOfItem(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  const box = item.has_checkbox === true ? (item.is_checked === true ? '☑ ' : '☐ ') : ''
  const label = box === '' ? `${wordsOf(item.label) || '•'} ` : box
  return `${label}${linesOf(item.blocks).join('\n')}`
}

function lineOfRow(cells: unknown): string {
  return listOf(cells, (cell) => (isObject(cell) ? wordsOf(cell.text) : '')).join(' | ')
}

/** Of a picture it has its own text and credit, of a table it is a text. */
function captionOf(caption: unknown): string[] {
  if (isObject(caption) && !('type' in caption)) return [wordsOf(caption.text), wordsOf(caption.credit)]
  return [wordsOf(caption)]
}

/** A text, several, or one with a format around it. */
function wordsOf(given: unknown): string {
  if (typeof given === 'string') return given.toWellFormed()
  if (Array.isArray(given)) return given.map(wordsOf).join('')
  if (!isObject(given)) return ''
  return wordsOf(given.text ?? given.alternative_text ?? given.expression)
}
