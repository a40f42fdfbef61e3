import { fieldsOf } from '@innkeeper/simulator-kit'
import { badRequest } from '../http/api-error.ts'

const mostDataBytes = 64

/** Refuses keyboards that the platform refuses. */
export function checkKeyboard(markup: unknown): void {
  const { inline_keyboard: inline, keyboard } = fieldsOf(markup)
  for (const button of buttonsOf(keyboard)) {
    const text = typeof button === 'string' ? button : fieldsOf(button).text
    if (typeof text !== 'string' || text === '') throw badRequest('keyboard button text must be non-empty')
  }
  for (const button of buttonsOf(inline)) {
    const { text, callback_data: data, ...rest } = fieldsOf(button)
    if (typeof text !== 'string' || text === '')
      throw badRequest("can't parse inline keyboard button: Text must be non-empty")
    if (data === undefined && Object.keys(rest).length === 0)
      throw badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    if (data !== undefined && (typeof data !== 'string' || Buffer.byteLength(data) > mostDataBytes || data === ''))
      throw badRequest('BUTTON_DATA_INVALID')
  }
}

/** The texts of buttons that send them. */
export function listChoices(markup: unknown): string[] {
  return buttonsOf(fieldsOf(markup).keyboard).flatMap((button) => {
    const text = typeof button === 'string' ? button : fieldsOf(button).text
    return typeof text === 'string' ? [text] : []
  })
}

function buttonsOf(rows: unknown): unknown[] {
  return Array.isArray(rows) ? rows.flat() : []
}
