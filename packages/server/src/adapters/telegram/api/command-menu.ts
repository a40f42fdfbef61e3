import { botTexts } from '../../../domain/platforms/bot-texts.ts'
import type { BotApi } from './bot-api.ts'

/** Telegram knows one kind of Chinese. Without a language, it is for everyone whose language has none of its own. */
const languages = [
  { code: undefined, texts: 'en' },
  { code: 'ja', texts: 'ja' },
  { code: 'th', texts: 'th' },
  { code: 'zh', texts: 'zh-TW' },
] as const

const longestDescription = 256

/** What people see when they type a slash: the same words as in the list that /help sends. */
export async function registerCommands(api: BotApi): Promise<void> {
  for (const { code, texts } of languages) {
    await api.call('the menu of commands', 'setMyCommands', {
      commands: commandsIn(texts),
      ...(code === undefined ? {} : { language_code: code }),
    })
  }
}

/** The owner of a group is known here, so that no one has to claim it. */
const leftOut = ['claim']

function commandsIn(language: string): { command: string; description: string }[] {
  return Object.values(botTexts(language).help).flatMap((line) => {
    const [, command, description] = /^\/([a-z]{1,32})\s*[–—-]\s*(.+)$/.exec(line) ?? []
    if (command === undefined || description === undefined || leftOut.includes(command)) return []
    return [{ command, description: [...description].slice(0, longestDescription).join('') }]
  })
}
