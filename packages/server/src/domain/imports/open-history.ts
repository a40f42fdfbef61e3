import { invalid } from '../refusal.ts'
import { discordFormat } from './discord.ts'
import type { HistoryChoices } from './history.ts'
import { readJson } from './json/read-json.ts'
import { lineFormat } from './line/line-format.ts'
import { ownFormat } from './own.ts'
import { recognise } from './recognise.ts'
import { telegramFormat } from './telegram.ts'
import { beginningBytes } from './text/encoding.ts'
import { type FileBytes, type OpenHistory, readText } from './text/read-text.ts'
import { whatsappFormat } from './whatsapp/whatsapp-format.ts'

/** Opens a chat history of any format that we read, or refuses it with a sentence that says why. */
export async function openHistory(file: FileBytes, choices: HistoryChoices = {}): Promise<OpenHistory> {
  const recognised = recognise(await readBeginning(file))
  switch (recognised.format) {
    case null:
      throw invalid(recognised.sentence)
    case 'telegram':
      return readJson(telegramFormat, file, recognised.encoding.encoding, choices)
    case 'discord':
      return readJson(discordFormat, file, recognised.encoding.encoding, choices)
    case 'line':
    case 'whatsapp':
    case 'innkeeper':
      return readText(textFormats[recognised.format], file, recognised.encoding, choices)
  }
}

const textFormats = { line: lineFormat, whatsapp: whatsappFormat, innkeeper: ownFormat } as const

async function readBeginning(file: FileBytes): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of file()) {
    pieces.push(piece)
    length += piece.length
    if (length >= beginningBytes) break
  }
  return Buffer.concat(pieces).subarray(0, beginningBytes)
}
